import { doneAnswer, isOver, progressAnswer } from "./answers.ts";
import type { DaemonApi } from "./api.ts";
import type { Clock } from "./clock.ts";
import { isUnknown } from "./fault.ts";

/** The time limit, whatever the daemon does: the person who cancels is waiting. */
const STOP_MS = 3_000;
const LOOK_MS = 250;
const MOST_LOOKS = STOP_MS / LOOK_MS;

/** Tells the daemon to end a plan. Returns whether it is over: a daemon that is gone or does not know the plan no longer runs it. */
export async function stopPlan(api: DaemonApi, clock: Clock, planId: string): Promise<boolean> {
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
