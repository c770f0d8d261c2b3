import { useState } from "react";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import type { WithSession } from "#src/lib/session/sign-in/use-sign-in-again.tsx";

/** One section of the settings: what was typed stays until it is saved. */
export function useSave(withSession: WithSession) {
	const { state, form, submit, clear } = useSubmission();
	const [touched, setTouched] = useState(false);
	const [saved, setSaved] = useState(false);
	useBusyForm(touched);
	return {
		state,
		form,
		saved,
		submitting: state.status === "submitting",
		/** What is wrong with single fields, by name. */
		errors: state.status === "failed" ? state.fields : {},
		/** For the form's `onInput`. */
		edited(): void {
			setTouched(true);
			setSaved(false);
			clear();
		},
		async save(call: () => Promise<unknown>): Promise<boolean> {
			const done = await submit(() => withSession(call));
			if (done === true) {
				setTouched(false);
				setSaved(true);
			}
			return done === true;
		},
	};
}
