/** What a form shows, and until when (milliseconds of the clock that is passed in). */
export type TimedForm = { step: "idle" } | { step: "busy"; until: number } | { step: "done"; until: number };

export type TimedFormEvent = { type: "submitted"; at: number } | { type: "passed"; at: number } | { type: "again" };

/** How long the form is busy and how long it says thanks, in milliseconds. */
export type FormTiming = { busy: number; done: number };

export const idle: TimedForm = { step: "idle" };

/**
 * The states of a form that depend only on the clock; what was typed is sent in the background. An event that does not
 * apply returns the same state object.
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
			// Counted from when it is shown: timers in background tabs fire late.
			return state.step === "busy" ? { step: "done", until: event.at + timing.done } : idle;
		case "again":
			return state.step === "done" ? idle : state;
	}
}
