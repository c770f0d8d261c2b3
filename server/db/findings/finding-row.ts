import { SEVERITIES } from "#contract/severity.ts";
import type { Tracked } from "../../findings/track.ts";
import { oneOf, orNull, type RowOf, text, time } from "../rows.ts";

/** A row of `findings` in what decides how it moves. */
export const TRACKED = {
	fingerprint: text,
	severity: oneOf(SEVERITIES),
	first_seen_at: time,
	last_seen_at: time,
	seen_from: time,
	missed_from: orNull(time),
	fixed_at: orNull(time),
	reopened_at: orNull(time),
	word: orNull(oneOf(["fixed", "false-positive", "accepted"])),
	reason: text,
	/** As text: a Date of a day depends on the time zone of the machine. */
	until: orNull(text),
	said_at: orNull(time),
};
export type TrackedRow = RowOf<typeof TRACKED>;

export const trackedColumns = `fingerprint, severity, first_seen_at, last_seen_at, seen_from, missed_from, fixed_at, reopened_at,
	word, reason, until::text, said_at`;

export const trackedOfRow = (row: TrackedRow): Tracked => ({
	severity: row.severity,
	firstSeenAt: row.first_seen_at,
	lastSeenAt: row.last_seen_at,
	seenFrom: row.seen_from,
	missedFrom: row.missed_from ?? undefined,
	fixedAt: row.fixed_at ?? undefined,
	reopenedAt: row.reopened_at ?? undefined,
	word: row.word === null ? undefined : { state: row.word, reason: row.reason, until: row.until ?? undefined },
	saidAt: row.said_at ?? undefined,
});

/** The columns that a move changes, as JSON that `jsonb_to_recordset` reads back. */
export const movedColumns = (fingerprint: string, { word, ...tracked }: Tracked) => ({
	fingerprint,
	severity: tracked.severity,
	first_seen_at: tracked.firstSeenAt,
	last_seen_at: tracked.lastSeenAt,
	seen_from: tracked.seenFrom,
	missed_from: tracked.missedFrom ?? null,
	fixed_at: tracked.fixedAt ?? null,
	reopened_at: tracked.reopenedAt ?? null,
	word: word?.state ?? null,
	reason: word?.reason ?? "",
	until: word?.until ?? null,
	said_at: tracked.saidAt ?? null,
});

const MOVED_TYPES: Record<Exclude<keyof TrackedRow, "fingerprint">, string> = {
	severity: "text",
	first_seen_at: "timestamptz",
	last_seen_at: "timestamptz",
	seen_from: "timestamptz",
	missed_from: "timestamptz",
	fixed_at: "timestamptz",
	reopened_at: "timestamptz",
	word: "text",
	reason: "text",
	until: "date",
	said_at: "timestamptz",
};

export const MOVED_COLUMNS = Object.keys(MOVED_TYPES);

/** What `movedColumns` gave, as columns of a table for SQL. */
export const MOVED_TABLE = `fingerprint text, ${Object.entries(MOVED_TYPES)
	.map(([column, type]) => `${column} ${type}`)
	.join(", ")}`;

export const MOVED_SET = MOVED_COLUMNS.map((column) => `${column} = moved.${column}`).join(", ");

/** The state of a row on a day (`$n` of the statement, as text), as `stateOf` has it. */
export const stateColumn = (day: string): string =>
	`CASE WHEN standing = 'accepted' AND until < ${day}::date THEN 'open' ELSE standing END`;
