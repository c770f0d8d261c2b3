import { type ScanId, scanId } from "#contract/ids.ts";

/** Where a page of a list ended. The time is text: a Date has no microseconds, and two scans may share a millisecond. */
export type Place = { acceptedAt: string; id: ScanId };

/** How a row's time is asked for to make a place of it. */
export const PLACE_COLUMN = `to_char(accepted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS place`;
const TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z$/;

/** Whether a text is a time as these columns give it. */
export const isTime = (text: string): boolean => TIME.test(text) && !Number.isNaN(Date.parse(text));

export const writeCursor = ({ acceptedAt, id }: Place): string =>
	Buffer.from(`${acceptedAt} ${id}`).toString("base64url");

/** Undefined for what no page of ours ended with. */
export function readCursor(cursor: string): Place | undefined {
	const [acceptedAt = "", id, ...rest] = Buffer.from(cursor, "base64url").toString().split(" ");
	const parsed = scanId.safeParse(id);
	if (!parsed.success || rest.length > 0 || !isTime(acceptedAt)) return undefined;
	return { acceptedAt, id: parsed.data };
}
