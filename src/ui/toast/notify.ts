import { timings } from "#src/config/timings.ts";

/** What a toast lets one do. It goes away with it. */
export type ToastAction = {
	label: string;
	/** Where it leads, if anywhere: then it is a link, and `run` opens it without loading the page anew. */
	href?: string;
	run(): void;
};

export type Toast = {
	title: string;
	text: string;
	/** Milliseconds on the screen, not counting pauses. */
	duration?: number;
	action?: ToastAction;
};

let shown = false;

/** Shows a toast. Loads the code with the first one; rejects if it cannot be loaded. */
export async function notify({ duration = timings.toast, ...toast }: Toast): Promise<void> {
	const { showToast } = await import("./toaster.tsx");
	shown = true;
	showToast({ ...toast, duration });
}

/** Takes all toasts away: what they say is for who was there. */
export async function hideToasts(): Promise<void> {
	if (!shown) return;
	const { hideAllToasts } = await import("./toaster.tsx");
	hideAllToasts();
}
