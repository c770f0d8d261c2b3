/** Why this tab must not be reloaded now: the user is typing, or requests are in flight. */
export type BusyReason = "form" | "replay";

/** This tab's marks. Each mark is released on its own; releasing twice is harmless. */
export function createBusyMarks() {
	const marks = new Set<{ reason: BusyReason }>();
	const listeners = new Set<() => void>();
	const changed = () => {
		for (const listener of listeners) listener();
	};
	return {
		mark(reason: BusyReason): () => void {
			const mark = { reason };
			marks.add(mark);
			changed();
			return () => {
				if (marks.delete(mark)) changed();
			};
		},
		has: (reason?: BusyReason) => [...marks].some((mark) => reason === undefined || mark.reason === reason),
		subscribe(listener: () => void): () => void {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}

export type BusyMarks = ReturnType<typeof createBusyMarks>;

export const busyMarks = createBusyMarks();

/** Prevents reloads of this tab until the returned function is called. `form` also hides the update prompt. */
export const markBusy = (reason: BusyReason): (() => void) => busyMarks.mark(reason);
