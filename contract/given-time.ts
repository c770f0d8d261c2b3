import * as z from "zod/mini";

/**
 * A time from outside, ISO 8601 in UTC, such as when a person said something: an older statement that arrives late does not undo a
 * newer one. In the last moments of the year 9999, only milliseconds are accepted: the database would round anything finer into the
 * year 10000, which no list could return.
 */
export const givenTime = z.iso
	.datetime("Please give the time as a date and a time.")
	.check(z.refine((text) => !/^9999.*\.\d{4}/.test(text), "Please give the time to the millisecond."));
