import { assertNever } from "#contract/assert-never.ts";
import type { Owner, ScanId } from "#contract/ids.ts";
import type { Coverage, ScanFailure, ScanKind } from "#contract/scans.ts";

/** What a user asked for. */
export type Scan = {
	id: ScanId;
	owner: Owner;
	kind: ScanKind;
	/** As typed, trimmed. */
	target: string;
	email: string;
	acceptedAt: Date;
	/** How many workers have begun it. */
	attempts: number;
} & ScanState;

export type ScanState =
	| { status: "pending"; queuedAt: Date }
	| { status: "running"; workerId: string; startedAt: Date; heartbeatAt: Date; progress: number; step: string }
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
	/** The sweep saw no heartbeat for longer than `limitMs`. */
	| { type: "silent"; limitMs: number }
	/** The sweep found it waiting without a job and queued another. */
	| { type: "requeued" };

/** Refusals are expected: two workers may want one scan, and the slower one has to hear it. */
export type Transition = { ok: true; scan: Scan } | { ok: false; because: "not-pending" | "not-yours" | "still-alive" };

/** A scan whose worker died is begun once more; a second silence is more likely the scan's fault than the machine's. */
const MAX_ATTEMPTS = 2;

const INTERRUPTED: ScanFailure = {
	code: "interrupted",
	message: "The scan was interrupted on our side, twice. Nothing is wrong with your target; please ask for it again.",
};

/**
 * The life of a scan. `at` is the database's clock, so that workers on several machines agree on what is silent.
 *
 * ```
 *              claimed                completed
 *   pending ───────────► running ───────────────► completed
 *      ▲                  │ ▲ │ failed, second silence
 *      └──────────────────┘ └─┤ beat  └──────────► failed
 *       released, first silence
 * ```
 */
export function transition(scan: Scan, event: ScanEvent, at: Date): Transition {
	switch (event.type) {
		case "claimed":
			if (scan.status !== "pending") return { ok: false, because: "not-pending" };
			return to(
				{ ...scan, attempts: scan.attempts + 1 },
				{ status: "running", workerId: event.workerId, startedAt: at, heartbeatAt: at, progress: 0, step: "" },
			);
		case "requeued":
			if (scan.status !== "pending") return { ok: false, because: "not-pending" };
			return to(scan, { status: "pending", queuedAt: at });
		case "silent":
			if (scan.status !== "running") return { ok: false, because: "still-alive" };
			if (at.getTime() - scan.heartbeatAt.getTime() < event.limitMs) return { ok: false, because: "still-alive" };
			if (scan.attempts < MAX_ATTEMPTS) return to(scan, { status: "pending", queuedAt: at });
			return to(scan, { status: "failed", startedAt: scan.startedAt, finishedAt: at, failure: INTERRUPTED });
	}

	if (scan.status !== "running" || scan.workerId !== event.workerId) return { ok: false, because: "not-yours" };
	const { startedAt } = scan;
	switch (event.type) {
		case "beat": {
			const { workerId, step } = event;
			const progress = Math.max(scan.progress, event.progress);
			return to(scan, { status: "running", workerId, startedAt, heartbeatAt: at, progress, step });
		}
		case "released":
			return to({ ...scan, attempts: scan.attempts - 1 }, { status: "pending", queuedAt: at });
		case "completed":
			return to(scan, { status: "completed", startedAt, finishedAt: at, coverage: event.coverage });
		case "failed":
			return to(scan, { status: "failed", startedAt, finishedAt: at, failure: event.failure });
		default:
			return assertNever(event);
	}
}

function to({ id, owner, kind, target, email, acceptedAt, attempts }: Scan, state: ScanState): Transition {
	return { ok: true, scan: { id, owner, kind, target, email, acceptedAt, attempts, ...state } };
}
