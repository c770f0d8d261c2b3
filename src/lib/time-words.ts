/** Day before month and a 24-hour clock, as in our reports: read one way only, wherever the reader is. */
const DATE = { day: "numeric", month: "short", year: "numeric" } as const;
const FULL = { ...DATE, hour: "2-digit", minute: "2-digit" } as const;
const LOCAL = new Intl.DateTimeFormat("en-GB", FULL);
const UTC = new Intl.DateTimeFormat("en-GB", { ...FULL, timeZone: "UTC" });
const DAY = new Intl.DateTimeFormat("en-GB", DATE);

/** A moment as a person reads it: on their clock, or, where it must be the same for everybody, in UTC. */
export const timeWords = (at: string | number, zone: "local" | "utc" = "local"): string =>
	zone === "utc" ? `${UTC.format(new Date(at))} UTC` : LOCAL.format(new Date(at));

/** Its day, on the reader's calendar. */
export const dayWords = (at: string | number): string => DAY.format(new Date(at));
