/** Day before month and a 24-hour clock, as in our reports: read one way only, wherever the reader is. */
const DATE = { day: "numeric", month: "short", year: "numeric" } as const;
const FULL = { ...DATE, hour: "2-digit", minute: "2-digit" } as const;
const LOCAL = new Intl.DateTimeFormat("en-GB", FULL);
const UTC = new Intl.DateTimeFormat("en-GB", { ...FULL, timeZone: "UTC" });
const DAY = new Intl.DateTimeFormat("en-GB", DATE);
/** Of `YYYY-MM-DD`. */
const DAY_LENGTH = 10;
const UTC_DAY = new Intl.DateTimeFormat("en-GB", { ...DATE, timeZone: "UTC" });

/** A moment as a person reads it: on their clock, or, where it must be the same for everybody, in UTC. */
export const timeWords = (at: string | number, zone: "local" | "utc" = "local"): string =>
	zone === "utc" ? `${UTC.format(new Date(at))} UTC` : LOCAL.format(new Date(at));

/** Its day, on the reader's calendar; of a day that is given without a time, that day everywhere. */
export const dayWords = (at: string | number): string =>
	(typeof at === "string" && at.length === DAY_LENGTH ? UTC_DAY : DAY).format(new Date(at));
