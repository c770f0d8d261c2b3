import * as z from "zod/mini";
import type { DaemonApi } from "./api.ts";

const number = z.string().check(z.regex(/^\d{1,9}$/));
const scansAnswer = z.object({ scans: z.array(z.object({ id: number, progress: number })) });
const queueAnswer = z.object({ recordsToScan: number });

/** How much of a job of the plan is done, from 0 to 1; undefined if the daemon does not say. */
type ReadShare = (job: string, limits: { signal: AbortSignal; timeMs: number }) => Promise<number | undefined>;

/** Asks a daemon how far the job that is under way has come. The crawl and the active part say it in percent of their own. */
export function createReadShare(api: DaemonApi): ReadShare {
	/** The most that the passive rules had to look at so far. */
	let queued = 0;
	return async (job, limits) => {
		if (job === "passiveScan-wait") {
			const answer = await api.ask("pscan/view/recordsToScan", {}, queueAnswer, limits);
			if (!answer.ok) return undefined;
			const left = Number(answer.value.recordsToScan);
			queued = Math.max(queued, left);
			return queued === 0 ? 1 : 1 - left / queued;
		}
		if (job !== "spider" && job !== "activeScan") return undefined;
		const call = job === "spider" ? "spider/view/scans" : "ascan/view/scans";
		const answer = await api.ask(call, {}, scansAnswer, limits);
		// Ours is the newest of a session that began with our plan.
		const newest = answer.ok ? answer.value.scans.toSorted((a, b) => Number(b.id) - Number(a.id))[0] : undefined;
		return newest && Number(newest.progress) / 100;
	};
}
