import * as z from "zod/mini";

/**
 * A time that someone else gives, ISO 8601 in UTC, such as when a person said something: an older word that arrives late does not undo
 * a newer one. The last moments of the year 9999 are taken to the millisecond alone: where times are stored, a finer one is rounded
 * into the year 10000, which no list could answer with.
 */
export const givenTime = z.iso
	.datetime("Please give the time as a date and a time.")
	.check(z.refine((text) => !/^9999.*\.\d{4}/.test(text), "Please give the time to the millisecond."));
