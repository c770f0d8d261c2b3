const FULL = new Intl.NumberFormat("en");
const SHORT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** In full while it fits a tile: 99,999, then 100K, 1.2M. */
export const countText = (count: number): string => (count < 100_000 ? FULL : SHORT).format(count);

/** Beside another number there is less room: 9,999, then 10K. */
export const shortText = (count: number): string => (count < 10_000 ? FULL : SHORT).format(count);

const DAY = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });

/** A day of the calendar, such as `6 Apr`. */
export function axisDay(day: string): string {
	const parts = DAY.formatToParts(new Date(`${day}T00:00:00Z`));
	const read = (type: "day" | "month") => parts.find((part) => part.type === type)?.value ?? "";
	return `${read("day")} ${read("month")}`;
}

/** How much longer a scan takes, counted from `now` in milliseconds. Empty if unknown. */
export function remainingText(estimatedAt: string | null, now: number): string {
	if (estimatedAt === null) return "";
	const minutes = Math.ceil((Date.parse(estimatedAt) - now) / 60_000);
	if (minutes <= 0) return "takes longer than usual";
	return minutes === 1 ? "about a minute left" : `about ${minutes} min left`;
}
