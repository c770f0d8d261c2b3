import { type JobHandler, mailJob } from "#server/platform/jobs/jobs.ts";
import type { Queue } from "#server/platform/jobs/queue.ts";
import { newToken, tokenHash } from "#server/platform/keys/tokens.ts";
import type { SendPaced } from "#server/platform/mail/send-paced.ts";
import type { Logger } from "#server/platform/watch/logger.ts";
import type { InvitationMail } from "../invitation-mail.ts";
import type { OfferRow } from "../invitation-row.ts";
import { invitationMail } from "../mails/invitation-mail.ts";
import { FORMER_MEMBER } from "../manage-invitations.ts";
import type { PeopleStore } from "../store/people-store.ts";

declare module "#server/platform/jobs/jobs.ts" {
	interface JobData {
		/** `firstJobId`: the job that first tried to send it, if its mailbox had to wait. */
		"invitation-mail": InvitationMail & { firstJobId?: string };
	}
}

export const invitationMailJob = mailJob<"invitation-mail">(({ invitationId }) => ({ invitationId }));

type SendInvitationMailDeps = {
	invitations: Pick<PeopleStore, "findInvited" | "saveToken">;
	sendPaced: SendPaced;
	queue: Pick<Queue, "send">;
	/** Where links lead, such as `https://plumbline.example`. */
	publicUrl: string;
	now: () => Date;
	log: Logger;
};

/**
 * Sends an invitation. Its link is created here, at each try: it exists in this process and in the email, and the database has its hash.
 * Nothing is sent if it has been accepted, revoked, sent again or has expired by then.
 */
export function createSendInvitationMail(deps: SendInvitationMailDeps): JobHandler<"invitation-mail"> {
	const { invitations, log, now } = deps;
	return async ({ firstJobId, ...mail }, thisJobId) => {
		// The same at every try, so that an email program can recognize a second copy.
		const jobId = firstJobId ?? thisJobId;
		const { invitationId } = mail;
		const to = await invitations.findInvited(mail, now());
		const outcome =
			to === undefined
				? "no reason"
				: await deps.sendPaced({ kind: "invitation", to }, async () => {
						const token = newToken();
						// Committed before the email leaves: a reader may be faster than this job.
						const offer = await invitations.saveToken(mail, tokenHash(token), now());
						const messageId = `<${jobId}@${new URL(deps.publicUrl).hostname}>`;
						return offer && { to, messageId, ...invitationMail(textsOf(offer), linkTo(deps.publicUrl, token, to)) };
					});
		if (outcome === "sent") return log.info({ invitationId }, "invitation sent");
		if (outcome === "no reason") return log.info({ invitationId }, "no invitation sent: the reason is gone");
		await deps.queue.send("invitation-mail", { ...mail, firstJobId: jobId }, { afterSeconds: outcome.waits });
		log.info({ invitationId, seconds: outcome.waits }, "invitation waits: the mailbox got several just now");
	};
}

const textsOf = ({ workspace, inviter, inviterEmail, role, clientName, expiresAt }: OfferRow) => ({
	workspace: workspace.name,
	inviter: inviter ?? FORMER_MEMBER,
	inviterEmail,
	role,
	clientName,
	expiresAt,
});

/** With the address, so that an invited person without an account need not type it. */
function linkTo(publicUrl: string, token: string, email: string): string {
	const page = new URL("/invitation", publicUrl);
	// After the #, which is never sent to a server: it is in no log, and software that opens links in emails gets only the page.
	page.hash = `${token}&${new URLSearchParams({ email })}`;
	return page.href;
}
