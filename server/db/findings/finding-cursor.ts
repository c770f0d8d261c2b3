import { fingerprint as fingerprintSchema } from "#contract/vulnerabilities.ts";
import { isTime } from "../scans/scan-cursor.ts";

/** Where a page of findings ended. The time is text: a Date has no microseconds. */
export type FindingPlace = { weight: number; lastSeenAt: string; fingerprint: string };

/** How a row is asked for to make a place of it. */
export const PLACE_TIME = `to_char(last_seen_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS place`;

export const writeFindingCursor = ({ weight, lastSeenAt, fingerprint }: FindingPlace): string =>
	Buffer.from(`${weight} ${lastSeenAt} ${fingerprint}`).toString("base64url");

/** Undefined for what no page of ours ended with. */
export function readFindingCursor(cursor: string): FindingPlace | undefined {
	const [weight = "", lastSeenAt = "", text, ...rest] = Buffer.from(cursor, "base64url").toString().split(" ");
	const fingerprint = fingerprintSchema.safeParse(text);
	if (!fingerprint.success || rest.length > 0 || !/^[0-3]$/.test(weight) || !isTime(lastSeenAt)) return undefined;
	return { weight: Number(weight), lastSeenAt, fingerprint: fingerprint.data };
}
