import type { Webhook, WebhookMade } from "#contract/webhooks/webhooks.ts";
import { CheckField } from "#src/ui/fields/check-field.tsx";
import { notify } from "#src/ui/toast/notify.ts";
import { AskDialog } from "../room/ask-dialog.tsx";
import { useChange } from "../room/use-change.ts";
import type { Here } from "../room/workspace-part.tsx";
import { DeliveriesDialog } from "./deliveries-dialog.tsx";
import { readWebhookChange } from "./read-webhook-form.ts";
import { TestDialog } from "./test-dialog.tsx";
import { WebhookFields } from "./webhook-fields.tsx";
import { hostOf } from "./webhook-text.ts";
import { changeWebhook, removeWebhook, rotateWebhook } from "./webhooks-api.ts";

export type WebhookDialog = "messages" | "test" | "edit" | "rotate" | "off" | "delete";

type Props = Here & { webhook: Webhook; open: WebhookDialog; onClose(): void; onRotated(made: WebhookMade): void };

/** What can be done with one webhook. */
export function WebhookDialogs({ webhook, open, onClose, onRotated, workspace, scope, withSession }: Props) {
	const change = useChange(withSession);
	const host = hostOf(webhook.url);
	const about = { subtitle: host, change, onClose };
	switch (open) {
		case "messages":
			return <DeliveriesDialog {...{ webhook, scope, withSession, onClose }} />;
		case "test":
			return <TestDialog {...{ webhook, scope, withSession, onClose }} />;
		case "edit":
			return (
				<AskDialog
					{...about}
					title="Edit webhook"
					labels={{ yes: "Save webhook", busy: "Saving", no: "Cancel", failed: "The webhook was not changed" }}
					run={(values) => changeWebhook(scope, webhook.id, readWebhookChange(values))}
				>
					{(errors, submitting) => (
						<WebhookFields
							kind={webhook.kind}
							webhook={webhook}
							clients={workspace.clients}
							errors={errors}
							submitting={submitting}
						/>
					)}
				</AskDialog>
			);
		case "rotate":
			return (
				<AskDialog
					{...about}
					title="Make a new signing secret?"
					labels={{ yes: "Make a new secret", busy: "Making", no: "Cancel", failed: "The secret was not changed" }}
					run={async ({ dropOld }) => onRotated(await rotateWebhook(scope, webhook.id, dropOld === "on"))}
				>
					<p className="text-15">
						For 24 hours messages are signed with the old and the new secret, so the receiver has time to switch.
					</p>
					<CheckField id="drop-old" name="dropOld">
						Stop using the old secret at once. Choose this if others know it.
					</CheckField>
				</AskDialog>
			);
		case "off":
			return (
				<AskDialog
					{...about}
					title="Turn this webhook off?"
					labels={{ yes: "Turn off", busy: "Turning off", no: "Keep it on", failed: "The webhook was not changed" }}
					run={() => changeWebhook(scope, webhook.id, { active: false })}
				>
					<p className="text-15">
						What happens while it is off is not sent later. Messages that already wait are sent once it is on again.
					</p>
				</AskDialog>
			);
		case "delete":
			return (
				<AskDialog
					{...about}
					title="Delete this webhook?"
					labels={{ yes: "Delete", busy: "Deleting", no: "Keep it", failed: "The webhook was not deleted" }}
					run={() => removeWebhook(scope, webhook.id)}
					onDone={() => void notify({ title: "Deleted", text: `Nothing is sent to ${host} anymore.` })}
				>
					<p className="text-15">
						Its messages are deleted, too, and those that wait are not sent. This cannot be undone.
					</p>
				</AskDialog>
			);
	}
}
