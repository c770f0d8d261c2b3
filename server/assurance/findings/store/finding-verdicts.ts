import type { VerdictAccepted, VerdictRequest } from "#contract/findings/vulnerabilities.ts";
import { askedIn, type Limited, oncePerKey } from "#server/identity/accounts/store/account-requests.ts";
import type { Executor, Pool } from "#server/platform/db/pool.ts";
import { readRows } from "#server/platform/db/rows.ts";
import { holdWorkspace } from "#server/platform/tenancy/hold-workspace.ts";
import { ofClient } from "#server/platform/tenancy/of-client.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { dayOf } from "#server/platform/time/day.ts";
import type { CheckedVerdict } from "../check-verdict.ts";
import { applyVerdict } from "../track.ts";
import { recordDay } from "./finding-days.ts";
import { storeMoved, TRACKED, trackedColumns, trackedOfRow } from "./finding-row.ts";

type Asked = {
	key: string | null;
	/** The request as it was sent: the key is refused for any other. */
	compared: VerdictRequest;
	fingerprints: readonly string[];
	verdict: CheckedVerdict;
};

export type SayVerdict = (
	scope: Scope,
	asked: Asked,
) => Promise<{ ok: true; answer: VerdictAccepted } | { ok: false; because: "idempotency_mismatch" } | Limited>;

/** Every verdict is kept, up to 200 at a time, and a program must not fill the disk with them. */
const VERDICTS_PER_HOUR = 1_200;

/** Stores a verdict on some of a workspace's findings, once per key. All are kept; the time they were given decides which one counts. */
export const createSayVerdict =
	(walled: Pool, now: () => Date): SayVerdict =>
	(scope, { key, compared, fingerprints, verdict }) => {
		const counter = { what: "verdicts", whom: scope.accountId, points: VERDICTS_PER_HOUR, windowSeconds: 3_600 };
		const asked = { ...askedIn(scope, { verdicts: compared }), key, counter };
		return oncePerKey(within(walled, scope), asked, async (client) => {
			await holdWorkspace(client, scope.workspaceId);
			const taken = await storeVerdict(client, scope, fingerprints, verdict);
			const at = now();
			await recordDay(client, scope.workspaceId, dayOf(at));
			return { receipt: { key, acceptedAt: at.toISOString(), taken } };
		});
	};

async function storeVerdict(
	client: Executor,
	{ workspaceId, clientId }: Scope,
	fingerprints: readonly string[],
	{ state, reason, until, saidAt }: CheckedVerdict,
): Promise<number> {
	const rows = await readRows(
		client,
		TRACKED,
		`SELECT ${trackedColumns} FROM findings
		 WHERE account_id = $1 AND fingerprint = ANY($2) AND ${ofClient("asset", "$1", "$3")}`,
		[workspaceId, fingerprints, clientId],
	);
	const moved = rows.flatMap((row) => {
		const after = applyVerdict(trackedOfRow(row), { state, reason, until, saidAt });
		return after ? [{ fingerprint: row.fingerprint, after }] : [];
	});
	await storeMoved(client, workspaceId, moved);
	await client.query(
		`INSERT INTO finding_words (account_id, fingerprint, state, reason, until, said_at)
		 SELECT $1, fingerprint, $3, $4, $5, $6 FROM unnest($2::text[]) AS fingerprint`,
		[workspaceId, rows.map(({ fingerprint }) => fingerprint), state, reason, until, saidAt],
	);
	return moved.length;
}
