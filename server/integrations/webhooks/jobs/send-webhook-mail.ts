import { type JobHandler, mailJob } from "#server/platform/jobs/jobs.ts";
import type { SendPaced } from "#server/platform/mail/send-paced.ts";
import type { Logger } from "#server/platform/watch/logger.ts";
import { webhookOffMail } from "../mails/webhook-off-mail.ts";
import type { SwitchedOff } from "../switched-off.ts";

declare module "#server/platform/jobs/jobs.ts" {
	interface JobData {
		/** Emails the member who added a webhook that it was switched off. */
		"webhook-mail": { webhookId: string };
	}
}

export const webhookMailJob = mailJob<"webhook-mail">(({ webhookId }) => ({ webhookId }));

type SendWebhookMailDeps = {
	switchedOff(webhookId: string): Promise<SwitchedOff | undefined>;
	sendPaced: SendPaced;
	/** Where links lead, such as `https://plumbline.example`. */
	publicUrl: string;
	log: Logger;
};

/** Emails the member who added a webhook that it was switched off. */
export function createSendWebhookMail(deps: SendWebhookMailDeps): JobHandler<"webhook-mail"> {
	return async ({ webhookId }, jobId) => {
		const off = await deps.switchedOff(webhookId);
		const to = off?.email;
		if (!off || to === undefined) return;
		const link = new URL(`/dashboard/settings/integrations?workspace=${off.workspaceId}`, deps.publicUrl).href;
		const messageId = `<${jobId}@${new URL(deps.publicUrl).hostname}>`;
		// A notice never waits for its mailbox.
		await deps.sendPaced({ kind: "notice", to }, async () => ({ to, messageId, ...webhookOffMail(off, link) }));
		deps.log.info({ webhookId }, "mailed that a webhook is off");
	};
}
