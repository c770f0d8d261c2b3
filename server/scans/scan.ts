import { assertNever } from "#contract/assert-never.ts";
import type { AccountId, Owner, ScanId } from "#contract/ids.ts";
import type { Coverage, ScanFailure, ScanRequest } from "#contract/scans.ts";

/** What a user asked for. */
export type Scan = {
	id: ScanId;
	owner: Owner;
	/** What was asked for, with the form's fields as typed, trimmed. */
	request: ScanRequest;
	/** Where its report goes; null for kinds that mail none. */
	email: string | null;
	acceptedAt: Date;
	/** How many workers have begun it. */
	attempts: number;
} & ScanState;

export type ScanState =
	| { status: "pending"; queuedAt: Date }
	| {
			status: "running";
			workerId: string;
			startedAt: Date;
			heartbeatAt: Date;
			progress: number;
			step: string;
			/** When somebody asked for its end; its worker is to see that and stop. */
			cancelRequestedAt: Date | undefined;
	  }
	| { status: "completed"; startedAt: Date; finishedAt: Date; coverage: Coverage }
	| { status: "failed"; startedAt: Date | undefined; finishedAt: Date; failure: ScanFailure };

export type ScanEvent =
	| { type: "claimed"; workerId: string }
	/** The worker is alive; how far it is. */
	| { type: "beat"; workerId: string; progress: number; step: string }
	| { type: "completed"; workerId: string; coverage: Coverage }
	| { type: "failed"; workerId: string; failure: ScanFailure }
	/** The worker shuts down in the middle of it; that attempt does not count. */
	| { type: "released"; workerId: string }
	/** Its owner does not want it any more. */
	| { type: "cancel" }
	/** The sweep saw no heartbeat for longer than `limitMs`. */
	| { type: "silent"; limitMs: number }
	/** The sweep found it waiting without a job and queued another. */
	| { type: "requeued" };

/** Refusals are expected: two workers may want one scan, and the slower one has to hear it. */
export type Transition =
	| { ok: true; scan: Scan }
	| { ok: false; because: "not-pending" | "not-yours" | "still-alive" | "already-finished" };

/** A scan whose worker died is begun once more; a second silence is more likely the scan's fault than the machine's. */
const MAX_ATTEMPTS = 2;

const INTERRUPTED: ScanFailure = {
	code: "interrupted",
	message: "The scan was interrupted on our side, twice. Nothing is wrong with your target; please ask for it again.",
};

export const CANCELLED: ScanFailure = {
	code: "cancelled",
	message: "The scan was cancelled before it was done. You can run it again.",
};

/** Whether somebody is to get a mail about this end. Whoever cancels a scan knows it already. */
export const mailsEnd = (scan: Scan): boolean =>
	scan.email !== null &&
	(scan.status === "completed" || (scan.status === "failed" && scan.failure.code !== "cancelled"));

/** Whether devices of its account may be told of this end: likewise. */
export const tellsEnd = (scan: Scan): scan is Scan & { owner: AccountId } =>
	scan.owner !== "anonymous" &&
	(scan.status === "completed" || (scan.status === "failed" && scan.failure.code !== "cancelled"));

/**
 * The life of a scan. `at` is the database's clock, so that workers on several machines agree on what is silent.
 *
 * ```
 *              claimed                completed
 *   pending ───────────► running ───────────────► completed
 *    │ ▲                  │ ▲ │ failed, second silence
 *    │ └──────────────────┘ └─┤ beat  └──────────► failed
 *    │  released, first silence                      ▲
 *    └───────────────────────────────────────────────┘
 *       cancel
 * ```
 * A cancel of a running scan is a note to its worker, which ends it as failed. Where there is no worker any more, the note
 * ends it: it is neither handed on nor begun again.
 */
export function transition(scan: Scan, event: ScanEvent, at: Date): Transition {
	switch (event.type) {
		case "claimed":
			if (scan.status !== "pending") return { ok: false, because: "not-pending" };
			return to(
				{ ...scan, attempts: scan.attempts + 1 },
				{
					status: "running",
					workerId: event.workerId,
					startedAt: at,
					heartbeatAt: at,
					progress: 0,
					step: "",
					cancelRequestedAt: undefined,
				},
			);
		case "requeued":
			if (scan.status !== "pending") return { ok: false, because: "not-pending" };
			return to(scan, { status: "pending", queuedAt: at });
		case "silent":
			if (scan.status !== "running") return { ok: false, because: "still-alive" };
			if (at.getTime() - scan.heartbeatAt.getTime() < event.limitMs) return { ok: false, because: "still-alive" };
			if (scan.cancelRequestedAt) return cancelled(scan, scan.startedAt, at);
			if (scan.attempts < MAX_ATTEMPTS) return to(scan, { status: "pending", queuedAt: at });
			return to(scan, { status: "failed", startedAt: scan.startedAt, finishedAt: at, failure: INTERRUPTED });
		case "cancel":
			if (scan.status === "pending") return cancelled(scan, undefined, at);
			if (scan.status !== "running") return { ok: false, because: "already-finished" };
			return to(scan, { ...runningOf(scan), cancelRequestedAt: scan.cancelRequestedAt ?? at });
	}

	if (scan.status !== "running" || scan.workerId !== event.workerId) return { ok: false, because: "not-yours" };
	const { startedAt } = scan;
	switch (event.type) {
		case "beat": {
			const progress = Math.max(scan.progress, event.progress);
			return to(scan, { ...runningOf(scan), heartbeatAt: at, progress, step: event.step });
		}
		case "released":
			if (scan.cancelRequestedAt) return cancelled(scan, startedAt, at);
			return to({ ...scan, attempts: scan.attempts - 1 }, { status: "pending", queuedAt: at });
		case "completed":
			return to(scan, { status: "completed", startedAt, finishedAt: at, coverage: event.coverage });
		case "failed":
			return to(scan, { status: "failed", startedAt, finishedAt: at, failure: event.failure });
		default:
			return assertNever(event);
	}
}

type Running = Extract<ScanState, { status: "running" }>;

function runningOf({ workerId, startedAt, heartbeatAt, progress, step, cancelRequestedAt }: Running): Running {
	return { status: "running", workerId, startedAt, heartbeatAt, progress, step, cancelRequestedAt };
}

function cancelled(scan: Scan, startedAt: Date | undefined, finishedAt: Date): Transition {
	return to(scan, { status: "failed", startedAt, finishedAt, failure: CANCELLED });
}

function to({ id, owner, request, email, acceptedAt, attempts }: Scan, state: ScanState): Transition {
	return { ok: true, scan: { id, owner, request, email, acceptedAt, attempts, ...state } };
}
