import type { LinkAccepted, LinkRequest } from "#contract/evidence/evidence.ts";
import { type Answered, askedIn, oncePerKey } from "#server/identity/accounts/store/account-requests.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { int, readRow } from "#server/platform/db/rows.ts";
import { orRefused, Refused } from "#server/platform/refusals/refused.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { noteCustody } from "./custody.ts";

const LINKED_PER_HOUR = 5_000;
/** The most things that one piece of evidence can be linked to. */
const LINKS_LIMIT = 1_000;

export const createLinkEvidence =
	(walled: Pool, now: () => Date) =>
	async (
		scope: Scope,
		{ key, request }: { key: string | null; request: LinkRequest },
	): Promise<Answered<LinkAccepted, "not_found" | "limit_reached">> => {
		const { evidenceId, about, linked } = request;
		const counter = { what: "evidence-links", whom: scope.accountId, points: LINKED_PER_HOUR, windowSeconds: 3_600 };
		const asked = { ...askedIn(scope, { link: request }), key, counter };
		return orRefused(["not_found", "limit_reached"], () =>
			oncePerKey<LinkAccepted>(within(walled, scope), asked, async (client) => {
				await holdWorkspaceFor(client, scope, "work");
				const at = now();
				const found = await readRow(
					client,
					{ links: int },
					`SELECT (SELECT count(*) FROM evidence_links WHERE workspace_id = $1 AND evidence_id = $2) AS links
					 FROM evidence WHERE workspace_id = $1 AND id = $2`,
					[scope.workspaceId, evidenceId],
				);
				if (!found) throw new Refused("not_found");
				if (linked && found.links >= LINKS_LIMIT) throw new Refused("limit_reached");
				const { rowCount } = linked
					? await client.query(
							`INSERT INTO evidence_links (workspace_id, evidence_id, subject_type, subject_id, linked_at)
							 VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
							[scope.workspaceId, evidenceId, about.type, about.id, at],
						)
					: await client.query(
							`DELETE FROM evidence_links
							 WHERE workspace_id = $1 AND evidence_id = $2 AND subject_type = $3 AND subject_id = $4`,
							[scope.workspaceId, evidenceId, about.type, about.id],
						);
				if (rowCount === 1) await noteCustody(client, scope, evidenceId, at, linked ? "linked" : "unlinked", about);
				return { receipt: { key, evidenceId, acceptedAt: at.toISOString() } };
			}),
		);
	};
