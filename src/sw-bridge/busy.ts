/** Why this tab must not be reloaded at the moment: somebody is typing, or requests are under way. */
export type BusyReason = "form" | "replay";

/** Marks of this tab. Each mark is released on its own; releasing twice is harmless. */
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

/** Holds back any reload of this tab until the returned function is called. `form` also holds back the update prompt. */
export const markBusy = (reason: BusyReason): (() => void) => busyMarks.mark(reason);
