import { timings } from "#src/config/timings.ts";
import type { Toast } from "./toast.ts";

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
