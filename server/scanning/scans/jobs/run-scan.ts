import { setTimeout as pause } from "node:timers/promises";
import type { ScanId } from "#contract/ids.ts";
import { KINDS, targetOf } from "#contract/kinds/kinds.ts";
import { parseTarget } from "#contract/scans/parse-target.ts";
import type { ScanBodies, ScanFailure, ScanKind, ScanRequest } from "#contract/scans/scans.ts";
import { isDatabaseAway } from "#server/platform/db/is-away.ts";
import type { JobHandler } from "#server/platform/jobs/jobs.ts";
import type { Guard } from "#server/platform/outgoing/guard.ts";
import type { CheckedTarget } from "#server/platform/outgoing/target.ts";
import type { Logger } from "#server/platform/watch/logger.ts";
import type { Engines, RunContext, RunResult } from "../../engines/engine.ts";
import { forOneScan, type Readers } from "../../engines/readers.ts";
import { watchEngine } from "../../engines/watch-engine.ts";
import type { Prove } from "../../targets/ownership/ownership.ts";
import { apply } from "../apply.ts";
import type { ScanOwner } from "../asker.ts";
import { notYours } from "../check-target.ts";
import { type Limit, type LimitNumbers, limitMessage, proofLimits, runLimits } from "../limits.ts";
import { buildReport } from "../report/build-report.ts";
import { CANCELLED, type Scan, type ScanEvent } from "../scan.ts";
import type { ScanNotices } from "../store/scan-notices.ts";
import type { ScanStore } from "../store/scan-store.ts";
import { createProgress } from "./progress.ts";
import type { ScanJob } from "./scan-jobs.ts";

type RunScanDeps = {
	store: ScanStore;
	guard: Guard;
	engines: Engines;
	readers: Readers;
	prove: Prove;
	limits: LimitNumbers;
	/** Why the operator has stopped all scans; undefined if they have not. */
	stopReason: () => Promise<string | undefined>;
	notices: Pick<ScanNotices, "listen">;
	/** Each run has its own id, so that a scan taken back from this worker and started here again is not ended by the run before. */
	newRunId: () => string;
	/** Aborted when this process shuts down. */
	shutdown: AbortSignal;
	now: () => Date;
	timeLimitMs: number;
	heartbeatMs: number;
	log: Logger;
};

/** How long an engine may take to return after its signal is aborted. */
const GRACE_MS = 5_000;
const RESOLVE_LIMIT_MS = 15_000;

const TIMEOUT: ScanFailure = {
	code: "timeout",
	message:
		"The scan took too long and was stopped. The target may be slow or hold back answers; please try again later.",
};
const INTERNAL: ScanFailure = {
	code: "internal",
	message:
		"The scan stopped because of an error on our side. Nothing is wrong with your target; please start it again.",
};

/** Runs one scan from lease to end. If another worker holds the scan, that worker keeps it: a refused step only ends this run. */
export function createRunScan(deps: RunScanDeps): JobHandler<ScanJob> {
	const { store, shutdown, log } = deps;

	return async ({ scanId }) => {
		if (shutdown.aborted) throw new Error("This worker is shutting down");
		const workerId = deps.newRunId();
		const lease = await store.transaction(async (tx) => {
			const turn = await tx.takeTurn(scanId);
			if (turn.ok) return (await tx.apply(scanId, { type: "leased", workerId })) ?? GONE;
			// The handler does not wait, so that its place is free for other scans.
			await tx.enqueueScan(scanId, turn.wait);
			return { ok: true, scan: undefined } as const;
		});
		if (!lease.ok || !lease.scan) return;
		log.info({ scanId, kind: lease.scan.request.kind, attempt: lease.scan.attempts }, "scan started");
		const ending = await run(deps, lease.scan, workerId);
		const settled = await settle(deps, scanId, { ...ending, workerId });
		log.info({ scanId, ending: ending.type, kept: settled.ok }, "scan ended");
	};
}

const GONE = { ok: false, because: "gone" } as const;

type Unsigned<E> = E extends { workerId: string } ? Omit<E, "workerId"> : never;
/** How a run ends: handed back at a shutdown, failed or completed. */
type Ending = Unsigned<Extract<ScanEvent, { type: "released" | "failed" | "completed" }>>;

const failed = (failure: ScanFailure, { sent = [], raw = [] }: Partial<RunResult> = {}): Ending => ({
	type: "failed",
	failure,
	sent,
	raw,
});

/**
 * Stores a run's end. A result that took minutes must not be lost to a database that restarts, is temporarily read-only or has no room:
 * this tries again until the result is stored, refused, or this process ends.
 */
const settle = (deps: RunScanDeps, scanId: ScanId, ended: ScanEvent) =>
	whileAway(deps, scanId, deps.shutdown, () => apply(deps.store, scanId, ended));

/** Tries again for as long as the database is away, unless this is stopped. */
async function whileAway<T>(
	{ heartbeatMs, log }: RunScanDeps,
	scanId: ScanId,
	stop: AbortSignal,
	work: () => Promise<T>,
): Promise<T> {
	for (;;) {
		try {
			return await work();
		} catch (error) {
			if (stop.aborted || !isDatabaseAway(error)) throw error;
			log.warn({ scanId, error }, "a scan waits for the database");
			// As often as a heartbeat, so that it arrives before the sweep notices a gap.
			await pause(heartbeatMs, undefined, { signal: stop }).catch(() => {});
		}
	}
}

async function run(deps: RunScanDeps, { id: scanId, owner, request }: Scan, workerId: string): Promise<Ending> {
	const { engines, shutdown, now, log } = deps;
	const startedAt = now();
	const limit = AbortSignal.timeout(engines[request.kind].timeLimitMs ?? deps.timeLimitMs);
	const lost = new AbortController();
	const cancelled = new AbortController();
	const signal = AbortSignal.any([shutdown, limit, lost.signal, cancelled.signal]);
	const cancel = () => cancelled.abort(new Error("The scan was cancelled"));
	const progress = createProgress({
		store: deps.store,
		scanId,
		workerId,
		heartbeatMs: deps.heartbeatMs,
		now,
		log,
		onLost: () => lost.abort(new Error("The scan was taken back")),
		onCancel: cancel,
	});
	const unlisten = deps.notices.listen({
		onNotice: ({ id, what }) => {
			if (id === scanId && what === "cancel") cancel();
		},
	});

	/** How it ends if it was cut short. */
	const cutShort = (result?: RunResult): Ending | undefined => {
		if (shutdown.aborted && !cancelled.signal.aborted) return { type: "released" };
		if (cancelled.signal.aborted) return failed(CANCELLED, result);
		return undefined;
	};

	try {
		const checked = await whileAway(deps, scanId, signal, () => check(deps, request, owner));
		if (!checked.ok) return failed(checked.failure);
		const signedIn = owner !== "anonymous";
		const read = forOneScan(deps.readers);
		const context = { target: checked.target, signedIn, signal, now, read, onProgress: progress.report };
		const result = await Promise.race([runEngine(engines, request, context), afterAbort(signal)]);
		if (result === "overdue") return cutShort() ?? failed(TIMEOUT);
		const cut = cutShort(result);
		if (cut) return cut;
		if (result.status === "failed") return failed(result.reason, result);
		const report = buildReport({ target: targetOf(request), startedAt, finishedAt: now(), result });
		return { type: "completed", coverage: result.coverage, report, raw: result.raw ?? [] };
	} catch (error) {
		const cut = cutShort();
		if (cut) return cut;
		if (limit.aborted) return failed(TIMEOUT);
		// Deleted, or another worker has it: nothing broke, and this ending is not stored.
		if (lost.signal.aborted) log.info({ scanId }, "scan was taken back");
		else log.error({ scanId, error }, "scan broke");
		return failed(INTERNAL);
	} finally {
		unlisten();
		await progress.stop();
		lost.abort();
	}
}

function runEngine<K extends ScanKind>(
	engines: Engines,
	{ kind, body }: { kind: K; body: ScanBodies[K] },
	context: Omit<RunContext, "body">,
): Promise<RunResult> {
	return watchEngine(kind, () => engines[kind].run({ ...context, body }));
}

/** The target or its owner may have changed since the scan was accepted. The address checked here is the one scanned. */
async function check(
	{ store, guard, prove, limits, stopReason }: RunScanDeps,
	request: ScanRequest,
	owner: ScanOwner,
): Promise<{ ok: true; target: CheckedTarget } | { ok: false; failure: ScanFailure }> {
	const stopped = async (): Promise<{ ok: false; failure: ScanFailure } | undefined> => {
		const reason = await stopReason();
		if (reason === undefined) return undefined;
		const message = `The operator of this server has stopped all scans: ${reason} Please try again later.`;
		return { ok: false, failure: { code: "refused", message } };
	};
	const before = await stopped();
	if (before) return before;
	const parsed = parseTarget(targetOf(request));
	if (!parsed.ok) return { ok: false, failure: { code: "refused", message: parsed.message } };
	const { needs } = KINDS[request.kind];
	const anyPort = needs !== "nothing";
	const answer = await guard.check(parsed.target, { timeoutMs: RESOLVE_LIMIT_MS, anyPort });
	if (!answer.ok) {
		const unresolvable = answer.code === "unknown" || answer.code === "target_unresolvable";
		return { ok: false, failure: { code: unresolvable ? "unresolvable" : "refused", message: answer.message } };
	}
	// Name servers may take their time, and nothing has been sent to the target yet.
	const meanwhile = await stopped();
	if (meanwhile) return meanwhile;
	const { checked } = answer;
	if (checked.listed) return { ok: true, target: checked };

	const takePoints = async (all: Limit[]): Promise<{ ok: true } | { ok: false; failure: ScanFailure }> => {
		for (const limit of all) {
			const room = await store.takePoint(limit);
			if (!room.ok) return { ok: false, failure: { code: "refused", message: limitMessage(limit, room.retryAfter) } };
		}
		return { ok: true };
	};
	const probes = needs === "ownership";
	let target = checked;
	if (probes) {
		const notProven = (missing: "proof" | "file") =>
			({ ok: false, failure: { code: "refused", message: notYours(checked.target.host, missing) } }) as const;
		if (owner === "anonymous") return notProven("proof");
		const addresses = checked.addresses.map(({ address }) => address);
		const looks = await takePoints(proofLimits("proof-address-run", owner, addresses, limits));
		if (!looks.ok) return looks;
		const proven = await prove(owner, checked);
		if (!proven.ok) return notProven(proven.missing);
		// The proof is for this address, not for the name's other addresses.
		const others = [...addresses.filter((address) => address !== proven.at.address), ...(checked.others ?? [])];
		target = { ...checked, addresses: [proven.at], ...(others.length > 0 ? { others } : {}) };
	}
	const counted = {
		host: target.target.host,
		addresses: target.addresses.map(({ address }) => address),
		probe: probes ? request.kind : undefined,
	};
	const runs = await takePoints(runLimits(counted, limits));
	return runs.ok ? { ok: true, target } : runs;
}

/** An engine that does not return after its signal is aborted is left behind. */
function afterAbort(signal: AbortSignal): Promise<"overdue"> {
	return new Promise((resolve) => {
		const leave = () => setTimeout(() => resolve("overdue"), GRACE_MS).unref();
		if (signal.aborted) leave();
		else signal.addEventListener("abort", leave, { once: true });
	});
}
