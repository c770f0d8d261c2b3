import * as z from "zod/mini";
import type { Conditions } from "./conditions.ts";

/** Where a page of a list ended. The list is sorted by time and then id, newest first. */
export type PageCursor = { acceptedAt: string; id: string };

const TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z$/;
const uuid = z.uuid();

/** A time as a column `place`. It is text because a Date has no microseconds, and two rows can share a millisecond. */
export const placeColumn = (column: string): string =>
	`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS place`;

/** Whether a text is a time in the form `placeColumn` produces. */
export const isPlaceTime = (text: string): boolean => TIME.test(text) && !Number.isNaN(Date.parse(text));

export const writeCursor = ({ acceptedAt, id }: PageCursor): string =>
	Buffer.from(`${acceptedAt} ${id}`).toString("base64url");

/** Undefined for a text that `writeCursor` did not write. */
export function readCursor(cursor: string): PageCursor | undefined {
	const [acceptedAt = "", id, ...rest] = Buffer.from(cursor, "base64url").toString().split(" ");
	const parsed = uuid.safeParse(id);
	if (!parsed.success || rest.length > 0 || !isPlaceTime(acceptedAt)) return undefined;
	return { acceptedAt, id: parsed.data };
}

/** The condition for rows that come after a place. `column`: the time that the list is sorted by. */
export const isAfter = ({ acceptedAt, id }: PageCursor, bind: Conditions["bind"], column = "accepted_at"): string =>
	`(${column}, id) < (${bind(acceptedAt)}::timestamptz, ${bind(id)}::uuid)`;

/** Cuts a list that was read with one row more than its page shows. `last`: the page's last row, if more rows follow. */
export function cutPage<T>(rows: T[], limit: number): { shown: T[]; last: T | undefined } {
	const shown = rows.slice(0, limit);
	return { shown, last: rows.length > limit ? shown.at(-1) : undefined };
}
