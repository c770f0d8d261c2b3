/** What a form shows, and until when (milliseconds of the clock that is passed in). */
export type TimedForm = { step: "idle" } | { step: "busy"; until: number } | { step: "done"; until: number };

export type TimedFormEvent = { type: "submitted"; at: number } | { type: "passed"; at: number } | { type: "again" };

/** How long it is busy, and how long it says thanks. Milliseconds. */
export type FormTiming = { busy: number; done: number };

export const idle: TimedForm = { step: "idle" };

/**
 * The life of a form whose states are the clock's, whatever becomes of what was typed: that travels behind it. An event
 * that does not apply gives back the very same state.
 *
 * ```
 *   idle ──submitted──► busy ──timing.busy──► done ──timing.done, or "again"──► idle
 * ```
 */
export function transition(timing: FormTiming, state: TimedForm, event: TimedFormEvent): TimedForm {
	switch (event.type) {
		case "submitted":
			return state.step === "idle" ? { step: "busy", until: event.at + timing.busy } : state;
		case "passed":
			if (state.step === "idle" || event.at < state.until) return state;
			return state.step === "busy" ? { step: "done", until: state.until + timing.done } : idle;
		case "again":
			return state.step === "done" ? idle : state;
	}
}
