import { type SubmitEvent, useState } from "react";
import { WEBHOOK_KINDS, WEBHOOKS_LIMIT, type WebhookKind, type WebhookMade } from "#contract/webhooks/webhooks.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { Button } from "#src/ui/button.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { useChange } from "../room/use-change.ts";
import type { Here } from "../room/workspace-part.tsx";
import { Section } from "../section.tsx";
import { useSave } from "../use-save.ts";
import { readNewWebhook } from "./read-webhook-form.ts";
import { SigningSecret } from "./signing-secret.tsx";
import { WebhookFields } from "./webhook-fields.tsx";
import { KIND_LABELS } from "./webhook-text.ts";
import { addWebhook } from "./webhooks-api.ts";

/** What was added: with its signing secret, this one time, if it has one. */
function Added({ made, onDone }: { made: WebhookMade; onDone(): void }) {
	if (made.secret !== null) return <SigningSecret made={made} secret={made.secret} onDone={onDone} />;
	return (
		<>
			<p role="status" className="wrap-anywhere text-15">
				{made.description || "The Slack webhook"} was added. Choose “Send a test” in its menu to see the first message
				in the channel.
			</p>
			<div>
				<Button variant="primary" onClick={onDone}>
					Done
				</Button>
			</div>
		</>
	);
}

/** Adds a webhook, and shows its signing secret this one time. */
export function AddWebhookSection({ workspace, scope, withSession }: Here) {
	const { state, form, submitting, errors, edited, save } = useSave(useChange(withSession));
	const [made, setMade] = useState<WebhookMade | null>(null);
	const [kind, setKind] = useState<WebhookKind>("standard");
	const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const request = readNewWebhook(formTexts(event.currentTarget));
		await save(async () => setMade(await addWebhook(scope, request)));
	};
	return (
		<Section id="add-webhook" heading="Add a webhook">
			{made ? (
				<Added made={made} onDone={() => setMade(null)} />
			) : (
				<form
					ref={form}
					method="dialog"
					aria-labelledby="add-webhook"
					onInput={edited}
					onSubmit={onSubmit}
					className="grid gap-5"
				>
					<ChoiceField
						id="webhook-kind"
						name="kind"
						label="Send messages to"
						options={WEBHOOK_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
						value={kind}
						onChange={({ currentTarget: { value } }) => setKind(value === "slack" ? "slack" : "standard")}
						disabled={submitting}
					/>
					<WebhookFields kind={kind} clients={workspace.clients} errors={errors} submitting={submitting} />
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
