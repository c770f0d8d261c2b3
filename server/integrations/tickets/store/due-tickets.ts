import type { Finding } from "#contract/findings/findings.ts";
import type { WorkspaceId } from "#contract/ids.ts";
import { TRACKER_SYSTEMS } from "#contract/tickets/trackers.ts";
import { inTransaction, type Pool } from "#server/platform/db/pool.ts";
import {
	bytes,
	flag,
	id,
	int,
	json,
	oneOf,
	orNull,
	type RowOf,
	readRow,
	readRows,
	text,
	texts,
	time,
	uuid,
} from "#server/platform/db/rows.ts";
import type { Due } from "../due-ticket.ts";
import type { TicketFacts } from "../facts.ts";
import type { Issue } from "../issue.ts";
import type { Settled } from "../settled.ts";
import { TRY_MS } from "../trackers/ask.ts";

/** A ticket that a process took and has not settled after this long is tried again. Longer than any try. */
const LEASE_MS = 3 * TRY_MS;

const DUE = {
	id: uuid,
	workspace_id: id<WorkspaceId>(),
	tracker_id: uuid,
	system: oneOf(TRACKER_SYSTEMS),
	base: text,
	project: text,
	issue_type: text,
	email: text,
	token: bytes,
	wanted: oneOf(["open", "closed"]),
	remote: oneOf(["none", "open", "closed", "told"]),
	is_unsure: flag,
	ref: orNull(text),
	key: orNull(text),
	url: orNull(text),
	turn: int,
	turned_at: time,
	created_at: time,
	attempts: int,
};

function dueOfRow(row: RowOf<typeof DUE>, leasedUntil: Date): Due {
	const { ref, key, url } = row;
	return {
		id: row.id,
		connection: {
			workspaceId: row.workspace_id,
			trackerId: row.tracker_id,
			system: row.system,
			url: row.base,
			project: row.project,
			issueType: row.issue_type,
			email: row.email,
			token: row.token,
		},
		standing: { wanted: row.wanted, remote: row.remote },
		isUnsure: row.is_unsure,
		issue: ref === null || key === null || url === null ? undefined : ({ ref, key, url } satisfies Issue),
		turn: row.turn,
		turnedAt: row.turned_at,
		createdAt: row.created_at,
		attempts: row.attempts,
		leasedUntil,
	};
}

const FACTS = {
	path: text,
	turned_at: time,
	finding: orNull(json<Finding>()),
	first_seen_at: orNull(time),
	last_seen_at: orNull(time),
	title: orNull(text),
	note: orNull(text),
	due: orNull(text),
	controls: texts,
};

/** What has to be done in trackers. */
export function createDueTickets(pool: Pool) {
	return {
		/** Takes what is due, at most `atMost`, one at a time for each tracker. */
		async take(now: Date, atMost: number): Promise<Due[]> {
			const leasedUntil = new Date(now.getTime() + LEASE_MS);
			const rows = await readRows(
				pool,
				DUE,
				// A tracker is locked while one of its tickets is taken: trackers want the requests of one token one after another. What
				// another process took in between has a lease, which the update checks again.
				`WITH ready AS (
				   SELECT id FROM trackers WHERE (paused_until IS NULL OR paused_until <= $1)
				     AND EXISTS (SELECT FROM tickets WHERE tracker_id = trackers.id AND next_at <= $1)
				     AND NOT EXISTS (SELECT FROM tickets WHERE tracker_id = trackers.id AND next_at IS NOT NULL AND leased_until > $1)
				   LIMIT 500 FOR NO KEY UPDATE SKIP LOCKED),
				 due AS (
				   SELECT picked.* FROM ready CROSS JOIN LATERAL (
				     SELECT id, next_at, begun FROM tickets WHERE tracker_id = ready.id AND next_at <= $1
				     ORDER BY next_at, id LIMIT 1) AS picked
				   ORDER BY picked.next_at LIMIT $3)
				 UPDATE tickets AS ticket SET leased_until = $2, attempts = attempts + 1, begun = true FROM due, trackers AS tracker
				 WHERE ticket.id = due.id AND tracker.id = ticket.tracker_id AND ticket.next_at <= $1
				   AND (leased_until IS NULL OR leased_until <= $1)
				 RETURNING ticket.id, ticket.workspace_id, tracker_id, system, tracker.url AS base, project, issue_type, email, token, wanted,
				   remote, due.begun AS is_unsure, ref, key, ticket.url, turn, turned_at, ticket.created_at, attempts`,
				[now, leasedUntil, atMost],
			);
			return rows.map((row) => dueOfRow(row, leasedUntil));
		},
		/** What the ticket is about, in its current state. Undefined if it was deleted in the meantime. */
		async facts(ticketId: string): Promise<TicketFacts | undefined> {
			const row = await readRow(
				pool,
				FACTS,
				`SELECT '/dashboard' || CASE WHEN ticket.client_id = ticket.workspace_id THEN ''
				     ELSE coalesce((SELECT '/c/' || code FROM clients WHERE id = ticket.client_id), '') END
				   || CASE WHEN task_id IS NULL THEN '/vulnerabilities/' || ticket.fingerprint ELSE '/tasks/' || task_id END
				   || '?workspace=' || ticket.workspace_id AS path,
				   turned_at, finding, first_seen_at, last_seen_at, tasks.title, note, due::text AS due,
				   ARRAY(SELECT code || ' ' || controls.title FROM task_controls AS about
				     JOIN controls ON controls.workspace_id = about.workspace_id AND controls.id = about.control_id
				     WHERE about.workspace_id = ticket.workspace_id AND about.task_id = ticket.task_id ORDER BY code) AS controls
				 FROM tickets AS ticket
				   LEFT JOIN findings ON findings.account_id = ticket.workspace_id AND findings.fingerprint = ticket.fingerprint
				   LEFT JOIN tasks ON tasks.workspace_id = ticket.workspace_id AND tasks.id = ticket.task_id
				 WHERE ticket.id = $1`,
				[ticketId],
			);
			return row && factsOf(row);
		},
		settle: (due: Due, settled: Settled, now: Date) =>
			inTransaction(pool, async (tx) => {
				const mine = [due.id, due.leasedUntil];
				if (settled.ok) {
					const { remote, issue } = settled;
					await tx.query(
						// The wanted state may have changed while this was in progress.
						`UPDATE tickets SET remote = $3, ref = $4, key = $5, url = $6, synced_at = $7, begun = false, leased_until = NULL,
						   attempts = 0, problem = NULL, code = NULL, detail = '',
						   next_at = CASE WHEN is_ticket_settled($3, wanted) THEN NULL ELSE $7::timestamptz END
						 WHERE id = $1 AND leased_until = $2`,
						[...mine, remote, issue.ref, issue.key, issue.url, now],
					);
					return;
				}
				const { problem, code, detail, isUnsure, nextAt, pausedUntil } = settled;
				await tx.query(
					`UPDATE tickets SET begun = $3, leased_until = NULL, problem = $4, code = $5, detail = $6,
					   next_at = CASE WHEN turn <> $8 AND remote <> 'none' THEN $9 ELSE $7::timestamptz END
					 WHERE id = $1 AND leased_until = $2`,
					[...mine, isUnsure, problem, code, detail, nextAt, due.turn, now],
				);
				if (pausedUntil) {
					await tx.query("UPDATE trackers SET paused_until = $2 WHERE id = $1", [
						due.connection.trackerId,
						pausedUntil,
					]);
				}
			}),
	};
}

export type DueTickets = ReturnType<typeof createDueTickets>;

function factsOf(row: RowOf<typeof FACTS>): TicketFacts {
	const { path, turned_at: turnedAt, finding, first_seen_at, last_seen_at, title, note, due, controls } = row;
	if (finding !== null && first_seen_at !== null && last_seen_at !== null) {
		return { about: "finding", path, turnedAt, finding, firstSeenAt: first_seen_at, lastSeenAt: last_seen_at };
	}
	if (title === null) throw new Error("A ticket is about nothing");
	return { about: "task", path, turnedAt, title, note: note ?? "", due, controls };
}
