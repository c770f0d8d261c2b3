import type { SeverityCounts } from "#contract/scans.ts";

export type Day = { day: string; findings: SeverityCounts };

/** The severities that are drawn: informational findings are only in the table. */
const DRAWN = ["high", "medium", "low"] as const;
type Drawn = (typeof DRAWN)[number];

export type Row = {
	severity: Drawn;
	/** `x` in days from the first; `height` from 0 to 1. */
	bars: { x: number; height: number }[];
	/** The day with the most; null where there was none on any day. */
	peak: { count: number; day: string } | null;
};

export type Picture = {
	/** First and last day, both included. */
	from: string;
	to: string;
	/** How many days that is. */
	width: number;
	rows: Row[];
};

const DAY_MS = 86_400_000;
/** With fewer days, one bar would fill the chart. */
const LEAST_DAYS = 14;
/** The smallest bar is still visible beside the highest. */
const LEAST_HEIGHT = 0.04;

const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** All severities on one scale, so that heights can be compared. Null if there is no day to show. */
export function pictureOf(days: readonly Day[], now: number): Picture | null {
	const first = days[0];
	const last = days.at(-1);
	if (!first || !last) return null;
	// The device's clock may be behind the server's.
	const to = Math.max(timeOf(dayOf(now)), timeOf(last.day));
	const from = Math.min(timeOf(first.day), to - (LEAST_DAYS - 1) * DAY_MS);
	const highest = Math.max(1, ...days.flatMap(({ findings }) => DRAWN.map((severity) => findings[severity])));
	return {
		from: dayOf(from),
		to: dayOf(to),
		width: Math.round((to - from) / DAY_MS) + 1,
		rows: DRAWN.map((severity) => ({
			severity,
			bars: days
				.filter(({ findings }) => findings[severity] > 0)
				.map(({ day, findings }) => ({
					x: Math.round((timeOf(day) - from) / DAY_MS),
					height: Math.max(LEAST_HEIGHT, findings[severity] / highest),
				})),
			peak: peakOf(days, severity),
		})),
	};
}

function peakOf(days: readonly Day[], severity: Drawn): Row["peak"] {
	let peak: Row["peak"] = null;
	for (const { day, findings } of days) {
		if (findings[severity] > (peak?.count ?? 0)) peak = { count: findings[severity], day };
	}
	return peak;
}
