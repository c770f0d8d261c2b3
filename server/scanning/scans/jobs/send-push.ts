import type { ScanNotice } from "#contract/accounts/notifications.ts";
import { ownWorkspace, type ScanId } from "#contract/ids.ts";
import { type NotifyDeps, notify } from "#server/identity/notifications/jobs/notify.ts";
import { noticeKind } from "#server/identity/notifications/notice.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { type JobHandler, noticeJob } from "#server/platform/jobs/jobs.ts";
import type { Queue } from "#server/platform/jobs/queue.ts";
import type { MailTransport } from "#server/platform/mail/transport.ts";
import { scanEndedMail } from "../mails/scan-ended-mail.ts";
import { type EndedScan, readEndedScan } from "../store/ended-scan.ts";
import type { AboutScan } from "./scan-jobs.ts";

declare module "#server/platform/jobs/jobs.ts" {
	interface JobData {
		/** Tells an account's devices that a scan has ended; with `session`, only one of them. */
		push: AboutScan & { session?: string };
	}
}

export const pushJob = noticeJob<"push">(({ scanId, session }) => ({ scanId, session }));

type SendPushDeps = NotifyDeps & {
	pool: Executor;
	queue: Pick<Queue, "send">;
	transport: Pick<MailTransport, "send">;
	/** Where links lead, such as `https://plumbline.example`. */
	publicUrl: string;
};

/** Notifies an account's devices that a scan has ended; without any devices, an email does, if wanted. */
export function createSendPush(deps: SendPushDeps): JobHandler<"push"> {
	const { log } = deps;

	return async ({ scanId, session }) => {
		const ended = await readEndedScan(deps.pool, scanId);
		const kind = ended && noticeKind(ended);
		if (!ended || !kind) return;
		const { host, owner, workspace, client, sessions } = ended;
		const elsewhere = workspace === ownWorkspace(owner) ? {} : { workspace };
		const notice = {
			about: { scanId },
			sessions,
			session,
			message: { kind, host, id: scanId, ...(client && { client }), ...elsewhere },
			again: (each: string) => deps.queue.send("push", { scanId, session: each }),
			mail: () => mail(scanId, kind, ended),
		};
		await notify(notice, deps);
	};

	async function mail(
		scanId: ScanId,
		kind: ScanNotice["kind"],
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
