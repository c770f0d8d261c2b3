import { useState } from "react";
import { WEBHOOK_KINDS, WEBHOOKS_LIMIT, type WebhookKind, type WebhookMade } from "#contract/webhooks/webhooks.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { Button } from "#src/ui/button.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { useChange } from "../room/use-change.ts";
import type { Here } from "../room/workspace-part.tsx";
import { SaveForm } from "../save-form.tsx";
import { Section } from "../section.tsx";
import { useSave } from "../use-save.ts";
import { readNewWebhook } from "./read-webhook-form.ts";
import { SigningSecret } from "./signing-secret.tsx";
import { WebhookFields } from "./webhook-fields.tsx";
import { KIND_LABELS } from "./webhook-text.ts";
import { addWebhook } from "./webhooks-api.ts";

/** What was added. If it has a signing secret, it is shown only this once. */
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

/** Adds a webhook, and shows its signing secret only this once. */
export function AddWebhookSection({ workspace, scope, withSession }: Here) {
	const saving = useSave(useChange(withSession));
	const { submitting, errors, save } = saving;
	const [made, setMade] = useState<WebhookMade | null>(null);
	const [kind, setKind] = useState<WebhookKind>("standard");
	const onSend = async (sent: HTMLFormElement) => {
		const request = readNewWebhook(formTexts(sent));
		await save(async () => setMade(await addWebhook(scope, request)));
	};
	return (
		<Section id="add-webhook" heading="Add a webhook">
			{made ? (
				<Added made={made} onDone={() => setMade(null)} />
			) : (
				<SaveForm
					saving={saving}
					name={{ headingId: "add-webhook" }}
					failed="No webhook was added"
					button={{ label: "Add webhook", busy: "Adding", variant: "primary" }}
					onSend={onSend}
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
				</SaveForm>
			)}
		</Section>
	);
}
