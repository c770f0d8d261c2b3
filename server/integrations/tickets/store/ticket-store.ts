import { randomUUID } from "node:crypto";
import type { ClientId } from "#contract/ids.ts";
import {
	idOfSubject,
	type Ticket,
	type TicketAccepted,
	type TicketList,
	type TicketRequest,
	type TicketSubject,
} from "#contract/tickets/tickets.ts";
import { TRACKER_PROBLEMS, TRACKER_SYSTEMS } from "#contract/tickets/trackers.ts";
import { type Answered, askedIn, oncePerKey } from "#server/identity/accounts/store/account-requests.ts";
import type { Executor, Pool } from "#server/platform/db/pool.ts";
import {
	flag,
	id,
	int,
	oneOf,
	orNull,
	type RowOf,
	readRow,
	readRows,
	text,
	time,
	uuid,
} from "#server/platform/db/rows.ts";
import { orRefused, Refused } from "#server/platform/refusals/refused.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import { ofClient } from "#server/platform/tenancy/of-client.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { shownState } from "../moves.ts";

const CREATED_PER_HOUR = 300;
const REFUSALS = ["not_found", "no_tracker", "already_finished"] as const;

const TICKET = {
	id: uuid,
	tracker_id: uuid,
	name: text,
	system: oneOf(TRACKER_SYSTEMS),
	wanted: oneOf(["open", "closed"]),
	remote: oneOf(["none", "open", "closed", "told"]),
	key: orNull(text),
	url: orNull(text),
	created_at: time,
	synced_at: orNull(time),
	next_at: orNull(time),
	problem: orNull(oneOf(TRACKER_PROBLEMS)),
	code: orNull(int),
	detail: text,
};
const CHOICE = { id: uuid, name: text, system: oneOf(TRACKER_SYSTEMS) };
const SUBJECT = { client_id: id<ClientId>(), sample: flag, ended: flag };

function ticketOfRow(row: RowOf<typeof TICKET>): Ticket {
	const { id, tracker_id, name, system, created_at, next_at, problem, code, detail, key, url, synced_at } = row;
	const common = {
		id,
		tracker: { id: tracker_id, name, system },
		createdAt: created_at.toISOString(),
		trouble: problem === null ? null : { problem, code, detail, nextAt: next_at?.toISOString() ?? null },
	};
	const state = shownState(row);
	if (state === "creating") return { ...common, state };
	if (key === null || url === null || synced_at === null) throw new Error("A ticket has no issue");
	return { ...common, state, issue: { key, url }, syncedAt: synced_at.toISOString() };
}

/** Where a ticket about something of a client may be created; for the sample, only if a tracker was set up for it. */
const takesClient = (client: string, sample: string) =>
	`(client_id = ${client} OR client_id IS NULL AND NOT ${sample}::boolean)`;

/** What a ticket would be about; undefined if the sender cannot see it. */
function readSubject(client: Executor, { workspaceId, clientId }: Scope, about: TicketSubject) {
	const sample = "(SELECT sample FROM clients WHERE clients.id = about.client_id)";
	return readRow(
		client,
		SUBJECT,
		about.type === "finding"
			? `SELECT client_id, ${sample} AS sample, ended FROM (
			     SELECT client_of_host($1, asset) AS client_id, standing = 'fixed' AS ended FROM findings
			     WHERE account_id = $1 AND fingerprint = $2 AND ${ofClient("asset", "$1", "$3")}) AS about`
			: `SELECT client_id, ${sample} AS sample, ended FROM (
			     SELECT client_id, state IN ('done', 'dropped') AS ended FROM tasks
			     WHERE workspace_id = $1 AND id = $2 AND ($3::uuid IS NULL OR client_id = $3)) AS about`,
		[workspaceId, idOfSubject(about), clientId],
	);
}

const columnOf = ({ type }: TicketSubject) => (type === "finding" ? "fingerprint" : "task_id");

async function insert(client: Executor, scope: Scope, { trackerId, about }: TicketRequest, at: Date): Promise<string> {
	const { workspaceId, accountId } = scope;
	const subject = await readSubject(client, scope, about);
	if (!subject) throw new Refused("not_found");
	const column = columnOf(about);
	const known = await readRow(
		client,
		{ id: uuid },
		`SELECT id FROM tickets WHERE workspace_id = $1 AND tracker_id = $2 AND ${column} = $3`,
		[workspaceId, trackerId, idOfSubject(about)],
	);
	if (known) return known.id;
	if (subject.ended) throw new Refused("already_finished");
	const id = randomUUID();
	const { rowCount } = await client.query(
		`INSERT INTO tickets (id, workspace_id, client_id, tracker_id, ${column}, turned_at, next_at, made_by, created_at)
		 SELECT $1, $2, $3, trackers.id, $5, $6, $6, $7, $6 FROM trackers
		 WHERE workspace_id = $2 AND trackers.id = $4 AND ${takesClient("$3", "$8")}`,
		[id, workspaceId, subject.client_id, trackerId, idOfSubject(about), at, accountId, subject.sample],
	);
	if (rowCount !== 1) throw new Refused("no_tracker");
	return id;
}

/** Tickets as members see them, in PostgreSQL. */
export function createTicketStore(walled: Pool, now: () => Date) {
	return {
		async list(scope: Scope, about: TicketSubject, { create }: { create: boolean }): Promise<TicketList> {
			const pool = within(walled, scope);
			const subject = await readSubject(pool, scope, about);
			if (!subject) return { tickets: [], trackers: [] };
			const tickets = await readRows(
				pool,
				TICKET,
				`SELECT ticket.id, tracker_id, name, system, wanted, remote, key, ticket.url, ticket.created_at, synced_at, next_at, problem,
				   code, detail
				 FROM tickets AS ticket JOIN trackers ON trackers.id = tracker_id
				 WHERE ticket.workspace_id = $1 AND ${columnOf(about)} = $2 ORDER BY ticket.created_at, ticket.id`,
				[scope.workspaceId, idOfSubject(about)],
			);
			const trackers = create
				? await readRows(
						pool,
						CHOICE,
						`SELECT id, name, system FROM trackers WHERE workspace_id = $1 AND ${takesClient("$2", "$3")} ORDER BY created_at, id`,
						[scope.workspaceId, subject.client_id, subject.sample],
					)
				: [];
			return { tickets: tickets.map(ticketOfRow), trackers };
		},
		create(
			scope: Scope,
			{ key, request }: { key: string | null; request: TicketRequest },
		): Promise<Answered<TicketAccepted, "not_found" | "no_tracker" | "already_finished">> {
			const counter = { what: "tickets", whom: scope.accountId, points: CREATED_PER_HOUR, windowSeconds: 3_600 };
			const asked = { ...askedIn(scope, { ticket: request }), key, counter };
			return orRefused(REFUSALS, () =>
				oncePerKey<TicketAccepted>(within(walled, scope), asked, async (client) => {
					// One after another, so that two requests for one ticket create only one.
					await holdWorkspaceFor(client, scope, "work");
					const at = now();
					const ticketId = await insert(client, scope, request, at);
					return { receipt: { key, acceptedAt: at.toISOString() }, ticketId };
				}),
			);
		},
		/** False if there is none that waits or was given up. */
		async retry(scope: Scope, id: string, at: Date) {
			const { rowCount } = await within(walled, scope).query(
				`UPDATE tickets SET next_at = $3, attempts = 0
				 WHERE workspace_id = $1 AND id = $2 AND problem IS NOT NULL AND (leased_until IS NULL OR leased_until <= $3)`,
				[scope.workspaceId, id, at],
			);
			return rowCount === 1;
		},
	};
}
