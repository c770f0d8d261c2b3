import { join } from "node:path";
import type { ZapRun } from "../form.ts";
import { PLAN } from "../plan.ts";
import { doneAnswer, planAnswer } from "./answers.ts";
import type { DaemonApi } from "./api.ts";
import { faultText, isUnknown } from "./fault.ts";

/** A new session means a new database. */
const CALL_MS = 30_000;
/** For an answer that must not be lost after the scan is canceled. */
const GRACE_MS = 1_000;

/** Starts the run's plan in a new session, so that nothing is left from an earlier scan. */
export async function beginPlan(api: DaemonApi, run: ZapRun): Promise<{ planId: string } | { reason: string }> {
	const { folder, signal, userAgent } = run;
	const limits = { signal, timeMs: CALL_MS };
	const session = await api.ask("core/action/newSession", {}, doneAnswer, limits);
	if (!session.ok) return { reason: faultText(session.fault) };
	const named = await api.ask("network/action/setDefaultUserAgent", { userAgent }, doneAnswer, limits);
	if (!named.ok) return { reason: faultText(named.fault) };
	if (signal.aborted) return { reason: "The scan was ended." };
	// Without this answer we could not stop what we started.
	const grace = new AbortController();
	const onAbort = () => setTimeout(() => grace.abort(), GRACE_MS).unref();
	signal.addEventListener("abort", onAbort, { once: true });
	const filePath = join(folder, PLAN);
	const plan = await api.ask("automation/action/runPlan", { filePath }, planAnswer, {
		signal: grace.signal,
		timeMs: CALL_MS,
	});
	signal.removeEventListener("abort", onAbort);
	if (plan.ok) return plan.value;
	return {
		reason: isUnknown(plan.fault)
			? "It could not read the scan's plan. It has to run on the same machine as the worker and under the same user."
			: faultText(plan.fault),
	};
}
