import { timings } from "#src/config/timings.ts";

export type Toast = {
	title: string;
	text: string;
	/** Milliseconds on the screen, not counting pauses. */
	duration?: number;
};

/** Shows a toast. Loads the code with the first one; rejects if it cannot be loaded. */
export async function notify({ title, text, duration = timings.toast }: Toast): Promise<void> {
	const { showToast } = await import("./toaster.tsx");
	showToast({ title, text, duration });
}
