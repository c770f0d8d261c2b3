import { type Dispatch, useReducer } from "react";
import { useDeadline } from "#src/ui/hooks/use-deadline.ts";
import { type FormTiming, idle, type TimedForm, type TimedFormEvent, transition } from "./timed-form.ts";

/** A form's states by the device's clock. `timing` must never change. */
export function useTimedForm(timing: FormTiming): { step: TimedForm["step"]; dispatch: Dispatch<TimedFormEvent> } {
	const [state, dispatch] = useReducer(
		(state: TimedForm, event: TimedFormEvent) => transition(timing, state, event),
		idle,
	);
	useDeadline(state.step === "idle" ? null : state.until, dispatch);
	return { step: state.step, dispatch };
}
