import { type SubmitEvent, useState } from "react";
import { WEBHOOKS_LIMIT, type WebhookMade } from "#contract/webhooks/webhooks.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { Button } from "#src/ui/button.tsx";
import { useChange } from "../room/use-change.ts";
import type { Here } from "../room/workspace-part.tsx";
import { Section } from "../section.tsx";
import { useSave } from "../use-save.ts";
import { readWebhookForm } from "./read-webhook-form.ts";
import { SigningSecret } from "./signing-secret.tsx";
import { WebhookFields } from "./webhook-fields.tsx";
import { addWebhook } from "./webhooks-api.ts";

/** Adds a webhook, and shows its signing secret this one time. */
export function AddWebhookSection({ workspace, scope, withSession }: Here) {
	const { state, form, submitting, errors, edited, save } = useSave(useChange(withSession));
	const [made, setMade] = useState<WebhookMade | null>(null);
	const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const request = readWebhookForm(formTexts(event.currentTarget));
		await save(async () => setMade(await addWebhook(scope, request)));
	};
	return (
		<Section id="add-webhook" heading="Add a webhook">
			{made ? (
				<SigningSecret made={made} onDone={() => setMade(null)} />
			) : (
				<form
					ref={form}
					method="dialog"
					aria-labelledby="add-webhook"
					onInput={edited}
					onSubmit={onSubmit}
					className="grid gap-5"
				>
					<WebhookFields clients={workspace.clients} errors={errors} submitting={submitting} />
					<p className="text-13 text-quiet">A workspace has at most {WEBHOOKS_LIMIT} webhooks.</p>
					<SubmissionFailure title="No webhook was added" state={state} />
					<div>
						<Button type="submit" variant="primary" disabled={submitting}>
							{submitting ? "Adding" : "Add webhook"}
						</Button>
					</div>
				</form>
			)}
		</Section>
	);
}
