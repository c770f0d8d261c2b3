import { randomUUID } from "node:crypto";
import {
	BUNDLE_DAYS_LIMIT,
	BUNDLE_LINKS_LIMIT,
	type BundleLink,
	type BundleLinkId,
	type BundleLinkRequest,
	bundleLinkId,
} from "#contract/frameworks/bundle.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import type { AccountId, ClientId, WorkspaceId } from "#contract/ids.ts";
import { inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { id, int, type RowOf, readRow, readRows, text, textOf, time, uuid } from "#server/platform/db/rows.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { ClientScope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { dayOf, plusDays } from "#server/platform/time/day.ts";
import { findPack, packOf } from "../../packs/read-packs.ts";

const LINK = {
	id: uuid,
	framework: textOf<FrameworkId>(),
	from_day: text,
	to_day: text,
	auditor: text,
	created_at: time,
	ends_on: text,
	downloads: int,
};
const columns = `bundle_links.id, framework, to_char(from_day, 'YYYY-MM-DD') AS from_day, to_char(to_day, 'YYYY-MM-DD') AS to_day, auditor,
	bundle_links.created_at, to_char(ends_on, 'YYYY-MM-DD') AS ends_on, downloads`;

const linkOf = ({
	id,
	framework,
	from_day,
	to_day,
	auditor,
	created_at,
	ends_on,
	downloads,
}: RowOf<typeof LINK>): BundleLink => ({
	id: bundleLinkId.parse(id),
	framework,
	from: from_day,
	to: to_day,
	auditor,
	createdAt: created_at.toISOString(),
	endsOn: ends_on,
	downloads,
});

/** A link found by its token. `framework`: its name. */
export type FoundLink = {
	link: BundleLink;
	framework: string;
	scope: ClientScope;
	clientName: string;
	workspaceName: string;
};

/** Links to audit bundles. `pool` sees all workspaces: an auditor has only a token. */
export function createBundleLinks(pool: Pool, walled: Pool, now: () => Date) {
	return {
		async list(scope: ClientScope, framework: FrameworkId): Promise<BundleLink[]> {
			const db = within(walled, scope);
			await packOf(db, scope, framework);
			const rows = await readRows(
				db,
				LINK,
				`SELECT ${columns} FROM bundle_links WHERE client_id = $1 AND framework = $2 AND ends_on >= $3
				 ORDER BY created_at DESC, id`,
				[scope.clientId, framework, dayOf(now())],
			);
			return rows.map(linkOf);
		},
		/** "limit_reached": the client has as many as it can. "bad_end": its last day is over, or too far away. */
		add: (
			scope: ClientScope,
			framework: FrameworkId,
			{ request, tokenHash }: { request: BundleLinkRequest; tokenHash: Buffer },
		): Promise<BundleLink | "limit_reached" | "bad_end"> =>
			inTransaction(within(walled, scope), async (client) => {
				// Locked, so that two links at once do not both take the last place.
				await holdWorkspaceFor(client, scope, "manage");
				await packOf(client, scope, framework);
				const at = now();
				const { auditor, from, to, endsOn } = request;
				if (endsOn < dayOf(at) || endsOn > plusDays(dayOf(at), BUNDLE_DAYS_LIMIT)) return "bad_end";
				const made = await readRow(
					client,
					LINK,
					`INSERT INTO bundle_links (id, workspace_id, client_id, framework, from_day, to_day, token_hash, auditor, created_at, created_by,
					   ends_on)
					 SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11
					 WHERE (SELECT count(*) FROM bundle_links WHERE client_id = $3 AND ends_on >= $12) < ${BUNDLE_LINKS_LIMIT}
					 RETURNING ${columns}`,
					[
						randomUUID(),
						scope.workspaceId,
						scope.clientId,
						framework,
						from,
						to,
						tokenHash,
						auditor,
						at,
						scope.accountId,
						endsOn,
						dayOf(at),
					],
				);
				return made ? linkOf(made) : "limit_reached";
			}),
		async remove(scope: ClientScope, framework: FrameworkId, id: BundleLinkId) {
			const { rowCount } = await within(walled, scope).query(
				"DELETE FROM bundle_links WHERE client_id = $1 AND framework = $2 AND id = $3",
				[scope.clientId, framework, id],
			);
			return rowCount === 1;
		},
		/** Undefined if it never existed, was revoked, its last day is over, or its framework was deleted. */
		async find(tokenHash: Buffer): Promise<FoundLink | undefined> {
			const found = await readRow(
				pool,
				{
					...LINK,
					workspace_id: id<WorkspaceId>(),
					client_id: id<ClientId>(),
					created_by: id<AccountId>(),
					workspace: text,
					client: text,
				},
				`SELECT ${columns}, bundle_links.workspace_id, client_id, created_by, workspaces.name AS workspace, clients.name AS client
				 FROM bundle_links JOIN workspaces ON workspaces.id = bundle_links.workspace_id JOIN clients ON clients.id = client_id
				 WHERE token_hash = $1 AND ends_on >= $2`,
				[tokenHash, dayOf(now())],
			);
			if (!found) return undefined;
			const { workspace_id: workspaceId, client_id: clientId, created_by: accountId } = found;
			const pack = await findPack(pool, { workspaceId }, found.framework);
			return (
				pack && {
					link: linkOf(found),
					framework: pack.name,
					// The auditor reads on behalf of the member who created the link.
					scope: { workspaceId, clientId, accountId, role: "auditor" },
					workspaceName: found.workspace,
					clientName: found.client,
				}
			);
		},
		/** The audit log records it (migrations/0074-signed-bundles.sql). */
		async countDownload(id: BundleLinkId): Promise<void> {
			await pool.query("UPDATE bundle_links SET downloads = downloads + 1 WHERE id = $1", [id]);
		},
		/** Whether it was not revoked, also after its last day. */
		async exists(id: BundleLinkId): Promise<boolean> {
			return (await pool.query("SELECT FROM bundle_links WHERE id = $1", [id])).rowCount === 1;
		},
	};
}

export type BundleLinkStore = ReturnType<typeof createBundleLinks>;
