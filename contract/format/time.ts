const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/** Of `YYYY-MM-DD`. */
const DAY_LENGTH = 10;

/** The clock for reading a time: the device's own, or UTC, which a text for several readers states. */
type Zone = "local" | "utc";

/** The digits of a moment on a clock. Formatted by hand, so that locale data cannot change a report's bytes. */
function read(at: string | number | Date, zone: Zone) {
	const date = new Date(at);
	const iso = new Date(date.getTime() - (zone === "utc" ? 0 : date.getTimezoneOffset() * 60_000)).toISOString();
	const [year = "", month = "", day = ""] = iso.slice(0, DAY_LENGTH).split("-");
	return {
		day: `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`,
		clock: iso.slice(DAY_LENGTH + 1, DAY_LENGTH + 9),
	};
}

/** `22 Nov 2026`. A calendar day such as `2026-11-22` is that day in every zone. */
export const dayText = (at: string | number | Date, zone: Zone = "local"): string =>
	read(at, typeof at === "string" && at.length === DAY_LENGTH ? "utc" : zone).day;

/** `02:46:09`. */
export const clockText = (at: string | number | Date, zone: Zone = "local"): string => read(at, zone).clock;

/** `22 Nov 2026, 02:46`; with the zone if in UTC. */
export function timeText(at: string | number | Date, zone: Zone = "local"): string {
	const { day, clock } = read(at, zone);
	return `${day}, ${clock.slice(0, 5)}${zone === "utc" ? " UTC" : ""}`;
}
