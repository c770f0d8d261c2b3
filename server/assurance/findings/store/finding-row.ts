import { SEVERITIES } from "#contract/findings/severity.ts";
import type { WorkspaceId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { oneOf, orNull, type RowOf, text, time } from "#server/platform/db/rows.ts";
import type { Tracked } from "../track.ts";

/** The columns of `findings` that decide how a finding's state changes. */
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
	/** As text: a day as a Date would depend on the machine's time zone. */
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
	verdict: row.word === null ? undefined : { state: row.word, reason: row.reason, until: row.until ?? undefined },
	saidAt: row.said_at ?? undefined,
});

/** The columns that a change of state writes, as JSON for `jsonb_to_recordset`. */
export const movedColumns = (fingerprint: string, { verdict, ...tracked }: Tracked) => ({
	fingerprint,
	severity: tracked.severity,
	first_seen_at: tracked.firstSeenAt,
	last_seen_at: tracked.lastSeenAt,
	seen_from: tracked.seenFrom,
	missed_from: tracked.missedFrom ?? null,
	fixed_at: tracked.fixedAt ?? null,
	reopened_at: tracked.reopenedAt ?? null,
	word: verdict?.state ?? null,
	reason: verdict?.reason ?? "",
	until: verdict?.until ?? null,
	said_at: tracked.saidAt ?? null,
});

/** Their types in PostgreSQL, without the fingerprint. */
export const MOVED_TYPES: Record<Exclude<keyof TrackedRow, "fingerprint">, string> = {
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

/** The columns of `movedColumns`, for `jsonb_to_recordset`. */
export const MOVED_TABLE = `fingerprint text, ${Object.entries(MOVED_TYPES)
	.map(([column, type]) => `${column} ${type}`)
	.join(", ")}`;

/** A finding and its new state. */
export type Moved = { fingerprint: string; after: Tracked };

export async function storeMoved(client: Executor, workspaceId: WorkspaceId, moved: readonly Moved[]): Promise<void> {
	await client.query(
		`UPDATE findings SET ${MOVED_COLUMNS.map((column) => `${column} = moved.${column}`).join(", ")}
		 FROM jsonb_to_recordset($2) AS moved (${MOVED_TABLE})
		 WHERE account_id = $1 AND findings.fingerprint = moved.fingerprint`,
		[workspaceId, JSON.stringify(moved.map(({ fingerprint, after }) => movedColumns(fingerprint, after)))],
	);
}

/** The state of a row on a day (`$n` of the statement, as text), by the same rules as `stateOf`. */
export const stateColumn = (day: string): string =>
	`CASE WHEN standing = 'accepted' AND until < ${day}::date THEN 'open' ELSE standing END`;
