import type { SolutionId } from "#src/content/landing/solutions.ts";

const round = (value: number) => Math.round(value * 10) / 10;

/** An ellipse as a path: center, radii, and its turn in degrees. */
function oval(x: number, y: number, rx: number, ry = rx, turn = 0): string {
	const angle = (turn * Math.PI) / 180;
	const dx = round(rx * Math.cos(angle));
	const dy = round(rx * Math.sin(angle));
	const half = `a${rx} ${ry} ${turn} 1 0`;
	return `M${round(x - dx)} ${round(y - dy)}${half} ${2 * dx} ${2 * dy}${half} ${-2 * dx} ${-2 * dy}`;
}

/** Short strokes around a center: the teeth of a wheel, the marks of a dial. */
function teeth(x: number, y: number, from: number, to: number, count: number): string {
	return Array.from({ length: count }, (_, at) => {
		const angle = (2 * Math.PI * at) / count;
		const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
		return `M${round(x + from * cos)} ${round(y + from * sin)}L${round(x + to * cos)} ${round(y + to * sin)}`;
	}).join("");
}

/** Marks along a rule, every fifth one longer. */
const marks = (x: number, y: number, step: number, count: number): string =>
	Array.from({ length: count }, (_, at) => `M${x + at * step} ${y}v${at % 5 === 0 ? 8 : 4}`).join("");

const sheet = (x: number, y: number, width: number, height: number) => `M${x} ${y}h${width}v${height}h${-width}z`;

/** The drawing of each solution: instruments and tools, on a 160 by 120 canvas. The measuring part is brass. */
const DRAWINGS: Record<SolutionId, { ink: string; brass: string }> = {
	// A leaning wall, and the line that shows by how much.
	"risk-management": {
		ink: "M16 106h128M46 106 58 18h34l-6 88M56.6 29h34.7M54.9 41h35.6M53.3 53h36.3M51.6 65h37.1M50 77h37.9M48.3 89h38.7M72 18v11M80 29v12M64 41v12M76 53v12M62 65v12M74 77v12M60 89v17M92 18h28",
		brass: "M116 18v62M116 80l-5 5 5 17 5-17zM92 30a60 60 0 0 1 24-4",
	},
	// A level that is almost level.
	"compliance-readiness": {
		ink: `M12 104h136M30 104l8-26M130 104l-8-26M14 46h132q3 0 3 3v26q0 3-3 3H14q-3 0-3-3V49q0-3 3-3zM62 53h36q8 0 8 8t-8 8H62q-8 0-8-8t8-8zM72 53v16M88 53v16${oval(28, 62, 7)}${oval(132, 62, 7)}M28 58v8M129 59l6 6`,
		brass: `${oval(82, 61, 7, 5)}M80 34v-14M80 20l-4 5M80 20l4 5`,
	},
	// A chain, and the link to look at.
	"third-party-risk": {
		ink: `M14 104h132M24 104V28M136 104V28M18 28h12M130 28h12${oval(35, 38, 12, 6, 42)}${oval(51, 53, 12, 6, 42)}${oval(109, 53, 12, 6, -42)}${oval(125, 38, 12, 6, -42)}${oval(66, 64, 11, 6, 20)}${oval(94, 64, 11, 6, -20)}`,
		brass: `${oval(80, 67, 9, 5.5)}M80 76v22M76 94l4 4 4-4`,
	},
	// A ship's bell.
	"incident-management": {
		ink: "M50 14h60M80 14v12M74 26h12M52 82c8-6 9-20 11-32 2-14 9-24 17-24s15 10 17 24c2 12 3 26 11 32zM48 82h64M48 82q-2 6 3 7h58q5-1 3-7M63 60h34M36 40q-10 14-2 32M26 34q-14 20-4 46M124 40q10 14 2 32M134 34q14 20 4 46",
		brass: `${oval(80, 95, 6)}M80 101q4 3 0 6t0 6 0 4`,
	},
	// A drawer of cards, one of them pulled up.
	"document-management": {
		ink: "M22 66h116v42H22zM30 66l4-14h92l4 14M36 52v-8h20l4-8h18l3 8h43v8M42 44v-8h14l4-8h16l3 8h39v8M30 108v4M130 108v4M62 78h36v16H62zM70 86h20",
		brass: "M84 36V14h30l6 6v16M114 14v6h6M90 22h16M90 29h22",
	},
	// Two wheels and what keeps them in time.
	"automated-workflow": {
		ink: `${oval(58, 52, 25)}${oval(58, 52, 8)}${teeth(58, 52, 25, 31, 20)}${teeth(58, 52, 8, 25, 5)}${oval(108, 70, 15)}${oval(108, 70, 5)}${teeth(108, 70, 15, 21, 12)}M20 112h120M108 70v42M100 112v-6h16v6`,
		brass: "M58 52v42M58 94l-5 4 5 12 5-12zM38 106a44 44 0 0 0 40 0",
	},
	// A sheet of questions, being answered.
	"automated-questionnaires": {
		ink: `${sheet(34, 12, 76, 98)}${sheet(44, 26, 10, 10)}${sheet(44, 48, 10, 10)}${sheet(44, 70, 10, 10)}${sheet(44, 92, 10, 10)}M62 29h38M62 34h26M62 51h38M62 56h20M62 73h32M62 78h38M62 95h22M46 31l2.5 3 5-8M46 53l2.5 3 5-8`,
		brass: "M46 75l2.5 3 5-8M96 96l34-46 8 6-34 46-10 4zM126 55l8 6M96 96l8 6",
	},
	// A typewriter.
	"compliance-document-generator": {
		ink: `M20 58h120M24 58q-4 0-4 6t4 6h112q4 0 4-6t-4-6M14 60h6v8h-6zM140 60h6v8h-6zM28 70l-8 30h120l-8-30M20 100v8h120v-8M48 58V12h64v46${[84, 92].map((y) => Array.from({ length: 9 }, (_, at) => oval(40 + at * 10 + (y === 92 ? -4 : 0), y, 2.5)).join("")).join("")}M56 22h34M56 30h48M56 38h42`,
		brass: "M56 46h30M86 42v8M50 76h60",
	},
	// Calipers around a round piece.
	"control-testing-suite": {
		ink: `M14 22h134v15H14z${marks(22, 22, 6, 20)}M34 37v52l9 9V37M98 22v-6h34v6M98 37v61l9-9V46h25v-9M106 46v-9`,
		brass: `${oval(70.5, 70, 27)}M70.5 62v16M62.5 70h16M112 41h14`,
	},
};

/** A line drawing in ink and brass. It repeats the text beside it as a picture. */
export function Drawing({ of }: { of: SolutionId }) {
	const { ink, brass } = DRAWINGS[of];
	return (
		<svg
			viewBox="0 0 160 120"
			aria-hidden="true"
			className="w-full text-ink"
			fill="none"
			strokeWidth={1.25}
			strokeLinecap="round"
			strokeLinejoin="round"
		>
			<path d={ink} stroke="currentColor" />
			<path d={brass} stroke="var(--brass)" strokeWidth={1.75} />
		</svg>
	);
}
