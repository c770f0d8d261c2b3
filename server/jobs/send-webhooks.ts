import type { Logger } from "../logger.ts";
import { messageBody } from "../webhooks/message-body.ts";
import type { Due, DueDeliveries } from "../webhooks/ports.ts";
import { nextTry } from "../webhooks/retry.ts";
import { type SendMessageDeps, sendMessage } from "../webhooks/send-message.ts";

type SendWebhooksDeps = SendMessageDeps & {
	due: DueDeliveries;
	/** Where links lead, such as `https://plumbline.example`. */
	publicUrl: string;
	/** From 0 to 1. */
	random: () => number;
	log: Logger;
};

/** How many messages this process has under way at once. */
const UNDER_WAY = 40;

/** Sends what is due to webhooks. A slow receiver keeps none of the others waiting. */
export function createSendWebhooks(deps: SendWebhooksDeps) {
	const tasks = new Set<Promise<void>>();
	let underWay = 0;
	let looking: Promise<void> | undefined;
	let isAskedAgain = false;
	let isStopping = false;

	/** One look at a time: two would both count the places that are free. */
	function look(): Promise<void> {
		isAskedAgain = true;
		looking ??= lookWhileAsked().finally(() => {
			looking = undefined;
		});
		return looking;
	}

	async function lookWhileAsked(): Promise<void> {
		// Without a key nothing can be signed: another process may have it.
		while (isAskedAgain && !isStopping && deps.box && underWay < UNDER_WAY) {
			isAskedAgain = false;
			for (const due of await deps.due.take(deps.now(), UNDER_WAY - underWay)) begin(due);
		}
	}

	function begin(due: Due): void {
		underWay += 1;
		const task = sendOne(due)
			.catch((error: unknown) => deps.log.warn({ deliveryId: due.id, error }, "a webhook’s outcome was not kept"))
			.then(() => {
				underWay -= 1;
				// What the same webhook has waiting need not wait for the next look.
				return look();
			})
			.catch((error: unknown) => deps.log.warn({ error }, "could not look for webhooks"))
			.finally(() => tasks.delete(task));
		tasks.add(task);
	}

	async function sendOne(due: Due): Promise<void> {
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
		const failed = { attempts: due.attempts + 1, now, retryAfter: tried.retryAfter, random: deps.random() };
		await deps.due.settle(due, tried, { now, nextAt: tried.after === "again" ? nextTry(failed) : null });
		deps.log.info({ deliveryId: due.id, code: tried.code, problem: tried.problem }, "webhook tried");
	}

	return {
		look,
		/** Resolves once nothing is under way. */
		async idle(): Promise<void> {
			while (tasks.size > 0) await Promise.all(tasks);
		},
		/** What is under way is settled; its own time limit bounds the wait. */
		async stop(): Promise<void> {
			isStopping = true;
			await Promise.all(tasks);
		},
	};
}
