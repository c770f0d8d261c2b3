import type { ScanId } from "#contract/ids.ts";
import type { Logger } from "#server/platform/watch/logger.ts";
import { apply } from "../apply.ts";
import type { Step } from "../scan.ts";
import type { ScanStore } from "../store/scan-store.ts";

type ProgressDeps = {
	store: ScanStore;
	scanId: ScanId;
	workerId: string;
	heartbeatMs: number;
	now: () => Date;
	log: Logger;
	/** The scan is gone, or another worker has it by now. */
	onLost: () => void;
	onCancel: () => void;
};

export type Progress = {
	/** Whole percent done, never decreasing, and the current step. */
	report(percent: number, step: string): void;
	/** Stores what is not stored yet, and stops the heartbeat. */
	stop(): Promise<void>;
};

/** A new step is stored after this delay, together with any others in between. */
const STEP_DELAY_MS = 250;
const STEP_LENGTH = 200;

/** Keeps a running scan alive and stores its progress and steps; each time it also learns whether the scan was canceled or taken. */
export function createProgress(deps: ProgressDeps): Progress {
	const { store, scanId, workerId, heartbeatMs, now, log } = deps;
	let progress = 0;
	let step = "";
	let unsaved: Step[] = [];
	let stopped = false;
	let soon: ReturnType<typeof setTimeout> | undefined;
	let beating: Promise<void> = Promise.resolve();
	const timer = setInterval(beat, heartbeatMs);

	function beat(): void {
		clearTimeout(soon);
		soon = undefined;
		beating = beating.then(save);
	}

	async function save(): Promise<void> {
		const steps = unsaved;
		unsaved = [];
		try {
			const moved = await apply(store, scanId, { type: "beat", workerId, progress, step, steps });
			if (!moved.ok) deps.onLost();
			else if (moved.scan.status === "running" && moved.scan.cancelRequestedAt) deps.onCancel();
		} catch (error) {
			unsaved = [...steps, ...unsaved];
			log.warn({ scanId, error }, "heartbeat not stored");
		}
	}

	return {
		report(percent, text) {
			progress = Math.max(progress, Math.min(100, Math.round(percent)));
			const next = text.slice(0, STEP_LENGTH).replaceAll("\0", "");
			if (next === step) return;
			step = next;
			unsaved.push({ at: now(), text: step, progress });
			if (!stopped) soon ??= setTimeout(beat, STEP_DELAY_MS);
		},
		async stop() {
			stopped = true;
			clearInterval(timer);
			clearTimeout(soon);
			if (unsaved.length > 0) beat();
			await beating;
		},
	};
}
