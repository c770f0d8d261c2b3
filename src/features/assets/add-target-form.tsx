import { type SubmitEvent, useState } from "react";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { ClientField } from "#src/lib/workspace/clients/client-field.tsx";
import { lastClient, pickClient } from "#src/lib/workspace/clients/pick-client.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { CheckField } from "#src/ui/fields/check-field.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { addTarget } from "./assets-api.ts";

/** Adds a host. The answer holds the proof to place on it. */
export function AddTargetForm() {
	const { workspace, client, scope } = useScope();
	const [chosen, setChosen] = useState("");
	const whose = pickClient({ workspace, client }, { chosen, target: "", assets: [], last: lastClient(scope) });
	const [host, setHost] = useState("");
	const [includesSubdomains, setIncludesSubdomains] = useState(false);
	const { state, form, submit, clear } = useSubmission();
	useBusyForm(host !== "");

	const onSubmit = async (event: SubmitEvent) => {
		event.preventDefault();
		const added = await submit(() =>
			addTarget(
				{ host, ...(includesSubdomains && { includesSubdomains }) },
				{ ...scope, client: whose?.id ?? scope.client },
			),
		);
		if (!added) return;
		setHost("");
		setIncludesSubdomains(false);
	};
	const submitting = state.status === "submitting";
	return (
		<form ref={form} onSubmit={onSubmit} className="grid max-w-[34rem] gap-3">
			<div className="grid items-end gap-3 md:grid-cols-[minmax(0,1fr)_auto]">
				<FormField
					id="target-host"
					name="host"
					label="Host name or IP address"
					placeholder="shop.example.com"
					autoCapitalize="none"
					autoCorrect="off"
					spellCheck={false}
					required
					value={host}
					onChange={({ target }) => {
						setHost(target.value);
						clear();
					}}
					error={state.status === "failed" ? state.fields.host : undefined}
				/>
				<Button variant="primary" type="submit" disabled={submitting}>
					{submitting ? "Adding…" : "Add"}
				</Button>
			</div>
			{whose && <ClientField id="target" client={whose} disabled={submitting} onChange={setChosen} />}
			<CheckField
				id="target-subdomains"
				checked={includesSubdomains}
				onChange={({ target }) => setIncludesSubdomains(target.checked)}
			>
				Include subdomains (needs a DNS record)
			</CheckField>
			<SubmissionFailure title="Not added" state={state} />
		</form>
	);
}
