import { type SubmitEvent, useRef, useState } from "react";
import type { Asset } from "#contract/assets.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { Button } from "#src/ui/button.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { labelAsset } from "./assets-api.ts";

/** A host's client, editable in place. */
export function ClientLabel({ host, client }: Pick<Asset, "host" | "client">) {
	const [text, setText] = useState<string | null>(null);
	const { state, form, submit, clear } = useSubmission();
	const back = useRef(false);
	useBusyForm(text !== null && text !== client);

	const close = () => {
		back.current = true;
		setText(null);
		clear();
	};
	const onSubmit = async (event: SubmitEvent) => {
		event.preventDefault();
		if (text !== null && (await submit(() => labelAsset(host, text)))) close();
	};
	if (text === null) {
		return (
			<p className="mt-1 flex flex-wrap items-center gap-x-3 text-15">
				<span className="wrap-anywhere">{client === "" ? <span className="text-quiet">No client</span> : client}</span>
				<button
					type="button"
					ref={(button) => {
						// The form that had the focus is gone.
						if (button && back.current) button.focus();
						back.current = false;
					}}
					onClick={() => setText(client)}
					aria-label={`${client === "" ? "Add a client" : "Change the client"}: ${host}`}
					className="min-h-11 cursor-pointer text-accent underline underline-offset-4"
				>
					{client === "" ? "Add" : "Change"}
				</button>
			</p>
		);
	}
	const busy = state.status === "submitting";
	return (
		<form ref={form} onSubmit={onSubmit} className="mt-2 grid gap-3">
			<div className="flex flex-wrap items-end gap-3">
				<FormField
					autoFocus
					id={`client-${host}`}
					name="client"
					label="Client"
					autoComplete="off"
					maxLength={100}
					value={text}
					onChange={({ target }) => {
						setText(target.value);
						clear();
					}}
					onKeyDown={({ key }) => {
						if (key === "Escape") close();
					}}
					error={state.status === "failed" ? state.fields.client : undefined}
				/>
				<Button type="submit" variant="secondary" disabled={busy}>
					{busy ? "Saving…" : "Save"}
				</Button>
				<Button variant="plain" onClick={close}>
					Cancel
				</Button>
			</div>
			<SubmissionFailure title="Not saved" state={state} />
		</form>
	);
}
