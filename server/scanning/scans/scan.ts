import { assertNever } from "#contract/assert-never.ts";
import type { ScanReport, SentItem } from "#contract/findings/findings.ts";
import type { ScanId } from "#contract/ids.ts";
import type { Coverage, ScanFailure, ScanRequest } from "#contract/scans/scans.ts";
import type { ScanOwner } from "./asker.ts";

/** A scan that was requested. */
export type Scan = {
	id: ScanId;
	owner: ScanOwner;
	/** The kind, and the form's fields as typed, trimmed. */
	request: ScanRequest;
	/** Where its report goes; null for kinds that email none. */
	email: string | null;
	acceptedAt: Date;
	/** How many workers have started it. */
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
			/** When its end was requested; its worker sees that and stops. */
			cancelRequestedAt: Date | undefined;
	  }
	| { status: "completed"; startedAt: Date; finishedAt: Date; coverage: Coverage }
	| { status: "failed"; startedAt: Date | undefined; finishedAt: Date; failure: ScanFailure };

/** A step of a scan, as its worker saw it start. */
export type Step = { at: Date; text: string; progress: number };

/** A tool's output as it is stored. */
export type RawOutput = { name: string; mediaType: string; content: Buffer };

export type ScanEvent =
	/** A worker starts it. */
	| { type: "leased"; workerId: string }
	/** The worker is alive; how far it is, and the steps since the last heartbeat. */
	| { type: "beat"; workerId: string; progress: number; step: string; steps: readonly Step[] }
	| {
			type: "completed";
			workerId: string;
			coverage: Coverage;
			report: ScanReport;
			raw: readonly RawOutput[];
	  }
	| {
			type: "failed";
			workerId: string;
			failure: ScanFailure;
			/** What had been sent to the target by then. */
			sent: readonly SentItem[];
			raw: readonly RawOutput[];
	  }
	/** The worker shuts down in the middle of it; that attempt does not count. */
	| { type: "released"; workerId: string }
	/** Its owner does not want it anymore. */
	| { type: "cancel" }
	/** An operator ends it; its worker notices at its next heartbeat. */
	| { type: "ended"; reason: string }
	/** The sweep saw no heartbeat for longer than `limitMs`. */
	| { type: "silent"; limitMs: number }
	/** The sweep found that it has been waiting for long. `hasJob`: its job exists and only has to wait its turn. */
	| { type: "requeued"; hasJob: boolean };

/** What has to happen along with a move. The store does it in the same transaction. */
export type ScanEffect =
	/** Queue its run. */
	| { type: "queue-run" }
	/** Queue the email about its end. */
	| { type: "queue-mail" }
	/** Tell its account's devices about its end, if the account wants that. */
	| { type: "notify" }
	| { type: "save-steps"; steps: readonly Step[] }
	/** Also count its findings, and merge them into those of its account. */
	| { type: "save-report"; report: ScanReport }
	/** The reason, for a scan that failed; for a completed one it is in its report. */
	| { type: "save-sent"; sent: readonly SentItem[] }
	| { type: "save-raw"; raw: readonly RawOutput[] };

/** Refusals are expected: two workers may want the same scan, and only one gets it. */
export type Transition =
	| { ok: true; scan: Scan; effects: readonly ScanEffect[] }
	| { ok: false; because: "not-pending" | "not-yours" | "still-alive" | "already-finished" };

/** A scan whose worker died is started once more; a second silence is more likely the scan's fault than the machine's. */
const MAX_ATTEMPTS = 2;

const INTERRUPTED: ScanFailure = {
	code: "interrupted",
	message: "The scan was interrupted on our side, twice. Nothing is wrong with your target; please start it again.",
};

export const CANCELLED: ScanFailure = {
	code: "cancelled",
	message: "The scan was cancelled before it was done. You can run it again.",
};

const endedByOperator = (reason: string): ScanFailure => ({
	code: "interrupted",
	message: `The operator of this server ended this scan: ${reason}`,
});

/**
 * The life of a scan, and all that goes with each move: this alone decides it. `at` is the database's clock, so that workers on several machines agree on what is silent.
 *
 * ```
 *              leased                 completed
 *   pending ───────────► running ───────────────► completed
 *    │ ▲                  │ ▲ │ failed, second silence
 *    │ └──────────────────┘ └─┤ beat  └──────────► failed
 *    │  released, first silence                      ▲
 *    └───────────────────────────────────────────────┘
 *       cancel, ended
 * ```
 * A cancel of a running scan leaves a note for its worker, which ends it as failed. If that worker is gone, the note ends the
 * scan: it is not queued again.
 */
export function transition(scan: Scan, event: ScanEvent, at: Date): Transition {
	switch (event.type) {
		case "leased":
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
			return to(scan, { status: "pending", queuedAt: at }, event.hasJob ? [] : [{ type: "queue-run" }]);
		case "silent":
			if (scan.status !== "running") return { ok: false, because: "still-alive" };
			if (at.getTime() - scan.heartbeatAt.getTime() < event.limitMs) return { ok: false, because: "still-alive" };
			if (scan.cancelRequestedAt) return fail(scan, CANCELLED, scan.startedAt, at);
			if (scan.attempts < MAX_ATTEMPTS) return wait(scan, at);
			return fail(scan, INTERRUPTED, scan.startedAt, at);
		case "cancel":
			if (scan.status === "pending") return fail(scan, CANCELLED, undefined, at);
			if (scan.status !== "running") return { ok: false, because: "already-finished" };
			return to(scan, { ...runningOf(scan), cancelRequestedAt: scan.cancelRequestedAt ?? at });
		case "ended":
			if (scan.status !== "pending" && scan.status !== "running") return { ok: false, because: "already-finished" };
			return fail(scan, endedByOperator(event.reason), scan.status === "running" ? scan.startedAt : undefined, at);
	}

	if (scan.status !== "running" || scan.workerId !== event.workerId) return { ok: false, because: "not-yours" };
	const { startedAt } = scan;
	switch (event.type) {
		case "beat": {
			const progress = Math.max(scan.progress, event.progress);
			const steps: ScanEffect[] = event.steps.length > 0 ? [{ type: "save-steps", steps: event.steps }] : [];
			return to(scan, { ...runningOf(scan), heartbeatAt: at, progress, step: event.step }, steps);
		}
		case "released":
			if (scan.cancelRequestedAt) return fail(scan, CANCELLED, startedAt, at);
			return wait({ ...scan, attempts: scan.attempts - 1 }, at);
		case "completed":
			return to(scan, { status: "completed", startedAt, finishedAt: at, coverage: event.coverage }, [
				{ type: "save-report", report: event.report },
				{ type: "save-raw", raw: event.raw },
				...tellEnd(scan),
			]);
		case "failed":
			return fail(scan, event.failure, startedAt, at, [
				{ type: "save-sent", sent: event.sent },
				{ type: "save-raw", raw: event.raw },
			]);
		default:
			return assertNever(event);
	}
}

type Running = Extract<ScanState, { status: "running" }>;

function runningOf({ workerId, startedAt, heartbeatAt, progress, step, cancelRequestedAt }: Running): Running {
	return { status: "running", workerId, startedAt, heartbeatAt, progress, step, cancelRequestedAt };
}

/** Who is told that it has ended: its mailbox, and the devices of its account. */
function tellEnd({ email, owner }: Scan): ScanEffect[] {
	return [
		...(email === null ? [] : [{ type: "queue-mail" } as const]),
		...(owner === "anonymous" ? [] : [{ type: "notify" } as const]),
	];
}

const wait = (scan: Scan, queuedAt: Date): Transition =>
	to(scan, { status: "pending", queuedAt }, [{ type: "queue-run" }]);

/** The owner who cancels a scan knows that it ends, so a canceled one sends no email and no notification. */
function fail(
	scan: Scan,
	failure: ScanFailure,
	startedAt: Date | undefined,
	finishedAt: Date,
	effects: readonly ScanEffect[] = [],
): Transition {
	const told = failure.code === "cancelled" ? [] : tellEnd(scan);
	return to(scan, { status: "failed", startedAt, finishedAt, failure }, [...effects, ...told]);
}

function to(
	{ id, owner, request, email, acceptedAt, attempts }: Scan,
	state: ScanState,
	effects: readonly ScanEffect[] = [],
): Transition {
	return { ok: true, scan: { id, owner, request, email, acceptedAt, attempts, ...state }, effects };
}
