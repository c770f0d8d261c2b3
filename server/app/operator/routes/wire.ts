import { REPORT_SILENCE_MS } from "#server/assurance/reports/store/account-report-work.ts";
import type { Base } from "#server/platform/base.ts";
import type { Scans } from "#server/scanning/scans/wire.ts";
import { lookUpOptOuts } from "#server/scanning/targets/store/opt-outs.ts";
import type { Operation } from "../store/operation.ts";
import type { OperatorDeps } from "./operator-deps.ts";

/** What operators see and do. */
export function wireOperator(
	{ config, deps, pool, operation }: Base & { operation: Operation },
	{ store }: Scans,
): Omit<OperatorDeps, "accounts" | "senders" | "now"> {
	return {
		pool,
		operation,
		scans: store,
		stuck: {
			perAccount: config.SCANS_PER_ACCOUNT,
			perTarget: config.SCANS_PER_TARGET,
			// Its job is checked once within this time; by the second check it should have started.
			waitingMs: 2 * deps.timings.waitingMs,
			silenceMs: deps.timings.silenceMs,
			reportSilenceMs: REPORT_SILENCE_MS,
			scanSeconds: config.SCAN_TIME_LIMIT,
			zapSeconds: config.ZAP_TIME_LIMIT,
		},
		lookUp: (host) =>
			lookUpOptOuts(pool, deps.resolver, { only: host }).catch((error) =>
				deps.log.warn({ error }, "the addresses of an opted-out host could not be looked up"),
			),
	};
}
