import type { Toast } from "./toast.ts";

type TimedToast = Toast & { duration: number };

export type ToastView = TimedToast & {
	id: number;
	/** Called when the toast is gone, for any reason. */
	onEnd: () => void;
};

type PauseDeps = {
	/** Shows a toast, or changes the one with this id and restarts its time. An infinite duration never ends. */
	show(toast: ToastView): void;
	focused(): boolean;
};

/**
 * Toasts pause while the window isn't focused (specification, section 9). Sonner itself only handles hidden documents. So a toast gets an
 * infinite duration when focus leaves, and its full time again when focus returns, so the user can read it.
 */
export function createWindowPause({ show, focused }: PauseDeps) {
	const shown = new Map<number, TimedToast>();
	let lastId = 0;

	const put = (id: number, toast: TimedToast, paused: boolean) =>
		show({
			...toast,
			id,
			duration: paused ? Number.POSITIVE_INFINITY : toast.duration,
			onEnd: () => shown.delete(id),
		});
	const putAll = (paused: boolean) => {
		for (const [id, toast] of shown) put(id, toast, paused);
	};

	return {
		add(toast: TimedToast): void {
			lastId += 1;
			shown.set(lastId, toast);
			put(lastId, toast, !focused());
		},
		pause: () => putAll(true),
		resume: () => putAll(false),
	};
}
