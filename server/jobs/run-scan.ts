import type { ScanId } from "#contract/ids.ts";
import type { ScanFailure } from "#contract/scans.ts";
import type { Engine, RunResult } from "../engines/engine.ts";
import type { Logger } from "../logger.ts";
import { buildReport } from "../reports/build-report.ts";
import { apply } from "../scans/apply.ts";
import type { ScanStore } from "../scans/ports.ts";
import type { Guard } from "../targets/guard.ts";
import { parseTarget } from "../targets/parse.ts";
import type { CheckedTarget } from "../targets/target.ts";

export type RunScan = (scanId: ScanId) => Promise<void>;

type World = {
	store: ScanStore;
	guard: Guard;
	engine: Engine;
	workerId: string;
	/** Aborted when this process shuts down. */
	shutdown: AbortSignal;
	now: () => Date;
	timeLimitMs: number;
	heartbeatMs: number;
	log: Logger;
};

/** How long an engine may take to come back once it was told to stop. */
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
		"The scan stopped because of an error on our side. Nothing is wrong with your target; please ask for it again.",
};

/** Runs one scan from claim to end. Whoever else holds the scan keeps it: a refused step only ends this run. */
export function createRunScan(world: World): RunScan {
	const { store, workerId, shutdown, log } = world;

	return async (scanId) => {
		if (shutdown.aborted) throw new Error("This worker is shutting down");
		const claim = await apply(store, scanId, { type: "claimed", workerId });
		if (!claim.ok) return;
		log.info({ scanId, attempt: claim.scan.attempts }, "scan started");

		const ending = await run(world, scanId, claim.scan.target);
		const settled = await store.transaction(async (tx) => {
			switch (ending.type) {
				case "shutdown": {
					const moved = (await tx.apply(scanId, { type: "released", workerId })) ?? GONE;
					if (moved.ok) await tx.enqueueScan(scanId);
					return moved;
				}
				case "failed": {
					const moved = (await tx.apply(scanId, { type: "failed", workerId, failure: ending.failure })) ?? GONE;
					if (moved.ok) await tx.enqueueMail(scanId);
					return moved;
				}
				case "completed": {
					const { result, startedAt, finishedAt } = ending;
					const event = { type: "completed", workerId, coverage: result.coverage } as const;
					const moved = (await tx.apply(scanId, event)) ?? GONE;
					if (!moved.ok) return moved;
					const target = claim.scan.target;
					await tx.saveReport(scanId, buildReport({ target, startedAt, finishedAt, result }));
					await tx.enqueueMail(scanId);
					return moved;
				}
			}
		});
		log.info({ scanId, ending: ending.type, kept: settled.ok }, "scan ended");
	};
}

const GONE = { ok: false, because: "gone" } as const;

type Ending =
	| { type: "shutdown" }
	| { type: "failed"; failure: ScanFailure }
	| { type: "completed"; result: Extract<RunResult, { status: "completed" }>; startedAt: Date; finishedAt: Date };

async function run(world: World, scanId: ScanId, text: string): Promise<Ending> {
	const { guard, engine, shutdown, now, log } = world;
	const startedAt = now();
	const limit = AbortSignal.timeout(world.timeLimitMs);
	const lost = new AbortController();
	const signal = AbortSignal.any([shutdown, limit, lost.signal]);
	const progress = { percent: 0, step: "" };
	const beating = setInterval(() => void beat(), world.heartbeatMs);

	async function beat(): Promise<void> {
		try {
			const event = {
				type: "beat",
				workerId: world.workerId,
				progress: progress.percent,
				step: progress.step,
			} as const;
			const { ok } = await apply(world.store, scanId, event);
			if (!ok) lost.abort(new Error("The scan was taken back"));
		} catch (error) {
			log.warn({ scanId, error }, "heartbeat not stored");
		}
	}

	try {
		const checked = await check(guard, text);
		if (!checked.ok) return { type: "failed", failure: checked.failure };
		const running = engine.run({
			target: checked.target,
			signal,
			now,
			onProgress(percent, step) {
				progress.percent = Math.max(progress.percent, Math.min(100, Math.round(percent)));
				progress.step = step;
			},
		});
		const result = await Promise.race([running, afterAbort(signal)]);
		if (shutdown.aborted) return { type: "shutdown" };
		if (result === "overdue") return { type: "failed", failure: TIMEOUT };
		if (result.status === "failed") return { type: "failed", failure: result.reason };
		return { type: "completed", result, startedAt, finishedAt: now() };
	} catch (error) {
		if (shutdown.aborted) return { type: "shutdown" };
		if (limit.aborted) return { type: "failed", failure: TIMEOUT };
		log.error({ scanId, error }, "scan broke");
		return { type: "failed", failure: INTERNAL };
	} finally {
		clearInterval(beating);
		lost.abort();
	}
}

async function check(
	guard: Guard,
	text: string,
): Promise<{ ok: true; target: CheckedTarget } | { ok: false; failure: ScanFailure }> {
	const parsed = parseTarget(text);
	if (!parsed.ok) return { ok: false, failure: { code: "refused", message: parsed.message } };
	const answer = await guard.check(parsed.target, { timeoutMs: RESOLVE_LIMIT_MS });
	if (answer.ok) return { ok: true, target: answer.checked };
	const unresolvable = answer.code === "unknown" || answer.code === "target_unresolvable";
	return { ok: false, failure: { code: unresolvable ? "unresolvable" : "refused", message: answer.message } };
}

/** An engine that does not come back after it was told to stop is left behind. */
function afterAbort(signal: AbortSignal): Promise<"overdue"> {
	return new Promise((resolve) => {
		const leave = () => setTimeout(() => resolve("overdue"), GRACE_MS).unref();
		if (signal.aborted) leave();
		else signal.addEventListener("abort", leave, { once: true });
	});
}
