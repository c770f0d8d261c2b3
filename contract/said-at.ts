import * as z from "zod/mini";

/** When a person said it, ISO 8601 in UTC: an older word that arrives late does not undo a newer one. */
export const saidAt = z.iso.datetime("Please give the time as a date and a time.");
