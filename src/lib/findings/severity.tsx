import type { Severity } from "#contract/findings/severity.ts";

/** Each severity's label, shape and color: it is recognizable without the color. */
const LOOKS: Record<Severity, { label: string; color: string; path: string; outlined?: true }> = {
	high: { label: "High", color: "text-high", path: "M6 1 11.5 11H.5z" },
	medium: { label: "Medium", color: "text-medium", path: "M6 .5 11.5 6 6 11.5.5 6z" },
	low: { label: "Low", color: "text-low", path: "M6 1.25a4.75 4.75 0 1 1 0 9.5 4.75 4.75 0 0 1 0-9.5z" },
	none: { label: "Info", color: "text-none", path: "M6 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8z", outlined: true },
};

/** The severity's label. `none` is a token of the API, not a word for people. */
export const severityLabel = (severity: Severity): string => LOOKS[severity].label;

/** A severity as label, shape and color. */
export function SeverityMark({ severity }: { severity: Severity }) {
	const { label, color, path, outlined } = LOOKS[severity];
	return (
		<span className={`inline-flex items-center gap-1.5 font-semibold ${color}`}>
			<svg viewBox="0 0 12 12" aria-hidden="true" className="size-3 flex-none">
				<path
					d={path}
					fill={outlined ? "none" : "currentColor"}
					stroke={outlined ? "currentColor" : undefined}
					strokeWidth={outlined ? 1.75 : undefined}
				/>
			</svg>
			{label}
		</span>
	);
}
