import { CODE_MINUTES } from "#contract/assessments/respond.ts";
import type { Passwords } from "#server/identity/accounts/passwords/passwords.ts";
import { type JobHandler, mailJob } from "#server/platform/jobs/jobs.ts";
import type { Queue } from "#server/platform/jobs/queue.ts";
import { newToken, tokenHash } from "#server/platform/keys/tokens.ts";
import type { SendPaced } from "#server/platform/mail/send-paced.ts";
import type { Logger } from "#server/platform/watch/logger.ts";
import { respondCodeMail, respondentMail } from "../mails/respondent-mails.ts";
import { answerLink } from "../respondents/answer-link.ts";
import type { CodeMail } from "../respondents/code-mail.ts";
import type { RespondentMail } from "../respondents/respondent-mail.ts";
import { newDigits } from "../respondents/six-digits.ts";
import type { RespondMails } from "../store/respondents/respond-mails.ts";

declare module "#server/platform/jobs/jobs.ts" {
	interface JobData {
		/** Emails a respondent their link. `firstJobId`: the job that first tried to send it, if its mailbox had to wait. */
		"respondent-mail": RespondentMail & { firstJobId?: string };
		/** Emails a respondent a code. */
		"respondent-code": CodeMail & { firstJobId?: string };
	}
}

export const respondentMailJob = mailJob<"respondent-mail">(({ respondentId }) => ({ respondentId }));

// The hash may be of any token, even one that does not exist.
export const respondentCodeJob = mailJob<"respondent-code">((_, jobId) => ({ jobId }));

type Deps = {
	respondents: RespondMails;
	passwords: Pick<Passwords, "hash">;
	sendPaced: SendPaced;
	queue: Pick<Queue, "send">;
	/** Where links lead, such as `https://plumbline.example`. */
	publicUrl: string;
	now: () => Date;
	log: Logger;
};

const MINUTE_MS = 60_000;

const messageIdOf = (jobId: string, { publicUrl }: Deps) => `<${jobId}@${new URL(publicUrl).hostname}>`;

/**
 * Sends a respondent their link. Its token is created here, at each try: it exists in this process and in the email, and the database has
 * its hash. Nothing is sent if the link was revoked, was replaced or has expired by then.
 */
export function createSendRespondentMail(deps: Deps): JobHandler<"respondent-mail"> {
	const { respondents, log } = deps;
	return async ({ firstJobId, ...mail }, thisJobId) => {
		const jobId = firstJobId ?? thisJobId;
		const { respondentId } = mail;
		const to = await respondents.invited(mail);
		const outcome =
			to === undefined
				? "no reason"
				: await deps.sendPaced({ kind: "invitation", to }, async () => {
						const token = newToken();
						// Committed before the email leaves: a reader may be faster than this job.
						const saved = await respondents.saveToken(mail, tokenHash(token));
						const message = saved && respondentMail(saved, answerLink(deps.publicUrl, token));
						return message && { to, messageId: messageIdOf(jobId, deps), ...message };
					});
		if (outcome === "sent") return log.info({ respondentId }, "link sent to a respondent");
		if (outcome === "no reason") return log.info({ respondentId }, "no link sent: the reason is gone");
		await deps.queue.send("respondent-mail", { ...mail, firstJobId: jobId }, { afterSeconds: outcome.waits });
		log.info({ respondentId, seconds: outcome.waits }, "link waits: the mailbox got several just now");
	};
}

/** Sends a respondent a code, if the link works. The code is created at each try, as above. */
export function createSendRespondentCode(deps: Deps): JobHandler<"respondent-code"> {
	const { respondents, log } = deps;
	return async ({ firstJobId, tokenHash: hash }, thisJobId) => {
		const jobId = firstJobId ?? thisJobId;
		const ofToken = Buffer.from(hash, "hex");
		const to = await respondents.codeAddress(ofToken);
		const outcome =
			to === undefined
				? "no reason"
				: await deps.sendPaced({ kind: "code", to }, async () => {
						const code = newDigits();
						const codeHash = await deps.passwords.hash(code);
						const expiresAt = new Date(deps.now().getTime() + CODE_MINUTES * MINUTE_MS);
						const saved = await respondents.saveCode(ofToken, { codeHash, expiresAt });
						return saved && { to, messageId: messageIdOf(jobId, deps), ...respondCodeMail(saved, code) };
					});
		if (outcome === "sent") return log.info({ jobId }, "code sent to a respondent");
		if (outcome === "no reason") return log.info({ jobId }, "no code sent: the link does not work");
		await deps.queue.send("respondent-code", { tokenHash: hash, firstJobId: jobId }, { afterSeconds: outcome.waits });
		log.info({ jobId, seconds: outcome.waits }, "code waits: the mailbox got several just now");
	};
}
