import { createRecords } from "#src/outbox/storage/record.ts";
import { REQUESTS } from "./definition.ts";

/** Reads our stored records. */
export const { readRecord, unreadable } = createRecords(REQUESTS);
