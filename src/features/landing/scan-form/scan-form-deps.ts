import type { SubmissionDeps } from "#src/lib/submission/submission.ts";
import { markBusy } from "#src/sw-bridge/busy.ts";

/** Code that only a submission needs, in its own chunk so that it does not delay the first paint. */
const loadSender = () =>
	import("./scan-sender.ts").catch((cause: unknown) => {
		throw new Error("A part of this page could not be loaded. Check the connection and submit again.", { cause });
	});

/** Loads what a submission needs, so that it is ready when Submit is pressed. A loading failure only shows then. */
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
		// Only a success is shown outside the form, in a toast.
		if (outcome.type === "accepted") await (await loadSender()).announceScan();
	},
	markBusy: () => markBusy("form"),
};
