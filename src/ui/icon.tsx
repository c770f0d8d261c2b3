const dot = (x: number, y: number, r: number) =>
	`M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0z`;

/** Outlines on a 24-unit grid, drawn for this product. */
const PATHS = {
	overview: "M4 19.5h16M7 19v-6M12 19V5.5M17 19v-9",
	scans: `${dot(12, 12, 5)}M12 3v4M12 17v4M3 12h4M17 12h4`,
	reports: "M6 3.5h8l4 4v13H6zM14 3.5v4h4M9 12h6M9 16h6",
	settings: `M4 7h9M17 7h3M4 17h3M11 17h9${dot(15, 7, 2)}${dot(9, 17, 2)}`,
	outbox: "M4 14v5.5h16V14h-5l-1.5 2.5h-3L9 14zM12 11.5V3.5M8.5 7 12 3.5 15.5 7",
	more: `${dot(5.5, 12, 0.75)}${dot(12, 12, 0.75)}${dot(18.5, 12, 0.75)}`,
	menu: "M4 7h16M4 12h16M4 17h16",
	close: "M6 6l12 12M18 6 6 18",
	panel: "M4 5h16v14H4zM9.5 5v14",
	plus: "M12 5v14M5 12h14",
	person: `${dot(12, 8, 3.5)}M5 20c.8-3.9 3.5-6 7-6s6.2 2.1 7 6`,
	back: "M19 12H5M11 6l-6 6 6 6",
	refresh: "M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4v5h-5",
	leave: "M14 4h5v16h-5M11 12H4M7.5 8.5 4 12l3.5 3.5",
} as const;

export type IconName = keyof typeof PATHS;

/** An icon beside a label, or in a control with a name. Never the only thing that conveys a meaning. */
export const Icon = ({ name }: { name: IconName }) => <Outline path={PATHS[name]} />;

/** An outline on a 24-unit grid for a single screen: its path isn't part of what every page loads. */
export function Outline({ path }: { path: string }) {
	return (
		<svg
			viewBox="0 0 24 24"
			aria-hidden="true"
			className="size-6 flex-none"
			fill="none"
			stroke="currentColor"
			strokeWidth={1.5}
			strokeLinecap="round"
			strokeLinejoin="round"
		>
			<path d={path} />
		</svg>
	);
}
