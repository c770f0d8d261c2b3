/** What the form shows, and until when (milliseconds of the clock that is passed in). Spec section 4. */
export type ContactState = { step: "idle" } | { step: "submitting"; until: number } | { step: "sent"; until: number };

export type ContactEvent = { type: "submitted"; at: number } | { type: "passed"; at: number } | { type: "again" };

const SUBMITTING_MS = 2000;
const SENT_MS = 5000;

export const idle: ContactState = { step: "idle" };

/**
 * The life of the contact form. An event that does not apply gives back the very same state.
 *
 * ```
 *   idle ──submitted──► submitting ──2 s──► sent ──5 s, or "again"──► idle
 * ```
 */
export function transition(state: ContactState, event: ContactEvent): ContactState {
	switch (event.type) {
		case "submitted":
			return state.step === "idle" ? { step: "submitting", until: event.at + SUBMITTING_MS } : state;
		case "passed":
			if (state.step === "idle" || event.at < state.until) return state;
			return state.step === "submitting" ? { step: "sent", until: event.at + SENT_MS } : idle;
		case "again":
			return state.step === "sent" ? idle : state;
	}
}
