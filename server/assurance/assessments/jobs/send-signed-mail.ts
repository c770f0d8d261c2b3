import { type JobHandler, mailJob } from "#server/platform/jobs/jobs.ts";
import type { Queue } from "#server/platform/jobs/queue.ts";
import { newToken, tokenHash } from "#server/platform/keys/tokens.ts";
import type { SendPaced } from "#server/platform/mail/send-paced.ts";
import type { Logger } from "#server/platform/watch/logger.ts";
import { signedMail } from "../mails/signed-mail.ts";
import type { SignedCopies, SignedMail } from "../signed-copies.ts";

declare module "#server/platform/jobs/jobs.ts" {
	interface JobData {
		/** Emails a link to a signed copy. `firstJobId`: the job that first tried to send it, if its mailbox had to wait. */
		"signed-mail": SignedMail & { firstJobId?: string };
	}
}

export const signedMailJob = mailJob<"signed-mail">(({ signOffId }) => ({ signOffId }));

type SendSignedMailDeps = {
	copies: Pick<SignedCopies, "find" | "saveToken">;
	sendPaced: SendPaced;
	queue: Pick<Queue, "send">;
	/** Where links lead, such as `https://plumbline.example`. */
	publicUrl: string;
	log: Logger;
};

/**
 * Sends a link to a signed copy. The link is created here, at each try: it exists in this process and in the email, and the database has
 * its hash.
 */
export function createSendSignedMail({ copies, log, ...deps }: SendSignedMailDeps): JobHandler<"signed-mail"> {
	return async ({ firstJobId, ...mail }, thisJobId) => {
		// The same at every try, so that an email program can recognize a second copy.
		const jobId = firstJobId ?? thisJobId;
		const { signOffId } = mail;
		const copy = await copies.find(mail);
		const outcome = !copy
			? "no reason"
			: await deps.sendPaced({ kind: "signed", to: copy.to }, async () => {
					const token = newToken();
					// Committed before the email leaves: a reader may be faster than this job.
					await copies.saveToken(mail, tokenHash(token));
					const messageId = `<${jobId}@${new URL(deps.publicUrl).hostname}>`;
					const link = new URL(`/signed/${token}`, deps.publicUrl).href;
					return { to: copy.to, messageId, ...signedMail(copy, link) };
				});
		if (outcome === "sent") return log.info({ signOffId }, "signed copy sent");
		if (outcome === "no reason") return log.info({ signOffId }, "no signed copy sent: the reason is gone");
		await deps.queue.send("signed-mail", { ...mail, firstJobId: jobId }, { afterSeconds: outcome.waits });
		log.info({ signOffId, seconds: outcome.waits }, "signed copy waits: the mailbox got several just now");
	};
}
