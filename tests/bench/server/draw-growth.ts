/** How long one kind of call took at each size. */
export type Line = { name: string; points: { size: number; ms: number }[] };

const WIDTH = 720;
const HEIGHT = 420;
const LEFT = 64;
const RIGHT = 230;
const TOP = 48;
const BOTTOM = 44;
const COLORS = ["#6b7280", "#1d4ed8", "#0e7490", "#047857", "#a16207", "#b91c1c", "#7e22ce", "#be185d"];

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** A line chart on logarithmic axes, as SVG. A flat line costs the same at every size. */
export function drawGrowth(title: string, lines: readonly Line[]): string {
	const all = lines.flatMap(({ points }) => points);
	const sizes = [...new Set(all.map(({ size }) => size))].sort((a, b) => a - b);
	const lowest = Math.floor(Math.log10(Math.min(...all.map(({ ms }) => ms))));
	const highest = Math.ceil(Math.log10(Math.max(...all.map(({ ms }) => ms))));
	const [first, last] = [Math.log10(sizes[0] ?? 1), Math.log10(sizes.at(-1) ?? 10)];
	const x = (size: number) => LEFT + ((Math.log10(size) - first) / (last - first)) * (WIDTH - LEFT - RIGHT);
	const y = (ms: number) => TOP + ((highest - Math.log10(ms)) / (highest - lowest)) * (HEIGHT - TOP - BOTTOM);
	const powers = Array.from({ length: highest - lowest + 1 }, (_, at) => 10 ** (lowest + at));
	/** Names beside the ends of their lines, apart from each other. */
	const places = new Map<Line, number>();
	let before = -Infinity;
	for (const line of [...lines].sort((a, b) => y(a.points.at(-1)?.ms ?? 1) - y(b.points.at(-1)?.ms ?? 1))) {
		before = Math.max(before + 15, y(line.points.at(-1)?.ms ?? 1));
		places.set(line, before);
	}
	const grid = powers.map(
		(ms) =>
			`<path d="M${LEFT} ${y(ms).toFixed(1)}H${WIDTH - RIGHT}" stroke="#d6d3cb"/><text x="${LEFT - 8}" y="${(y(ms) + 4).toFixed(1)}" text-anchor="end">${ms} ms</text>`,
	);
	const marks = sizes.map(
		(size) =>
			`<text x="${x(size).toFixed(1)}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle">${size.toLocaleString("en-US")}</text>`,
	);
	const drawn = lines.map((line, index) => {
		const color = COLORS[index % COLORS.length];
		const points = line.points.map(({ size, ms }) => `${x(size).toFixed(1)},${y(ms).toFixed(1)}`);
		const dots = points.map(
			(point) => `<circle cx="${point.split(",")[0]}" cy="${point.split(",")[1]}" r="3" fill="${color}"/>`,
		);
		return `<polyline points="${points.join(" ")}" fill="none" stroke="${color}" stroke-width="2"/>${dots.join("")}<text x="${WIDTH - RIGHT + 10}" y="${((places.get(line) ?? 0) + 4).toFixed(1)}" fill="${color}">${escaped(line.name)}</text>`;
	});
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#14181d" role="img" aria-labelledby="title">
<title id="title">${escaped(title)}</title>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#faf8f4"/>
<text x="${LEFT}" y="26" font-size="15" font-weight="600">${escaped(title)}</text>
${[...grid, ...marks, ...drawn].join("\n")}
</svg>
`;
}
