import { timings } from "#src/config/timings.ts";
import type { Toast } from "./toast.ts";

let shown = false;

/** Shows a toast. The first one loads the code; rejects if it can't be loaded. */
export async function notify({ duration = timings.toast, ...toast }: Toast): Promise<void> {
	const { showToast } = await import("./toaster.tsx");
	shown = true;
	showToast({ ...toast, duration });
}

/** Dismisses all toasts: they were meant only for the person who was here. */
export async function hideToasts(): Promise<void> {
	if (!shown) return;
	const { hideAllToasts } = await import("./toaster.tsx");
	hideAllToasts();
}
