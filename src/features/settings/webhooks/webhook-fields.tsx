import { WEBHOOK_EVENTS } from "#contract/webhooks/events.ts";
import type { Webhook, WebhookKind } from "#contract/webhooks/webhooks.ts";
import type { Client } from "#contract/workspaces/workspaces.ts";
import { CheckField } from "#src/ui/fields/check-field.tsx";
import { FieldNote } from "#src/ui/fields/field-note.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { AboutClientField } from "../room/about-client-field.tsx";
import { eventField } from "./read-webhook-form.ts";
import { EVENT_LABELS } from "./webhook-text.ts";

type Props = {
	kind: WebhookKind;
	/** What is saved; absent for a new one. */
	webhook?: Webhook;
	clients: readonly Client[];
	errors: Record<string, string>;
	submitting: boolean;
};

function addressHint(kind: WebhookKind, webhook: Webhook | undefined): string {
	if (kind === "standard") return "We send messages there by POST. It begins with https.";
	if (webhook) return `Now ${webhook.url}. Leave it empty to keep it.`;
	return "In Slack, add “Incoming Webhooks” to a channel and copy its address. Anyone who knows it can post there, so it is not shown again.";
}

/** The fields of a webhook, new or saved. */
export function WebhookFields({ kind, webhook, clients, errors, submitting }: Props) {
	const prefix = webhook ? "edit-webhook" : "webhook";
	// Its address is a secret: it cannot be shown again.
	const isKept = kind === "slack" && webhook !== undefined;
	return (
		<>
			<FormField
				id={`${prefix}-url`}
				name="url"
				type="url"
				inputMode="url"
				label={isKept ? "New address (optional)" : "Address"}
				hint={addressHint(kind, webhook)}
				error={errors.url}
				defaultValue={isKept ? undefined : webhook?.url}
				readOnly={submitting}
				required={!isKept}
				maxLength={1_000}
				autoComplete="off"
				autoCapitalize="none"
				spellCheck={false}
			/>
			<FormField
				id={`${prefix}-description`}
				name="description"
				label="What it is for (optional)"
				error={errors.description}
				defaultValue={webhook?.description}
				readOnly={submitting}
				maxLength={200}
				autoComplete="off"
			/>
			<fieldset aria-describedby={errors.events ? `${prefix}-events-note` : undefined} disabled={submitting}>
				<legend className="mb-1.5 font-medium text-15">Send a message when</legend>
				{WEBHOOK_EVENTS.map((event) => (
					<CheckField
						key={event}
						id={`${prefix}-${event}`}
						name={eventField(event)}
						defaultChecked={webhook?.events.includes(event) ?? false}
					>
						{EVENT_LABELS[event]}
					</CheckField>
				))}
				<FieldNote id={`${prefix}-events-note`} error={errors.events ?? ""} />
			</fieldset>
			<AboutClientField
				id={`${prefix}-client`}
				clients={clients}
				saved={webhook?.clientId ?? null}
				error={errors.clientId}
				disabled={submitting}
			/>
		</>
	);
}
