import { counted } from "#contract/format/count.ts";
import type { FindingOverview } from "#contract/vulnerabilities.ts";

type Expiring = FindingOverview["expiring"][number];

const DAY_MS = 86_400_000;
const YEAR = 365.25;
/** From here on years say it better, in days. */
const LONG = 2 * YEAR;

/** Whole days from the day `now` (milliseconds) lies in to a day of the calendar, both in UTC; negative once it is over. */
export const daysUntil = (day: string, now: number): number =>
	Math.round((Date.parse(`${day}T00:00:00Z`) - Math.floor(now / DAY_MS) * DAY_MS) / DAY_MS);

/** How near a day is. */
export function dueWords(day: string, now: number): string {
	const days = daysUntil(day, now);
	if (days === 0) return "today";
	const words = Math.abs(days) < LONG ? counted(Math.abs(days), "day") : `${Math.floor(Math.abs(days) / YEAR)} years`;
	return days > 0 ? `in ${words}` : `${words} ago`;
}

const WHAT: Record<Expiring["what"], { ends: string; ended: string }> = {
	certificate: { ends: "Certificate expires", ended: "Certificate expired" },
	"end-of-life": { ends: "Support ends", ended: "Support ended" },
	ownership: { ends: "Proof of ownership runs out", ended: "Proof of ownership ran out" },
	"accepted-risk": { ends: "Accepted risk opens again", ended: "Accepted risk opened again" },
};

/** What ends or has ended. */
export function endWords({ what, detail, on }: Expiring, now: number): string {
	const { ends, ended } = WHAT[what];
	const words = daysUntil(on, now) < 0 ? ended : ends;
	return detail === "" ? words : `${words}: ${detail}`;
}
