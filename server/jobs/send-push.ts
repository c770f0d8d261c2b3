import { ownWorkspace, type ScanId } from "#contract/ids.ts";
import type { PushMessage } from "#contract/notifications.ts";
import type { EndedScan, NotificationStore } from "../db/mail/notification-store.ts";
import type { Logger } from "../logger.ts";
import { scanEndedMail } from "../mail/messages/scan-ended-mail.ts";
import type { MailTransport } from "../mail/transport.ts";
import { deliver } from "../notifications/deliver.ts";
import { noticeKind } from "../notifications/notice.ts";
import type { Vapid } from "../notifications/vapid.ts";
import type { Guard } from "../targets/guard.ts";
import { happened } from "../watch/happened.ts";
import type { JobHandler } from "./jobs.ts";
import type { Queue } from "./queue.ts";

type SendPushDeps = {
	store: NotificationStore;
	queue: Pick<Queue, "send">;
	/** For endpoints, which are addresses from outside. */
	guard: Guard;
	/** Undefined if this server sends no notifications: then only mails go out. */
	vapid: Vapid | undefined;
	transport: Pick<MailTransport, "send">;
	/** Where links lead, such as `https://plumbline.example`. */
	publicUrl: string;
	now: () => Date;
	log: Logger;
};

/** Notifies an account's devices that a scan has ended, each in its own job; without any devices, a mail does, if wanted. */
export function createSendPush(deps: SendPushDeps): JobHandler<"push"> {
	const { store, vapid, log } = deps;

	return async ({ scanId, session }) => {
		const ended = await store.endedScan(scanId);
		const kind = ended && noticeKind(ended);
		if (!ended || !kind) return;
		if (session === undefined) {
			if (!vapid || ended.sessions.length === 0) return mail(scanId, kind, ended);
			for (const each of ended.sessions) await deps.queue.send("push", { scanId, session: each });
			return;
		}
		const subscription = await store.subscription(session);
		if (!vapid || !subscription) return;
		const { host, owner, workspace, client } = ended;
		const elsewhere = workspace === ownWorkspace(owner) ? {} : { workspace };
		const message: PushMessage = { kind, host, id: scanId, ...(client && { client }), ...elsewhere };
		const delivery = await deliver(message, subscription, { ...deps, vapid });
		log.info({ scanId, delivery }, "notification");
		happened({ what: "push", outcome: delivery });
		if (delivery === "later") throw new Error("The push service did not take it");
		if (delivery !== "gone") return;
		await store.forget(session, subscription.endpoint);
		if (ended.sessions.length === 1) await mail(scanId, kind, ended);
	};

	async function mail(
		scanId: ScanId,
		kind: PushMessage["kind"],
		{ email, host, client, workspace, owner, choices, noMail }: EndedScan,
	): Promise<void> {
		if (!choices.mail || noMail) return;
		const link = (path: string) => new URL(path, deps.publicUrl).href;
		const inWorkspace = workspace === ownWorkspace(owner) ? "" : `?workspace=${workspace}`;
		const screens = client ? `/dashboard/c/${client.code}` : "/dashboard";
		const links = {
			scan: link(`${screens}/scans/${scanId}${inWorkspace}`),
			settings: link("/dashboard/settings"),
		};
		const messageId = `<notice-${scanId}@${new URL(deps.publicUrl).hostname}>`;
		await deps.transport.send({ to: email, messageId, ...scanEndedMail({ kind, host, client: client?.name, links }) });
		log.info({ scanId }, "notification mailed");
	}
}
