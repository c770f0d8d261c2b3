import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { WEBHOOK_TEST } from "#contract/webhooks/events.ts";
import { OLD_SECRET_HOURS, WEBHOOKS_LIMIT, type WebhookChange, type WebhookKind } from "#contract/webhooks/webhooks.ts";
import { addOperation, type Senders } from "#server/identity/sessions/operation.ts";
import { sendError } from "#server/platform/http/errors.ts";
import { placeOf } from "#server/platform/outgoing/place.ts";
import { refuse } from "#server/platform/refusals/refusal.ts";
import { CLIENT_UNKNOWN } from "#server/platform/tenancy/refusals.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { scannerUserAgent } from "#server/platform/texts/user-agent.ts";
import { messageBody } from "./message-body.ts";
import { sendMessage } from "./send-message.ts";
import { newSigningSecret, sealSigningSecret } from "./signing-secret.ts";
import { isSlackAddress, maskedAddress, sealAddress } from "./slack/address.ts";
import type { Webhooks } from "./wire.ts";

const HOUR_MS = 3_600_000;
/** Test messages of one workspace per minute. */
const TESTS = 10;

const NOT_ALLOWED =
	"Messages cannot be sent there. The address has to be public, begin with https, and use port 443 or 8443.";
const NOT_SLACK =
	"This is not the address of a Slack webhook. It looks like https://hooks.slack.com/services/T…/B…/…, as Slack shows it.";
const SLACK_UNREACHABLE =
	"This server can’t find Slack’s host. Ask its operator whether it may connect to the internet.";

type WebhookDeps = { webhooks: Webhooks; senders: Senders; publicUrl: () => string; now(): Date };

/** `webhooks/`: where a workspace has its events sent. */
export function addWebhooks(app: FastifyInstance, { webhooks, senders, publicUrl, now }: WebhookDeps): void {
	const { store, box, guard } = webhooks;
	const missing = (reply: FastifyReply) => sendError(reply, "not_found", "There is no such webhook. Nothing was done.");
	const shown = async (scope: Scope, id: string) => (await store.list(scope)).find((one) => one.id === id);
	const noKey = (reply: FastifyReply) =>
		sendError(
			reply,
			"unavailable",
			"This server can’t keep signing secrets. Its operator has to set WEBHOOK_SECRET. Nothing was changed.",
			{ reason: "no_key" },
		);
	/** Why a webhook cannot be about this client, or get messages there. An address that does not resolve now may resolve later. */
	const refusalOf = async (
		scope: Scope,
		kind: WebhookKind,
		{ url, clientId }: Pick<WebhookChange, "url" | "clientId">,
	) => {
		if (clientId && !(await store.hasClient(scope, clientId))) return CLIENT_UNKNOWN;
		if (url === undefined) return undefined;
		const place = await placeOf(url, guard);
		// Addresses that an operator lists may also receive messages in Slack's format, as some self-hosted chats do.
		const isListed = place !== null && place !== "unknown" && place.listed;
		const isRight = kind === "standard" || isSlackAddress(url) || isListed;
		if (place !== null && isRight) return undefined;
		const message = kind === "standard" ? NOT_ALLOWED : isRight ? SLACK_UNREACHABLE : NOT_SLACK;
		return refuse("invalid_body", message, { fields: [{ field: "/url", message }] });
	};

	addOperation(app, OPERATIONS.listWebhooks, { senders }, async ({ scope }) => ({
		webhooks: await store.list(scope),
		available: box !== undefined,
	}));

	addOperation(app, OPERATIONS.addWebhook, { senders }, async ({ scope, body, reply }) => {
		if (!box) return noKey(reply);
		const clientId = body.clientId ?? scope.clientId;
		const refused = await refusalOf(scope, body.kind, { url: body.url, clientId });
		if (refused) return sendError(reply, refused.code, refused.message, refused.details);
		const webhookId = randomUUID();
		const whose = { workspaceId: scope.workspaceId, webhookId };
		const secret = body.kind === "slack" ? null : newSigningSecret();
		const sealed = secret === null ? sealAddress(box, body.url, whose) : sealSigningSecret(box, secret, whose);
		const url = secret === null ? maskedAddress(body.url) : body.url;
		if (!(await store.add(scope, { ...body, url, clientId, id: webhookId, secret: sealed, createdAt: now() }))) {
			return sendError(
				reply,
				"limit_reached",
				`This workspace has ${WEBHOOKS_LIMIT} webhooks, which is the most. Delete one that is not needed. Nothing was added.`,
			);
		}
		const made = await shown(scope, webhookId);
		if (!made) throw new Error("A webhook that was just stored is not there");
		return { ...made, secret };
	});

	addOperation(app, OPERATIONS.changeWebhook, { senders }, async ({ scope, params, body, reply }) => {
		const { webhookId } = params;
		const receiver = await store.receiver(scope, webhookId);
		if (!receiver) return missing(reply);
		const refused = await refusalOf(scope, receiver.kind, body);
		if (refused) return sendError(reply, refused.code, refused.message, refused.details);
		const { url } = body;
		const isNewAddress = receiver.kind === "slack" && url !== undefined;
		if (isNewAddress && !box) return noKey(reply);
		const change =
			isNewAddress && box ? { ...body, url: maskedAddress(url), secret: sealAddress(box, url, receiver) } : body;
		if (!(await store.change(scope, webhookId, change, now()))) return missing(reply);
		return (await shown(scope, webhookId)) ?? missing(reply);
	});

	addOperation(app, OPERATIONS.removeWebhook, { senders }, async ({ scope, params, reply }) =>
		(await store.remove(scope, params.webhookId)) ? reply.send() : missing(reply),
	);

	addOperation(app, OPERATIONS.rotateWebhook, { senders }, async ({ scope, params, body, reply }) => {
		if (!box) return noKey(reply);
		const { webhookId } = params;
		if ((await store.receiver(scope, webhookId))?.kind === "slack") {
			const message = "A Slack webhook has no signing secret. Enter a new address instead. Nothing was changed.";
			return sendError(reply, "invalid_body", message);
		}
		const secret = newSigningSecret();
		const sealed = sealSigningSecret(box, secret, { workspaceId: scope.workspaceId, webhookId });
		const oldUntil = body.dropOld ? null : new Date(now().getTime() + OLD_SECRET_HOURS * HOUR_MS);
		if (!(await store.rotate(scope, webhookId, sealed, oldUntil))) return missing(reply);
		const rotated = await shown(scope, webhookId);
		return rotated ? { ...rotated, secret } : missing(reply);
	});

	addOperation(app, OPERATIONS.testWebhook, { senders }, async ({ scope, params, reply }) => {
		const { webhookId } = params;
		const { workspaceId } = scope;
		const receiver = await store.receiver(scope, webhookId);
		if (!receiver) return missing(reply);
		const counter = { what: "webhook-tests", whom: workspaceId, points: TESTS, windowSeconds: 60 };
		const taken = await webhooks.takePoint(counter);
		if (!taken.ok) {
			const message = "There were too many test messages. Please wait a minute. Nothing was sent.";
			return sendError(reply, "rate_limited", message, { scope: "entry", retryAfter: taken.retryAfter });
		}
		const said = { type: WEBHOOK_TEST, at: now(), data: { workspaceId, webhookId } };
		const body = messageBody(receiver.kind, said);
		const sending = { guard, box, userAgent: scannerUserAgent(publicUrl()), now };
		const { code, problem, answer } = await sendMessage(sending, receiver, { id: `msg_${randomUUID()}`, body });
		return { code, problem, answer };
	});

	addOperation(app, OPERATIONS.listDeliveries, { senders }, async ({ scope, params, query, reply }) => {
		if (!(await store.receiver(scope, params.webhookId))) return missing(reply);
		const page = await store.deliveries(scope, params.webhookId, query);
		if (page === "bad_cursor") {
			const message = "This is not a cursor. Leave it out to begin at the first page.";
			return sendError(reply, "invalid_body", message, { fields: [{ field: "/cursor", message }] });
		}
		return page;
	});

	addOperation(app, OPERATIONS.resendDelivery, { senders }, async ({ scope, params, reply }) =>
		(await store.resend(scope, params.webhookId, params.deliveryId, now()))
			? reply.send()
			: sendError(reply, "not_found", "There is no such message, or it is being sent right now. Nothing was done."),
	);

	addOperation(app, OPERATIONS.resendDead, { senders }, async ({ scope, params, reply }) => {
		if (!(await store.receiver(scope, params.webhookId))) return missing(reply);
		return { sent: await store.resendDead(scope, params.webhookId, now()) };
	});
}
