const two = (value: number) => String(value).padStart(2, "0");

/** A time as the value of a `datetime-local` field, in this device's zone; empty if there is none. */
export function toField(time: number | undefined): string {
	if (time === undefined) return "";
	const date = new Date(time);
	const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
	return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The latest value such a field takes: browsers let people type years of six digits. */
export const LATEST = "9999-12-31T23:59";

/** The value of such a field in milliseconds since 1970; null if it is empty, or not a time up to `LATEST`. */
export function fromField(value: string): number | null {
	const time = new Date(value).getTime();
	return value === "" || Number.isNaN(time) || time > new Date(LATEST).getTime() ? null : time;
}
