const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const two = (value: number): string => String(value).padStart(2, "0");

/** `27 Nov 2026`, in UTC. Written by hand so that no locale data can change a report's bytes. */
export const day = (date: Date): string =>
	`${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ""} ${date.getUTCFullYear()}`;

/** `14:02:09`, in UTC. */
export const clock = (date: Date): string =>
	`${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;

/** `27 Nov 2026, 14:02 UTC`. */
export const dayAndTime = (date: Date): string => `${day(date)}, ${clock(date).slice(0, 5)} UTC`;

/** `12 s` or `3 min 5 s`; never less than a second. */
export const duration = (from: Date, to: Date): string => {
	const seconds = Math.max(1, Math.round((to.getTime() - from.getTime()) / 1000));
	const minutes = Math.floor(seconds / 60);
	if (minutes === 0) return `${seconds} s`;
	return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
};
