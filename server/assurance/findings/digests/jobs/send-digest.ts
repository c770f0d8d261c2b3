import type { AccountId } from "#contract/ids.ts";
import { type Job, type JobHandler, type JobOptions, mailQueue } from "#server/platform/jobs/jobs.ts";
import { newToken, tokenHash } from "#server/platform/keys/tokens.ts";
import type { SendPaced } from "#server/platform/mail/send-paced.ts";
import type { Logger } from "#server/platform/watch/logger.ts";
import { digestMail } from "../mails/digest-mail.ts";
import type { DigestStore } from "../store/digest-store.ts";

declare module "#server/platform/jobs/jobs.ts" {
	interface JobData {
		/** Emails an account what its scheduled scans changed. */
		digest: { accountId: AccountId };
	}
}

export const digestJob = (options: JobOptions): Job<"digest"> => ({
	queue: mailQueue(options),
	atOnce: 2,
	key: ({ accountId }) => accountId,
	about: (_, jobId) => ({ jobId }),
});

type SendDigestDeps = {
	digests: DigestStore;
	sendPaced: SendPaced;
	/** Where links lead, such as `https://plumbline.example`. */
	publicUrl: string;
	log: Logger;
};

const LINK_DAYS = 365;

/** Emails an account what its scheduled scans changed, if they changed anything. If the mail server refuses, the changes wait. */
export const createSendDigest =
	({ digests, sendPaced, publicUrl, log }: SendDigestDeps): JobHandler<"digest"> =>
	({ accountId }, jobId) =>
		digests.withDigest(accountId, async ({ email, digest, saveLink }) => {
			const link = (path: string) => new URL(path, publicUrl).href;
			const token = newToken();
			await saveLink(tokenHash(token), LINK_DAYS);
			const offLink = link(`/subscription/digest/${token}`);
			const links = {
				findings: link("/dashboard/vulnerabilities"),
				schedules: link("/dashboard/scans?tab=scheduled"),
			};
			// The same id at every try, so that an email program can recognize a second copy.
			const messageId = `<digest-${jobId}@${new URL(publicUrl).hostname}>`;
			const mail = { to: email, messageId, leaveLink: offLink, ...digestMail({ digest, links, offLink }) };
			await sendPaced({ kind: "digest", to: email }, async () => mail);
			log.info({ jobId }, "digest sent");
		});
