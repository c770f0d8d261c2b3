import type { RespondentId } from "#contract/assessments/respondents.ts";
import { ownWorkspace } from "#contract/ids.ts";
import { type NotifyDeps, notify } from "#server/identity/notifications/jobs/notify.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { type JobHandler, noticeJob } from "#server/platform/jobs/jobs.ts";
import type { Queue } from "#server/platform/jobs/queue.ts";
import type { SendPaced } from "#server/platform/mail/send-paced.ts";
import { partSentMail } from "../mails/respondent-mails.ts";
import { readSentPart } from "../store/respondents/sent-part.ts";

/** A section was sent. */
type PartNotice = { respondentId: RespondentId; section: string };

declare module "#server/platform/jobs/jobs.ts" {
	interface JobData {
		/** Tells the devices of the member who created a link that a section was sent; with `session`, only one of them. */
		"part-notice": PartNotice & { session?: string };
	}
}

export const partNoticeJob = noticeJob<"part-notice">(({ respondentId, session }) => ({ respondentId, session }));

type SendPartNoticeDeps = NotifyDeps & {
	pool: Executor;
	queue: Pick<Queue, "send">;
	sendPaced: SendPaced;
	/** Where links lead, such as `https://plumbline.example`. */
	publicUrl: string;
};

/** Notifies the member who created a link that a section was sent. The answers require a sign-in. */
export function createSendPartNotice(deps: SendPartNoticeDeps): JobHandler<"part-notice"> {
	return async ({ session, ...part }, jobId) => {
		const sent = await readSentPart(deps.pool, part.respondentId);
		if (!sent) return;
		const { member, workspace, client, assessmentId, sessions, respondent, email: to } = sent;
		const elsewhere = workspace === ownWorkspace(member) ? {} : { workspace };
		const mail = async () => {
			if (to === null) return;
			const screens = client ? `/dashboard/c/${client.code}` : "/dashboard";
			const query = "workspace" in elsewhere ? `?workspace=${workspace}` : "";
			const link = new URL(`${screens}/assessments/${assessmentId}${query}`, deps.publicUrl).href;
			const messageId = `<${jobId}@${new URL(deps.publicUrl).hostname}>`;
			const message = partSentMail({ respondent, client: client?.name, link });
			await deps.sendPaced({ kind: "notice", to }, async () => ({ to, messageId, ...message }));
		};
		const notice = {
			about: { respondentId: part.respondentId },
			sessions,
			session,
			message: { kind: "part-sent", id: assessmentId, ...(client && { client }), ...elsewhere } as const,
			again: (each: string) => deps.queue.send("part-notice", { ...part, session: each }),
			mail,
		};
		await notify(notice, deps);
	};
}
