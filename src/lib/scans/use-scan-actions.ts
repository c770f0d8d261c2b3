import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { ScanId } from "#contract/ids.ts";
import type { ScanSummary } from "#contract/scans/scans.ts";
import { ApiFailure } from "#src/lib/data/api-failure.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { notify } from "#src/ui/toast/notify.ts";
import { removeScan } from "./scan-cache.ts";
import { awaitEnd } from "./scan-ends.ts";
import { lookForScans } from "./scan-events.ts";
import { isActive } from "./scan-filter.ts";
import { cancelScan, deleteScan, repeatScan } from "./scans-api.ts";

type Doing = "cancel" | "repeat" | "remove";

const NOT_DONE: Record<Doing, string> = {
	cancel: "The scan was not cancelled",
	repeat: "The scan was not started again",
	remove: "The scan was not deleted",
};

const WITHOUT_ANSWER = "The server did not answer. Check the connection and try again.";

const say = (title: string, text: string) => notify({ title, text }).catch(() => undefined);

export type ScanActions = ReturnType<typeof useScanActions>;

/** Cancelling, repeating and deleting scans, one at a time for each. `onRemoved` is called for each deleted one. */
export function useScanActions(onRemoved: (scan: ScanSummary) => void = () => {}) {
	const client = useQueryClient();
	const { scope } = useScope();
	const [under, setUnder] = useState<ReadonlyMap<ScanId, Doing>>(new Map());
	/** Scans being cancelled: a running scan ends once its worker notices. */
	const [ending, setEnding] = useState<ReadonlySet<ScanId>>(new Set());
	const running = useRef(new Set<ScanId>());
	// Each click gets one key; clicking again because no answer came reuses it.
	const keys = useRef(new Map<ScanId, string>());

	async function act({ id }: ScanSummary, doing: Doing, task: () => Promise<unknown>): Promise<boolean> {
		if (running.current.has(id)) return false;
		running.current.add(id);
		setUnder((before) => new Map(before).set(id, doing));
		let done = true;
		try {
			await task();
			await lookForScans();
		} catch (error) {
			done = false;
			const known = error instanceof ApiFailure && error.status !== null && error.message !== "";
			void say(NOT_DONE[doing], known ? error.message : WITHOUT_ANSWER);
			if (known) void lookForScans();
		}
		running.current.delete(id);
		setUnder((before) => new Map([...before].filter(([one]) => one !== id)));
		return done;
	}

	return {
		/** The action in progress for a scan. */
		doing: (scan: ScanSummary): Doing | null =>
			under.get(scan.id) ?? (ending.has(scan.id) && isActive(scan) ? "cancel" : null),
		cancel(scan: ScanSummary): void {
			void act(scan, "cancel", () => cancelScan(scan.id, scope)).then((done) => {
				if (done) setEnding((before) => new Set(before).add(scan.id));
			});
		},
		repeat(scan: ScanSummary): void {
			const key = keys.current.get(scan.id) ?? crypto.randomUUID();
			keys.current.set(scan.id, key);
			void act(scan, "repeat", async () => {
				const { receipt } = await repeatScan(scan.id, scope, key);
				awaitEnd(receipt.scanId);
			}).then((done) => {
				if (!done) return;
				keys.current.delete(scan.id);
				void say("Scan started again", scan.target);
			});
		},
		remove(scan: ScanSummary): void {
			void act(scan, "remove", () => deleteScan(scan.id, scope)).then((done) => {
				if (!done) return;
				removeScan(client, scope, scan.id);
				onRemoved(scan);
			});
		},
	};
}
