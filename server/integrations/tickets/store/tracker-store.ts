import type { AccountId, ClientId } from "#contract/ids.ts";
import {
	TRACKER_SYSTEMS,
	TRACKERS_LIMIT,
	type Tracker,
	type TrackerChange,
	type TrackerRequest,
} from "#contract/tickets/trackers.ts";
import { insertRow } from "#server/platform/db/insert-row.ts";
import { inTransaction, type Pool } from "#server/platform/db/pool.ts";
import {
	bytes,
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
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import type { Connection } from "../connection.ts";

const TRACKER = {
	id: uuid,
	name: text,
	system: oneOf(TRACKER_SYSTEMS),
	url: text,
	project: text,
	issue_type: text,
	email: text,
	client_id: orNull(id<ClientId>()),
	made_by: orNull(id<AccountId>()),
	maker: orNull(text),
	created_at: time,
	paused_until: orNull(time),
	failed: int,
};
const CONNECTION = {
	system: oneOf(TRACKER_SYSTEMS),
	url: text,
	project: text,
	issue_type: text,
	email: text,
	token: bytes,
};

const trackerOfRow = (row: RowOf<typeof TRACKER>): Tracker => ({
	id: row.id,
	name: row.name,
	system: row.system,
	url: row.url,
	project: row.project,
	issueType: row.issue_type,
	email: row.email,
	clientId: row.client_id,
	madeBy: row.made_by === null ? null : { accountId: row.made_by, name: row.maker ?? "" },
	createdAt: row.created_at.toISOString(),
	failed: row.failed,
	pausedUntil: row.paused_until?.toISOString() ?? null,
});

/** Trackers as their workspace sets them up, in PostgreSQL. */
export function createTrackerStore(walled: Pool) {
	return {
		async list(scope: Scope): Promise<Tracker[]> {
			const rows = await readRows(
				within(walled, scope),
				TRACKER,
				`SELECT tracker.id, name, system, url, project, issue_type, tracker.email, client_id, made_by,
				   btrim(first_name || ' ' || last_name) AS maker, tracker.created_at, paused_until,
				   (SELECT count(*) FROM tickets WHERE tracker_id = tracker.id AND next_at IS NULL AND problem IS NOT NULL) AS failed
				 FROM trackers AS tracker LEFT JOIN accounts ON accounts.id = made_by
				 WHERE tracker.workspace_id = $1 ORDER BY tracker.created_at, tracker.id`,
				[scope.workspaceId],
			);
			return rows.map(trackerOfRow);
		},
		async hasClient(scope: Scope, clientId: ClientId) {
			const sql = "SELECT true AS found FROM clients WHERE workspace_id = $1 AND id = $2";
			return (await readRow(within(walled, scope), { found: flag }, sql, [scope.workspaceId, clientId])) !== undefined;
		},
		/** False if the workspace has as many as it may. */
		add(
			scope: Scope,
			{
				id,
				name,
				system,
				url,
				project,
				issueType,
				email,
				clientId,
				token,
				createdAt,
			}: Omit<TrackerRequest, "token" | "url"> & { id: string; url: string; token: Buffer; createdAt: Date },
		) {
			const { workspaceId, accountId } = scope;
			return inTransaction(
				within(walled, scope),
				async (tx) => {
					// One after another, so that two requests cannot both take the last place.
					await holdWorkspaceFor(tx, scope, "manage");
					const sql = "SELECT count(*) AS n FROM trackers WHERE workspace_id = $1";
					const here = await readRow(tx, { n: int }, sql, [workspaceId]);
					if (here && here.n >= TRACKERS_LIMIT) return false;
					await insertRow(tx, "trackers", {
						id,
						workspace_id: workspaceId,
						client_id: clientId,
						name,
						system,
						url,
						project,
						issue_type: issueType,
						email,
						token,
						made_by: accountId,
						created_at: createdAt,
					});
					return true;
				},
				(isAdded) => isAdded,
			);
		},
		/** Tries again what was given up. False if there is nothing. */
		change(
			scope: Scope,
			id: string,
			{
				name,
				url,
				project,
				issueType,
				email,
				clientId,
				token,
			}: Omit<TrackerChange, "token"> & { token?: Buffer | undefined },
			now: Date,
		) {
			return inTransaction(within(walled, scope), async (tx) => {
				await holdWorkspaceFor(tx, scope, "manage");
				const { rowCount } = await tx.query(
					`UPDATE trackers SET name = coalesce($3, name), url = coalesce($4, url), project = coalesce($5, project),
					   issue_type = coalesce($6, issue_type), email = coalesce($7, email), token = coalesce($8, token),
					   client_id = CASE WHEN $9 THEN $10::uuid ELSE client_id END, paused_until = NULL
					 WHERE workspace_id = $1 AND id = $2`,
					[
						scope.workspaceId,
						id,
						name ?? null,
						url ?? null,
						project ?? null,
						issueType ?? null,
						email ?? null,
						token ?? null,
						clientId !== undefined,
						clientId ?? null,
					],
				);
				await tx.query(
					`UPDATE tickets SET next_at = $2, attempts = 0 WHERE tracker_id = $1 AND next_at IS NULL AND problem IS NOT NULL`,
					[id, now],
				);
				return rowCount === 1;
			});
		},
		async remove(scope: Scope, id: string) {
			const { rowCount } = await within(walled, scope).query(
				"DELETE FROM trackers WHERE workspace_id = $1 AND id = $2",
				[scope.workspaceId, id],
			);
			return rowCount === 1;
		},
		async connection(scope: Scope, id: string): Promise<Connection | undefined> {
			const row = await readRow(
				within(walled, scope),
				CONNECTION,
				"SELECT system, url, project, issue_type, email, token FROM trackers WHERE workspace_id = $1 AND id = $2",
				[scope.workspaceId, id],
			);
			if (!row) return undefined;
			const { issue_type: issueType, ...more } = row;
			return { ...more, issueType, workspaceId: scope.workspaceId, trackerId: id };
		},
	};
}
