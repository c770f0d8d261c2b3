import type { WordAccepted } from "#contract/controls/controls.ts";
import type { DecisionRequest } from "#contract/frameworks/frameworks.ts";
import { alwaysOf, leavesOf, type Pack } from "#contract/frameworks/pack.ts";
import { type Answered, askedIn, oncePerKey } from "#server/identity/accounts/store/account-requests.ts";
import type { Executor, Pool } from "#server/platform/db/pool.ts";
import { readRows, text } from "#server/platform/db/rows.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { ClientScope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { noteWords, saidBy } from "#server/platform/words/said-words.ts";
import { packOf } from "../../packs/read-packs.ts";

const DECIDED_PER_HOUR = 2_000;

type Decided =
	| Answered<WordAccepted>
	| { ok: false; because: "unknown_requirements" | "always_applies"; ids: string[] };

export const createDecideRequirements =
	(walled: Pool, now: () => Date) =>
	async (scope: ClientScope, { key, request }: { key: string | null; request: DecisionRequest }): Promise<Decided> => {
		const pack = await packOf(within(walled, scope), scope, request.framework);
		const ids = unknownIn(pack, request);
		if (ids.length > 0) return { ok: false, because: "unknown_requirements", ids };
		const always = alwaysIn(pack, request);
		if (always.length > 0) return { ok: false, because: "always_applies", ids: always };
		const counter = {
			what: "requirement-decisions",
			whom: scope.accountId,
			points: DECIDED_PER_HOUR,
			windowSeconds: 3_600,
		};
		const asked = { ...askedIn(scope, { requirements: request }), key, counter };
		return oncePerKey<WordAccepted>(within(walled, scope), asked, async (client) => {
			await holdWorkspaceFor(client, scope, "work");
			const at = now();
			const taken = await store(client, scope, request, at);
			return { receipt: { key, acceptedAt: at.toISOString(), taken } };
		});
	};

/** What the pack does not have, or has as a heading: only the requirements below headings are decided. */
function unknownIn(pack: Pack, { requirements }: DecisionRequest): string[] {
	const known = new Set(leavesOf(pack).map(({ id }) => id));
	return requirements.filter((id) => !known.has(id));
}

/** What is said not to apply and always does. */
function alwaysIn(pack: Pack, { requirements, decision }: DecisionRequest): string[] {
	if (decision !== "not-applicable") return [];
	const always = alwaysOf(pack);
	return requirements.filter((id) => always.has(id));
}

/** `$1` … `$5`: workspace, client, framework, requirements, when the entry was made. Who made it: `$6`. */
const DECIDE = `INSERT INTO requirement_decisions AS decided (workspace_id, client_id, framework, requirement_id, state, justification,
   reasons, said_at, said_by, said_by_name)
 SELECT $1, $2, $3, requirement_id, $7, $8, $9, $5, $6, (SELECT btrim(first_name || ' ' || last_name) FROM accounts WHERE id = $6) FROM asked
 ON CONFLICT (client_id, framework, requirement_id) DO UPDATE SET state = excluded.state, justification = excluded.justification,
   reasons = excluded.reasons, said_at = excluded.said_at, said_by = excluded.said_by, said_by_name = excluded.said_by_name,
   -- A review that was said later stays, in whatever order they arrive.
   reviewed_at = CASE WHEN excluded.state <> 'undecided' AND decided.reviewed_at >= excluded.said_at THEN decided.reviewed_at END
 WHERE decided.said_at <= excluded.said_at
 RETURNING requirement_id`;
const REVIEW = `UPDATE requirement_decisions SET reviewed_at = $5
 WHERE workspace_id = $1 AND client_id = $2 AND framework = $3 AND requirement_id IN (SELECT requirement_id FROM asked)
   AND state <> 'undecided' AND said_at <= $5 AND (reviewed_at IS NULL OR reviewed_at <= $5)
 RETURNING requirement_id`;

/** Stores each entry and returns how many counted. */
async function store(client: Executor, scope: ClientScope, request: DecisionRequest, at: Date): Promise<number> {
	const { framework, requirements, decision, justification, reasons = [] } = request;
	const saidAt = saidBy(request.saidAt, at);
	const { workspaceId, clientId, accountId } = scope;
	const rows = await readRows(
		client,
		{ requirement_id: text },
		`WITH asked AS (SELECT DISTINCT requirement_id FROM unnest($4::text[]) AS requirement_id)
		 ${decision === "reviewed" ? REVIEW : DECIDE}`,
		[
			workspaceId,
			clientId,
			framework,
			requirements,
			saidAt,
			...(decision === "reviewed" ? [] : [accountId, decision, justification, reasons]),
		],
	);
	const counted = new Set(rows.map(({ requirement_id }) => requirement_id));
	await noteWords(client, scope, {
		clientId,
		type: "requirement",
		subjects: [...new Set(requirements)].map((id) => ({ id: `${framework} ${id}`, counted: counted.has(id) })),
		field: "decision",
		value: { decision, justification, reasons },
		shown: [decision, [...reasons, justification].filter(Boolean).join(", ")].filter(Boolean).join(": "),
		saidAt,
		at,
	});
	return counted.size;
}
