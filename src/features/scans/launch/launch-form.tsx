import { useEffect, useRef, useSyncExternalStore } from "react";
import type { RequestLimits } from "#contract/scans/engines.ts";
import type { ScanKind } from "#contract/scans/scans.ts";
import type { SubmissionForm } from "#src/lib/submission/submission.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { Button } from "#src/ui/button.tsx";
import { usePickClient } from "../use-pick-client.ts";
import { LabelFields } from "./label-fields.tsx";
import { LaunchField } from "./launch-field.tsx";
import { FORMS, targetIn } from "./launch-forms.ts";
import { requestsText, troubleText } from "./launch-text.ts";
import { useSuggestions } from "./use-suggestions.ts";

type Props = {
	kind: ScanKind;
	requests: RequestLimits | undefined;
	form: SubmissionForm;
	loginPath: string;
	onClose(): void;
};

/** The form of one kind of scan, with the outcome of its last submission. */
export function LaunchForm({ kind, requests, form, loginPath, onClose }: Props) {
	const state = useSyncExternalStore(form.subscribe, form.state, form.state);
	const element = useRef<HTMLFormElement>(null);
	const { about, fields, failure } = FORMS[kind];
	const targets = useSuggestions(kind);
	const pick = usePickClient();
	const submitting = state.step === "submitting";
	const isInvalid = state.step === "editing" && state.trouble?.type === "invalid";
	const trouble = state.step === "editing" && state.trouble ? troubleText(state.trouble, state) : null;

	useEffect(() => {
		// A disabled button loses the focus in some browsers, so restore it after a failure.
		const lost = !element.current?.contains(document.activeElement);
		if (trouble && lost) element.current?.querySelector<HTMLElement>("button[type=submit]")?.focus();
	}, [trouble]);

	return (
		<form
			ref={element}
			onSubmit={(event) => {
				event.preventDefault();
				form.dispatch({ type: "submit" });
			}}
			className="grid gap-5"
		>
			<p className="text-15 text-quiet">
				{about}
				{requests && ` ${requestsText(requests)}`}
			</p>
			{fields.map((field) => (
				<LaunchField
					key={field.name}
					id={`${kind}-${field.name}`}
					field={field}
					value={state.values[field.name] ?? ""}
					disabled={submitting}
					targets={targets}
					onChange={(value) => form.dispatch({ type: "edited", name: field.name, value })}
				/>
			))}
			<LabelFields
				id={kind}
				note={state.values.note ?? ""}
				client={pick(state.values.client ?? "", targetIn(kind, state.values)).client}
				disabled={submitting}
				onChange={(name, value) => form.dispatch({ type: "edited", name, value })}
			/>
			{trouble && (
				<div className="text-15">
					{(failure === "inline" || isInvalid) && (
						<p role="alert" className="wrap-anywhere font-medium text-high">
							{trouble.error}
						</p>
					)}
					{trouble.kept && <p role="status">{trouble.kept}</p>}
					{trouble.remedy === "sign-in" && (
						<p>
							<Link to={loginPath}>Sign in</Link>
						</p>
					)}
					{trouble.remedy === "ownership" && (
						<p>
							<Link to="/dashboard/assets">Verify a target</Link>
						</p>
					)}
				</div>
			)}
			<div className="flex items-center justify-end gap-5">
				<Button variant="plain" onClick={onClose}>
					{submitting ? "Close; the scan goes on" : "Not now"}
				</Button>
				<Button type="submit" variant="primary" disabled={submitting}>
					{submitting ? "Scanning..." : "Start scan"}
				</Button>
			</div>
			<p className="text-13 text-quiet">Only scan what you own or have permission to scan.</p>
		</form>
	);
}
