import { encode } from "uqr";

/** Dark on light in both themes: cameras read it more reliably. Drawn as one path, because pages may not insert markup. */
export function QrCode({ text, label }: { text: string; label: string }) {
	const { data, size } = encode(text, { border: 2 });
	const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join("");
	return (
		<svg
			role="img"
			aria-label={label}
			viewBox={`0 0 ${size} ${size}`}
			className="size-52 max-w-full rounded-control bg-white"
		>
			<path d={path} fill="black" shapeRendering="crispEdges" />
		</svg>
	);
}
