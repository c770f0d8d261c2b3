import { STANDINGS } from "#contract/controls/standing.ts";
import type { ClientId } from "#contract/ids.ts";
import { announce } from "#server/integrations/webhooks/store/announce.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { id, oneOf, orNull, readRows, text, uuid } from "#server/platform/db/rows.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { readStandings } from "./standings.ts";

const CONTROL = {
	id: uuid,
	client_id: id<ClientId>(),
	code: text,
	title: text,
	before: orNull(oneOf(STANDINGS)),
};

/**
 * Announces which controls' standings differ from what webhooks were last told, and stores the current standings. A standing is derived
 * and can change with time alone, so nothing else triggers this. A new control counts as not evaluated before. The workspace has to be
 * held.
 */
export async function announceStandings(client: Executor, seen: Seen, at: Date): Promise<void> {
	const now = await readStandings(client, seen, dayOf(at));
	const controls = await readRows(
		client,
		CONTROL,
		`SELECT controls.id, controls.client_id, code, title, announced.standing AS before
		 FROM controls LEFT JOIN announced_standings AS announced
		   ON (announced.workspace_id, announced.control_id) = (controls.workspace_id, controls.id)
		 WHERE controls.workspace_id = $1 AND ($2::uuid IS NULL OR controls.client_id = $2)`,
		[seen.workspaceId, seen.clientId],
	);
	const moved = controls.flatMap(({ before, ...control }) => {
		const after = now.get(control.id)?.standing;
		const known = before ?? "not-evaluated";
		return after && after !== known ? [{ ...control, before: known, after }] : [];
	});
	if (moved.length === 0) return;
	await client.query(
		`INSERT INTO announced_standings (workspace_id, control_id, client_id, standing)
		 SELECT $1, id, client_id, after FROM jsonb_to_recordset($2) AS moved (id uuid, client_id uuid, after text)
		 ON CONFLICT (workspace_id, control_id) DO UPDATE SET standing = excluded.standing`,
		[seen.workspaceId, JSON.stringify(moved)],
	);
	for (const [clientId, ofClient] of Map.groupBy(moved, (control) => control.client_id)) {
		await announce(
			client,
			{ workspaceId: seen.workspaceId, clientId, at },
			ofClient.map(({ id: controlId, code, title, before, after }) => ({
				type: "control.standing_changed",
				key: `${controlId} ${after} ${at.toISOString()}`,
				data: { controlId, code, title, before, after },
				screen: `controls/${controlId}`,
			})),
		);
	}
}

/** The same, for events that may move standings: only if a webhook wants to know. */
export async function announceStandingsIfWanted(
	client: Executor,
	{ workspaceId, clientId }: Seen & { clientId: ClientId },
	at: Date,
): Promise<void> {
	const wanted = await client.query("SELECT 1 WHERE webhooks_want($1, $2, 'control.standing_changed')", [
		workspaceId,
		clientId,
	]);
	if (wanted.rowCount === 1) await announceStandings(client, { workspaceId, clientId }, at);
}
