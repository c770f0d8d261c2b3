import { timings } from "#src/config/timings.ts";
import { isOnline } from "#src/lib/device/online.ts";
import { markBusy } from "#src/sw-bridge/busy.ts";
import { notify } from "#src/ui/toast/notify.ts";
import type { FormWorld } from "./scan-form-controller.ts";

/** The outbox and what goes with it: a chunk of its own, out of the way of the first paint. */
async function loadSender() {
	try {
		const [{ browserOutbox }, { submitScan }, { followEntry }] = await Promise.all([
			import("#src/outbox/browser.ts"),
			import("./earning-submit.ts"),
			import("#src/outbox/follow-entry.ts"),
		]);
		return { outbox: browserOutbox(), submitScan, followEntry };
	} catch (cause) {
		throw new Error("A part of this page could not be loaded. Check the connection and submit again.", { cause });
	}
}

/** Brings in what a submission needs, so that it is there when it is pressed. A failure shows when it is needed. */
export function prepareScanForm(): void {
	loadSender().catch(() => undefined);
	import("#src/ui/toast/toaster.tsx").catch(() => undefined);
}

/** The form's world in a browser. */
export const browserFormWorld: FormWorld = {
	async submit(values, kept) {
		const { outbox, submitScan } = await loadSender();
		return submitScan(values, kept, { outbox, online: isOnline });
	},
	follow(id, listener) {
		let over = false;
		let stop = () => {};
		loadSender().then(
			({ outbox, followEntry }) => {
				if (!over) stop = followEntry(outbox, id, listener);
			},
			() => undefined,
		);
		return () => {
			over = true;
			stop();
		};
	},
	forget(id) {
		loadSender()
			.then(({ outbox }) => outbox.discard(id))
			.catch(() => undefined);
	},
	announce: () =>
		notify({
			title: "Scan launched!",
			text: "We are checking your security posture now. Keep an eye on your email for your results.",
			duration: timings.landingScanToast,
		}),
	markBusy: () => markBusy("form"),
};
