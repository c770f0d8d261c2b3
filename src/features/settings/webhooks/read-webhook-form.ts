import { clientId } from "#contract/ids.ts";
import { WEBHOOK_EVENTS, type WebhookEventType } from "#contract/webhooks/events.ts";
import type { WebhookRequest } from "#contract/webhooks/webhooks.ts";

/** Each event has a field of its own, so that the texts of a form say all of them. */
export const eventField = (event: WebhookEventType): string => `on ${event}`;

/** What the fields of a webhook hold. The server says what is wrong with it. */
export const readWebhookForm = (values: Record<string, string>): WebhookRequest => ({
	url: values.url?.trim() ?? "",
	description: values.description?.trim() ?? "",
	events: WEBHOOK_EVENTS.filter((event) => eventField(event) in values),
	clientId: values.clientId ? clientId.parse(values.clientId) : null,
});
