import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { API_PATHS, fillPath } from "#contract/routes.ts";
import {
	type Delivery,
	deliveryPage,
	resent,
	type WebhookChange,
	type WebhookRequest,
	webhook,
	webhookList,
	webhookMade,
	webhookTested,
} from "#contract/webhooks/webhooks.ts";
import { callApi } from "#src/lib/data/api.ts";
import { scopeKey, type WorkScope } from "#src/lib/workspace/scope.ts";

/** How often to ask again while a message waits. */
const WAITING_MS = 5_000;

/** `GET webhooks/`. Where messages go is not kept on a device: addresses can hold secrets. */
export const webhooksQuery = (scope: WorkScope) =>
	queryOptions({
		queryKey: ["webhooks", ...scopeKey(scope)],
		meta: { kept: false },
		queryFn: ({ signal }) => callApi(API_PATHS.webhooks, { answer: webhookList, signal, scope }),
	});

/** `GET webhooks/:webhookId/deliveries/`, page by page. */
export const deliveriesQuery = (scope: WorkScope, webhookId: string, state: Delivery["state"] | "") =>
	infiniteQueryOptions({
		queryKey: ["webhook-deliveries", ...scopeKey(scope), webhookId, state],
		meta: { kept: false },
		initialPageParam: "",
		queryFn: ({ pageParam, signal }) => {
			const query = new URLSearchParams({ ...(pageParam && { cursor: pageParam }), ...(state && { state }) });
			const path = fillPath(API_PATHS.deliveries, { webhookId });
			return callApi(`${path}?${query}`, { answer: deliveryPage, signal, scope });
		},
		getNextPageParam: ({ next }) => next,
		// A waiting message may be sent while the list is open.
		refetchInterval: ({ state: { data } }) =>
			data?.pages.some((page) => page.deliveries.some((one) => one.state === "waiting")) ? WAITING_MS : false,
	});

export const addWebhook = (scope: WorkScope, body: WebhookRequest) =>
	callApi(API_PATHS.webhooks, { method: "POST", body, answer: webhookMade, scope });
export const changeWebhook = (scope: WorkScope, webhookId: string, body: WebhookChange) =>
	callApi(fillPath(API_PATHS.webhook, { webhookId }), { method: "PATCH", body, answer: webhook, scope });
export const removeWebhook = (scope: WorkScope, webhookId: string) =>
	callApi(fillPath(API_PATHS.webhook, { webhookId }), { method: "DELETE", scope });
export const rotateWebhook = (scope: WorkScope, webhookId: string, dropOld: boolean) =>
	callApi(fillPath(API_PATHS.rotateWebhook, { webhookId }), {
		method: "POST",
		body: { dropOld },
		answer: webhookMade,
		scope,
	});
export const testWebhook = (scope: WorkScope, webhookId: string) =>
	callApi(fillPath(API_PATHS.testWebhook, { webhookId }), { method: "POST", answer: webhookTested, scope });
export const resendDelivery = (scope: WorkScope, webhookId: string, deliveryId: string) =>
	callApi(fillPath(API_PATHS.resendDelivery, { webhookId, deliveryId }), { method: "POST", scope });
export const resendDead = (scope: WorkScope, webhookId: string) =>
	callApi(fillPath(API_PATHS.resendDead, { webhookId }), { method: "POST", answer: resent, scope });
