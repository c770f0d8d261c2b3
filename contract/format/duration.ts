import { counted } from "./count.ts";

/** `8 s`, `3 min 5 s`, `2 h 10 min`. */
export function durationText(ms: number): string {
	const seconds = Math.max(0, Math.floor(ms / 1000));
	const minutes = Math.floor(seconds / 60);
	const hours = Math.floor(minutes / 60);
	const join = (big: string, small: number, unit: string) => (small === 0 ? big : `${big} ${small} ${unit}`);
	if (minutes === 0) return `${seconds} s`;
	if (hours === 0) return join(`${minutes} min`, seconds % 60, "s");
	return join(`${hours} h`, minutes % 60, "min");
}

/** How long to wait, such as `5 minutes`: rounded up, so that nobody comes back too early. */
export function waitText(seconds: number): string {
	if (seconds < 90) return counted(seconds, "second");
	return seconds < 5_400 ? counted(Math.ceil(seconds / 60), "minute") : counted(Math.ceil(seconds / 3_600), "hour");
}
