import type { ScanSummary } from "#contract/scans.ts";

/** `8 s`, `3 min 5 s`, `2 h 10 min`; never less than nothing. */
export function durationWords(ms: number): string {
	const seconds = Math.max(0, Math.floor(ms / 1000));
	const minutes = Math.floor(seconds / 60);
	const hours = Math.floor(minutes / 60);
	const join = (big: string, small: number, unit: string) => (small === 0 ? big : `${big} ${small} ${unit}`);
	if (minutes === 0) return `${seconds} s`;
	if (hours === 0) return join(`${minutes} min`, seconds % 60, "s");
	return join(`${hours} h`, minutes % 60, "min");
}

/** How long a scan took; null while it has not both begun and ended. */
export function durationOf({ startedAt, finishedAt }: Pick<ScanSummary, "startedAt" | "finishedAt">): string | null {
	if (!startedAt || !finishedAt) return null;
	const ms = Date.parse(finishedAt) - Date.parse(startedAt);
	return ms < 1000 ? "under 1 s" : durationWords(ms);
}

/** `1 finding`, `2 findings`: a number with its word. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
	`${count.toLocaleString("en")} ${count === 1 ? one : many}`;
