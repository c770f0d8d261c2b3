import type { FindingOverview } from "#contract/findings/vulnerabilities.ts";

export type Day = FindingOverview["trend"][number];

/** The severities that are drawn: informational findings are only in the table. */
const DRAWN = ["high", "medium", "low"] as const;
type Drawn = (typeof DRAWN)[number];

export type Row = {
	severity: Drawn;
	/** `x` in days from the first; `height` from 0 to 1. */
	bars: { x: number; height: number }[];
};

export type Picture = {
	/** First and last day, both included. */
	from: Day;
	to: Day;
	/** How many days that is. */
	width: number;
	rows: Row[];
};

/** Keeps the smallest bar visible beside the highest. */
const LEAST_HEIGHT = 0.04;

/** One point for each day in a row, with all severities on one scale, so that heights can be compared. Null if there is nothing to draw. */
export function pictureOf(days: readonly Day[]): Picture | null {
	const [from, to] = [days[0], days.at(-1)];
	const highest = Math.max(0, ...days.flatMap(({ open }) => DRAWN.map((severity) => open[severity])));
	if (!from || !to || highest === 0) return null;
	const rows = DRAWN.map((severity) => ({
		severity,
		bars: days.flatMap(({ open }, x) =>
			open[severity] > 0 ? [{ x, height: Math.max(LEAST_HEIGHT, open[severity] / highest) }] : [],
		),
	}));
	return { from, to, width: days.length, rows };
}
