import type { ClientId, ScanId } from "#contract/ids.ts";
import { targetOf } from "#contract/kinds/kinds.ts";
import { scopeOf } from "#contract/scans/scope.ts";
import { addressKey } from "#server/identity/accounts/email/address.ts";
import { coalesce } from "#server/platform/db/coalesce.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { type Want, wantsOf } from "#server/platform/db/rate-limits.ts";
import { bytes, flag, id, int, oneOf, orNull, readRows, text, time } from "#server/platform/db/rows.ts";
import type { StatementOf } from "#server/platform/jobs/queue.ts";
import type { JobStatement } from "#server/platform/jobs/send-statement.ts";
import { happened } from "#server/platform/watch/happened.ts";
import { site } from "#src/config/site.ts";
import type { Begun, ToBegin } from "../begun.ts";
import { type ScanJob, scanJob } from "../jobs/scan-jobs.ts";
import type { Limit } from "../limits.ts";
import type { NewScan, Outcome } from "../new-scan.ts";
import type { Announce } from "./announce.ts";

/**
 * Simultaneous requests share a statement. Two run at a time: while one waits for the disk, the next is being filled. Requests beyond
 * this many waiting are refused, which a sender's outbox takes as "later".
 */
const TOGETHER = { most: 64, atOnce: 2, waiting: 512 };

const BEGUN = {
	n: int,
	bodyHash: orNull(bytes),
	scanId: orNull(id<ScanId>()),
	acceptedAt: orNull(time),
	stopped: orNull(text),
	suppressed: flag,
	retryAfter: orNull(int),
	client: orNull(id<ClientId>()),
	archived: flag,
};

const BEGIN = {
	name: "begin-accepting",
	text: `SELECT n, body_hash AS "bodyHash", scan_id AS "scanId", accepted_at AS "acceptedAt", stopped, suppressed,
	   retry_after AS "retryAfter", given.id AS client, archived_at IS NOT NULL AS archived
	 FROM begin_accepting($1, $2)
	 JOIN jsonb_to_recordset($1) AS asked (n integer, workspace uuid, host text) USING (n)
	 -- LIMIT keeps the planner from reading all hosts into a join.
	 LEFT JOIN LATERAL (SELECT clients.id, archived_at FROM assets JOIN clients ON clients.id = client_id
	   WHERE account_id = workspace AND assets.host = asked.host LIMIT 1) AS given ON true ORDER BY n`,
};

const OUTCOME = {
	n: int,
	outcome: oneOf(["accepted", "known", "full", "misplaced"]),
	acceptedAt: time,
	at: orNull(int),
	retryAfter: orNull(int),
};

/** A scan's row and the job that runs it, in one statement, for all scans that came at once. */
const acceptStatement = (job: ScanJob, insert: (jobs: string) => string) => ({
	name: `accept-${job}`,
	text: `WITH accepted AS MATERIALIZED (SELECT * FROM accept_scans($1, $2, $3)),
	 sent AS (${insert("(SELECT coalesce(json_agg(job ORDER BY n), '[]') FROM accepted WHERE outcome = 'accepted')")})
	 SELECT n, outcome, accepted_at AS "acceptedAt", at, retry_after AS "retryAfter" FROM accepted ORDER BY n`,
});

type Prepared = { scan: NewScan; statement: JobStatement };

/** Accepts scans in PostgreSQL. `announce` gets them once they are committed. */
export function createAcceptStore(pool: Pool, statementOf: StatementOf, announce: Announce) {
	async function begin(asked: readonly ToBegin[]): Promise<Begun[]> {
		const wants = wantsOf(asked.map(({ attempt }) => (attempt ? [attempt] : [])));
		const rows = await readRows(pool, BEGUN, BEGIN, [
			JSON.stringify(
				asked.map(({ keeper, keyHash, mailbox, host }, n) => ({
					n,
					owner: keeper,
					key: keyHash?.toString("hex"),
					mailbox: mailbox?.toString("hex"),
					workspace: host?.workspaceId,
					host: host?.name,
				})),
			),
			JSON.stringify(wants),
		]);
		rows.forEach(({ retryAfter }, n) => {
			const { attempt } = asked[n] ?? {};
			if (retryAfter !== null && attempt) happened({ what: "limit reached", limit: attempt.what });
		});
		return rows.map(({ bodyHash, scanId, acceptedAt, stopped, suppressed, retryAfter, client, archived }) => ({
			known: bodyHash && scanId && acceptedAt ? { bodyHash, scanId, acceptedAt } : undefined,
			stopped: stopped ?? undefined,
			suppressed,
			retryAfter: retryAfter ?? undefined,
			clientOfHost: client === null ? undefined : { id: client, archived },
		}));
	}

	async function accept(job: ScanJob, together: readonly Prepared[]): Promise<Outcome[]> {
		const scans = together.map(({ scan }) => scan);
		const first = together[0]?.statement;
		if (!first) return [];
		const wants: Want[] = wantsOf(scans.map(({ limits }) => limits));
		const entries = scans.map((scan, n) => ({ n, ...rowOf(scan), job: together[n]?.statement.job }));
		const rows = await readRows(pool, OUTCOME, acceptStatement(job, first.insert), [
			JSON.stringify(entries),
			JSON.stringify(wants),
			site.termsVersion,
		]);
		const accepted = scans.filter((_, n) => rows[n]?.outcome === "accepted");
		if (accepted.length > 0)
			announce({
				scans: accepted.map(({ id, asked }) => ({ id, owner: asked?.workspaceId ?? "anonymous" })),
				wake: first.wake,
			});
		return rows.map(({ n, outcome, acceptedAt, at, retryAfter }): Outcome => {
			if (outcome === "accepted") return { ok: true, acceptedAt };
			if (outcome === "known" || outcome === "misplaced") return { ok: false, because: outcome };
			const limit = limitAt(scans[n], at);
			happened({ what: "limit reached", limit: limit.what });
			return { ok: false, because: "full", limit, retryAfter: retryAfter ?? 1 };
		});
	}

	const accepting = new Map<ScanJob, (prepared: Prepared) => Promise<Outcome>>();
	return {
		begin: coalesce(begin, TOGETHER),
		/**
		 * Stores the scan and queues its run: both are committed, or neither is. If another request is taking its key, waits for that to
		 * end.
		 */
		async accept(scan: NewScan): Promise<Outcome> {
			const job = scanJob(scan.request.kind);
			const together = accepting.get(job) ?? coalesce((all: readonly Prepared[]) => accept(job, all), TOGETHER);
			accepting.set(job, together);
			// Set here, because the job records which request it comes from.
			return together({ scan, statement: await statementOf(job, { scanId: scan.id }, scan.asked?.workspaceId) });
		},
	};
}

/** Accepts scans. Simultaneous calls share a round trip and a commit; each still has its own outcome. */
export type AcceptStore = ReturnType<typeof createAcceptStore>;

function limitAt(scan: NewScan | undefined, at: number | null): Limit {
	const limit = scan?.limits[at ?? 0];
	if (!limit) throw new Error("A limit was reached that the scan does not have");
	return limit;
}

/** An entry of `accept_scans` (migrations/0033-walls-reviewed.sql). */
function rowOf({ id, keeper, asked, identity, request, email, client }: NewScan) {
	// Nobody would read a stranger's labels.
	const labels = asked && request.labels;
	return {
		id,
		owner: keeper,
		...(asked && {
			workspace: asked.workspaceId,
			askedBy: asked.by,
			clientId: asked.clientId,
			createsClients: asked.createsClients,
		}),
		key: identity?.keyHash.toString("hex"),
		bodyHash: identity?.bodyHash.toString("hex"),
		kind: request.kind,
		target: targetOf(request),
		body: request.body,
		email,
		emailKey: email === null ? null : addressKey(email),
		host: scopeOf(request)?.host ?? null,
		client: labels?.client ?? "",
		note: labels?.note ?? "",
		address: client,
	};
}
