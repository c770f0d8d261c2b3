import type { SubmissionDeps } from "#src/lib/submission/submission.ts";
import { markBusy } from "#src/sw-bridge/busy.ts";

/** What only a submission needs: a chunk of its own, out of the way of the first paint. */
const loadSender = () =>
	import("./scan-sender.ts").catch((cause: unknown) => {
		throw new Error("A part of this page could not be loaded. Check the connection and submit again.", { cause });
	});

/** Loads what a submission needs, so that it is there when Submit is pressed. A failure shows when it is needed. */
export function prepareScanForm(): void {
	loadSender().catch(() => undefined);
	import("#src/ui/toast/toaster.tsx").catch(() => undefined);
}

/** What the free-scan form does in a browser. */
export const scanFormDeps: SubmissionDeps = {
	known: () => ({}),
	submit: async (values, kept) => (await loadSender()).sendScan(values, kept),
	follow(id, listener) {
		const following = loadSender().then(
			({ followScan }) => followScan(id, listener),
			() => () => {},
		);
		return () => void following.then((stop) => stop());
	},
	forget(id) {
		loadSender()
			.then(({ forgetScan }) => forgetScan(id))
			.catch(() => undefined);
	},
	async announce(outcome) {
		// Only a success leaves the form: in a toast.
		if (outcome.type === "accepted") await (await loadSender()).announceScan();
	},
	markBusy: () => markBusy("form"),
};
