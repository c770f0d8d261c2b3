import { createHash } from "node:crypto";
import { canonicalJson } from "#contract/canonical-json.ts";

/** What was recorded, and its SHA-256. */
export type StoredRecord = { json: string; sha256: Buffer };

/** The same content gives the same text and the same hash, whatever the order of its keys. */
export function storedRecord(record: Readonly<Record<string, unknown>>): StoredRecord {
	const json = canonicalJson(record);
	return { json, sha256: createHash("sha256").update(json).digest() };
}
