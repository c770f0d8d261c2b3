import { setTimeout as delay } from "node:timers/promises";
import type { ZapForm } from "../form.ts";
import { createDaemonApi } from "./api.ts";
import type { Clock } from "./clock.ts";
import { findDaemon } from "./find-daemon.ts";
import { createPlanRunner } from "./run-plan.ts";

/** What a daemon's client needs from outside. */
export type DaemonOptions = Partial<Clock> & { fetch?: typeof globalThis.fetch };

const waitFor = (ms: number, signal?: AbortSignal) =>
	delay(ms, undefined, signal && { signal }).catch((error: unknown) => {
		if (!signal?.aborted) throw error;
	});

/** A ZAP that its operator keeps running, on this machine and under this user: it reads the plan and writes the reports itself. */
export function daemonForm(
	url: string,
	key: string | undefined,
	atLeast: readonly number[],
	{ fetch = globalThis.fetch, now = Date.now, wait = waitFor }: DaemonOptions = {},
): ZapForm {
	const api = createDaemonApi(url, key, fetch);
	return {
		find: (signal) => findDaemon(api, url, atLeast, signal),
		proxyHost: "127.0.0.1",
		seenFolder: (folder) => folder,
		...createPlanRunner(api, { now, wait }),
	};
}
