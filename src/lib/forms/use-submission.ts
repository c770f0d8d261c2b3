import { useEffect, useRef, useState } from "react";
import { isOnline } from "#src/lib/device/online.ts";
import { type Trouble, troubleOf } from "./failure-text.ts";
import { fieldErrors } from "./field-errors.ts";

export type Submission =
	| { status: "idle" }
	| { status: "submitting" }
	/** `fields`: errors of individual fields, by name. */
	| { status: "failed"; trouble: Trouble; fields: Record<string, string> };

const IDLE: Submission = { status: "idle" };

/** Sends a form, one attempt at a time. After a failure the focus goes to the first invalid field, or else back to the button. */
export function useSubmission() {
	const [state, setState] = useState<Submission>(IDLE);
	const form = useRef<HTMLFormElement>(null);
	const running = useRef(false);

	useEffect(() => {
		if (state.status === "failed") focusAfter(form.current, Object.keys(state.fields));
	}, [state]);

	return {
		state,
		/** For the form. */
		form,
		/** Resolves with whether it succeeded; null if an attempt is already in progress. */
		async submit(task: () => Promise<unknown>): Promise<boolean | null> {
			if (running.current) return null;
			running.current = true;
			setState({ status: "submitting" });
			try {
				await task();
				setState(IDLE);
				return true;
			} catch (error) {
				setState({ status: "failed", trouble: troubleOf(error, isOnline()), fields: fieldErrors(error) });
				return false;
			} finally {
				running.current = false;
			}
		},
		/** Clears the last attempt's failure once the user types again. */
		clear: () => setState((before) => (before.status === "failed" ? IDLE : before)),
	};
}

function focusAfter(form: HTMLFormElement | null, wrong: string[]): void {
	const first = [...(form?.elements ?? [])].find(
		(element) => element instanceof HTMLInputElement && wrong.includes(element.name),
	);
	if (first instanceof HTMLElement) {
		first.focus();
		return;
	}
	// A button that is disabled while it works loses the focus in some browsers.
	const lost = document.activeElement === document.body || document.activeElement === null;
	if (lost) form?.querySelector<HTMLElement>("button[type=submit]")?.focus();
}
