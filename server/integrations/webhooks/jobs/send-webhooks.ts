import { createSendDue } from "#server/platform/jobs/send-due.ts";
import { nextTry, retryAfterOf } from "#server/platform/outgoing/retry.ts";
import type { Logger } from "#server/platform/watch/logger.ts";
import type { Due } from "../due-delivery.ts";
import { messageBody } from "../message-body.ts";
import { type SendMessageDeps, sendMessage } from "../send-message.ts";
import type { DueDeliveries } from "../store/due-deliveries.ts";

type SendWebhooksDeps = SendMessageDeps & {
	due: DueDeliveries;
	/** Where links lead, such as `https://plumbline.example`. */
	publicUrl: string;
	/** From 0 to 1. */
	random: () => number;
	log: Logger;
};

/** How many messages this process sends at once. */
const UNDER_WAY = 40;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** How long to wait after each failed try (Standard Webhooks). After the last one, the message is given up. */
const WAITS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];

/** Sends what is due to webhooks. */
export function createSendWebhooks(deps: SendWebhooksDeps) {
	const { log, due: dueDeliveries } = deps;
	async function send(due: Due): Promise<void> {
		const body = messageBody(due.receiver.kind, {
			type: due.type,
			at: due.at,
			data: {
				workspaceId: due.receiver.workspaceId,
				clientId: due.clientId,
				link: new URL(due.path, deps.publicUrl).href,
				...due.data,
			},
		});
		const tried = await sendMessage(deps, due.receiver, { id: `msg_${due.id}`, body });
		const now = deps.now();
		const notBefore = retryAfterOf(tried.retryAfter, now);
		const failed = { attempts: due.attempts + 1, now, notBefore, random: deps.random(), waits: WAITS };
		await dueDeliveries.settle(due, tried, { now, nextAt: tried.after === "again" ? nextTry(failed) : null });
		log.info({ deliveryId: due.id, code: tried.code, problem: tried.problem }, "webhook tried");
	}
	return createSendDue<Due>({
		most: UNDER_WAY,
		// Without a key nothing can be signed: another process may have it.
		isReady: () => deps.box !== undefined,
		take: (atMost) => dueDeliveries.take(deps.now(), atMost),
		send,
		onLost: ({ id }, error) => log.warn({ deliveryId: id, error }, "a webhook’s outcome was not kept"),
		onNotLooked: (error) => log.warn({ error }, "could not look for webhooks"),
	});
}
