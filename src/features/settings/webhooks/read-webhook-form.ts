import { clientId } from "#contract/ids.ts";
import { WEBHOOK_EVENTS, type WebhookEventType } from "#contract/webhooks/events.ts";
import type { WebhookChange, WebhookRequest } from "#contract/webhooks/webhooks.ts";

/** Each event has its own field, so that the form's values include all of them. */
export const eventField = (event: WebhookEventType): string => `on ${event}`;

/** What the fields of a new webhook hold. The server says what is wrong with it. */
export const readNewWebhook = (values: Record<string, string>): WebhookRequest => ({
	...fieldsOf(values),
	kind: values.kind === "slack" ? "slack" : "standard",
	url: values.url?.trim() ?? "",
});

/** The same for a saved webhook. An empty address field keeps the current address. */
export const readWebhookChange = (values: Record<string, string>): WebhookChange => ({
	...fieldsOf(values),
	...(values.url?.trim() && { url: values.url.trim() }),
});

const fieldsOf = (values: Record<string, string>) => ({
	description: values.description?.trim() ?? "",
	events: WEBHOOK_EVENTS.filter((event) => eventField(event) in values),
	clientId: values.clientId ? clientId.parse(values.clientId) : null,
});
