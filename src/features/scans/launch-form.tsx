import { useEffect, useRef, useSyncExternalStore } from "react";
import { Link } from "react-router-dom";
import { Button } from "#src/ui/button.tsx";
import type { LaunchForm as Form } from "./launch-controller.ts";
import { LaunchField } from "./launch-field.tsx";
import { FORMS } from "./launch-forms.ts";
import { troubleWords } from "./launch-words.ts";

type Props = { form: Form; loginPath: string; onClose(): void };

/** The fields of one kind of scan, and what became of the last submission. Its rules are in launch-state.ts. */
export function LaunchForm({ form, loginPath, onClose }: Props) {
	const state = useSyncExternalStore(form.subscribe, form.state, form.state);
	const element = useRef<HTMLFormElement>(null);
	const { fields, failure } = FORMS[form.kind];
	const submitting = state.step === "submitting";
	const words = state.step === "editing" && state.trouble ? troubleWords(state.trouble) : null;

	useEffect(() => {
		// A disabled button loses the focus in some browsers: after a failure it comes back.
		const lost = !element.current?.contains(document.activeElement);
		if (words && lost) element.current?.querySelector<HTMLElement>("button[type=submit]")?.focus();
	}, [words]);

	return (
		<form
			ref={element}
			onSubmit={(event) => {
				event.preventDefault();
				form.dispatch({ type: "submit" });
			}}
			className="grid gap-5"
		>
			{fields.map((field) => (
				<LaunchField
					key={field.name}
					id={`${form.kind}-${field.name}`}
					field={field}
					value={state.values[field.name] ?? ""}
					disabled={submitting}
					onChange={(value) => form.dispatch({ type: "edited", name: field.name, value })}
				/>
			))}
			{words && (
				<div className="text-15">
					{failure === "inline" && (
						<p role="alert" className="wrap-anywhere font-medium text-high">
							{words.error}
						</p>
					)}
					{words.kept && <p role="status">{words.kept}</p>}
					{words.remedy === "sign-in" && (
						<p>
							<Link to={loginPath}>Sign in</Link>
						</p>
					)}
					{words.remedy === "ownership" && (
						<p>
							<Link to="/dashboard/assets">Show that a target is yours</Link>
						</p>
					)}
				</div>
			)}
			<div className="flex items-center justify-end gap-5">
				<Button variant="plain" onClick={onClose}>
					{submitting ? "Close and go on" : "Not now"}
				</Button>
				<Button type="submit" variant="primary" disabled={submitting}>
					{submitting ? "Scanning..." : "Start scan"}
				</Button>
			</div>
			<p className="text-13 text-quiet">Only scan what is yours or what you have been asked to scan.</p>
		</form>
	);
}
