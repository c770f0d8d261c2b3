import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { ToolEnd } from "../../shared/process/run-tool.ts";
import type { ZapForm, ZapRun } from "../form.ts";
import { REPORT } from "../plan.ts";
import { setupOf } from "../setup.ts";
import { doneAnswer, isOver, progressAnswer, versionAnswer } from "./answers.ts";
import type { DaemonApi } from "./api.ts";
import { beginPlan } from "./begin-plan.ts";
import type { Clock } from "./clock.ts";
import { isUnknown } from "./fault.ts";
import { readRules } from "./read-rules.ts";
import { createReadShare } from "./read-share.ts";

/** The time limit, whatever the daemon does: the person who cancels is waiting. */
const STOP_MS = 3_000;
const LOOK_MS = 250;
const MOST_LOOKS = STOP_MS / LOOK_MS;

/** Tells the daemon to end a plan. Returns whether it is over: a daemon that is gone or does not know the plan no longer runs it. */
async function stopPlan(api: DaemonApi, clock: Clock, planId: string): Promise<boolean> {
	const until = clock.now() + STOP_MS;
	const rest = () => ({ timeMs: until - clock.now() });
	const stopped = await api.ask("automation/action/stopPlan", { planId }, doneAnswer, rest());
	if (!stopped.ok && (stopped.fault.kind === "away" || isUnknown(stopped.fault))) return true;
	for (let looks = 0; looks < MOST_LOOKS && clock.now() < until; looks++) {
		const answer = await api.ask("automation/view/planProgress", { planId }, progressAnswer, rest());
		if (answer.ok ? isOver(answer.value) : answer.fault.kind === "away" || isUnknown(answer.fault)) return true;
		await clock.wait(LOOK_MS);
	}
	return false;
}

const POLL_MS = 1_000;
const CALL_MS = 5_000;
/** How often in a row a daemon may fail to report its progress: Java pauses. */
const MOST_MISSES = 3;
/** How long a crashed daemon may take to come back: on two busy cores it took 8 to 38 s to start listening. */
const RETURN_MS = 60_000;
const KEPT_LINES = 50;
const GONE = "its daemon gave no more answers";

/** Runs plans in a daemon, one at a time, and remembers one that could not be stopped: the next waits until it is over. */
export function createPlanRunner(api: DaemonApi, clock: Clock): Pick<ZapForm, "run" | "isBack"> {
	let left: string | undefined;

	async function runPlan(run: ZapRun): Promise<ToolEnd> {
		const { signal, until } = run;
		const output = { stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) };

		const stopped = async (planId: string, why: "aborted" | "time" | "output"): Promise<ToolEnd> => {
			if (!(await stopPlan(api, clock, planId))) {
				left = planId;
				// It may still be writing, and half a report is worthless.
				await rm(join(run.folder, REPORT), { force: true });
			}
			return { status: "stopped", why, ...output };
		};

		const follow = async (planId: string): Promise<ToolEnd> => {
			const end = await followPlan(api, clock, run, planId, output);
			if (end.how === "stop") return stopped(planId, end.why);
			if (end.how === "over") return { status: "exited", code: end.code, ...output };
			if (end.mayRun) left = planId;
			return { status: "crashed", signal: end.what, times: 1, ...output };
		};

		if (signal.aborted) return { status: "stopped", why: "aborted", ...output };
		if (clock.now() >= until) return { status: "stopped", why: "time", ...output };
		if (left !== undefined && !(await stopPlan(api, clock, left))) {
			const reason = "It is still working on an earlier scan and does not stop. Please restart it.";
			return { status: "not-started", reason, ...output };
		}
		left = undefined;
		const before = await readRules(api, signal);
		const begun = await beginPlan(api, run);
		if ("planId" in begun) {
			const end = await follow(begun.planId);
			// A plan that did not come to its end is partial, whatever has become of the rules meanwhile.
			const after = end.status === "exited" ? await readRules(api, signal) : before;
			if (before && after) run.onSetup(setupOf(before, after));
			return end;
		}
		if (signal.aborted) return { status: "stopped", why: "aborted", ...output };
		return { status: "not-started", reason: begun.reason, ...output };
	}

	return { run: runPlan, isBack: (run) => isBack(api, clock, run) };
}

type Followed =
	| { how: "over"; code: number }
	| { how: "stop"; why: "aborted" | "time" | "output" }
	| { how: "lost"; what: string; mayRun: boolean };

/** Polls a plan until it is over, has to be stopped, or the daemon is lost. Its messages are kept in `output`. */
async function followPlan(
	api: DaemonApi,
	clock: Clock,
	{ signal, until, log }: ZapRun,
	planId: string,
	output: { stdout: Buffer; stderr: Buffer },
): Promise<Followed> {
	const bytesOf = (lines: string[]) => Buffer.from(api.hide(lines.slice(-KEPT_LINES).join("\n")));
	let known: readonly string[] = [];
	let misses = 0;
	const readShare = createReadShare(api);
	while (!signal.aborted) {
		const rest = until - clock.now();
		if (rest <= 0) return { how: "stop", why: "time" };
		const limits = { signal, timeMs: Math.min(CALL_MS, rest) };
		const answer = await api.ask("automation/view/planProgress", { planId }, progressAnswer, limits);
		if (answer.ok) {
			misses = 0;
			const { info, warn, error } = answer.value;
			for (const line of newLines(known, info)) log.line(line);
			known = info;
			output.stdout = bytesOf([...info, ...warn]);
			output.stderr = bytesOf(error);
			// Like the codes that ZAP's own script exits with.
			if (isOver(answer.value)) return { how: "over", code: error.length > 0 ? 1 : warn.length > 0 ? 2 : 0 };
			const job = log.running();
			const share = job === undefined ? undefined : await readShare(job, limits);
			if (share !== undefined && !signal.aborted) log.reach(share);
		} else if (!signal.aborted) {
			if (answer.fault.kind === "too-large") return { how: "stop", why: "output" };
			if (isUnknown(answer.fault)) return { how: "lost", what: "its daemon was started anew", mayRun: false };
			if (++misses >= MOST_MISSES) return { how: "lost", what: GONE, mayRun: true };
		}
		await clock.wait(POLL_MS, signal);
	}
	return { how: "stop", why: "aborted" };
}

/**
 * The new items of a list that each answer contains in full. If the list does not start with the known items, all of it is new: ZAP
 * clears it when the plan really starts, which is after it has answered `runPlan` and perhaps after our first query.
 */
function newLines(known: readonly string[], now: readonly string[]): readonly string[] {
	return known.every((line, index) => now[index] === line) ? now.slice(known.length) : now;
}

/** Whether the daemon answers again, as one that is restarted automatically does. A scan that is over does not wait. */
async function isBack(api: DaemonApi, clock: Clock, { signal, until }: ZapRun): Promise<boolean> {
	const limit = Math.min(clock.now() + RETURN_MS, until);
	while (clock.now() < limit && !signal.aborted) {
		const answer = await api.ask("core/view/version", {}, versionAnswer, { signal, timeMs: CALL_MS });
		if (answer.ok) return true;
		await clock.wait(POLL_MS, signal);
	}
	return signal.aborted;
}
