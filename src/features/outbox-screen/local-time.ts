const two = (value: number) => String(value).padStart(2, "0");

/** A time as `datetime-local` fields want it, in this device's zone; empty where there is none. */
export function toField(time: number | undefined): string {
	if (time === undefined) return "";
	const date = new Date(time);
	const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
	return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** What such a field says, in milliseconds since 1970; null where it says nothing. */
export function fromField(value: string): number | null {
	const time = new Date(value).getTime();
	return value === "" || Number.isNaN(time) ? null : time;
}
