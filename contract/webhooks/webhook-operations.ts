import * as z from "zod/mini";
import { atMost } from "#contract/at-most.ts";
import type { Operation } from "#contract/operation.ts";
import { API_PATHS } from "#contract/routes.ts";
import {
	deliveryPage,
	resent,
	rotateRequest,
	webhook,
	webhookChange,
	webhookList,
	webhookMade,
	webhookRequest,
	webhookTested,
} from "./webhooks.ts";

const managers = { access: "account", permission: "manage", tag: "Webhooks" } as const;
const params = z.object({ webhookId: z.uuid("This is not a webhook ID.") });

/** Calls about webhooks, to which the server sends events. Tokens cannot make them. */
export const WEBHOOK_OPERATIONS = {
	listWebhooks: {
		method: "GET",
		path: API_PATHS.webhooks,
		...managers,
		summary: "The webhooks of the workspace.",
		success: 200,
		answer: webhookList,
	},
	addWebhook: {
		method: "POST",
		path: API_PATHS.webhooks,
		...managers,
		stepUp: true,
		summary: "Add a webhook, or one of Slack’s. Only this answer and that of a rotation have a signing secret.",
		body: webhookRequest,
		success: 201,
		answer: webhookMade,
	},
	changeWebhook: {
		method: "PATCH",
		path: API_PATHS.webhook,
		...managers,
		stepUp: true,
		summary: "Change a webhook, or switch it on or off.",
		params,
		body: webhookChange,
		success: 200,
		answer: webhook,
	},
	removeWebhook: {
		method: "DELETE",
		path: API_PATHS.webhook,
		...managers,
		summary: "Delete a webhook with its deliveries. What waits is not sent.",
		params,
		success: 204,
	},
	rotateWebhook: {
		method: "POST",
		path: API_PATHS.rotateWebhook,
		...managers,
		stepUp: true,
		summary:
			"Make a new signing secret; Slack’s have none. Messages are signed with both for 24 hours, unless the old one is dropped.",
		params,
		body: rotateRequest,
		success: 200,
		answer: webhookMade,
	},
	testWebhook: {
		method: "POST",
		path: API_PATHS.testWebhook,
		...managers,
		summary: "Send a `webhook.test` message now, and say what was answered.",
		params,
		success: 200,
		answer: webhookTested,
	},
	listDeliveries: {
		method: "GET",
		path: API_PATHS.deliveries,
		...managers,
		summary: "The messages to a webhook of the last 30 days, the newest first.",
		params,
		query: z.object({
			/** Where the previous page ended. */
			cursor: z.optional(z.string().check(atMost(200, "This is not a cursor."))),
			state: z.optional(z.enum(["waiting", "delivered", "dead"], "There is no such state.")),
		}),
		success: 200,
		answer: deliveryPage,
	},
	resendDelivery: {
		method: "POST",
		path: API_PATHS.resendDelivery,
		...managers,
		summary: "Send one message again, with the same `webhook-id`.",
		params: z.extend(params, { deliveryId: z.uuid("This is not a delivery ID.") }),
		success: 204,
	},
	resendDead: {
		method: "POST",
		path: API_PATHS.resendDead,
		...managers,
		summary: "Send all messages again that were given up.",
		params,
		success: 200,
		answer: resent,
	},
} as const satisfies Record<string, Operation>;
