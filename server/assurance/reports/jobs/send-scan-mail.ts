import { targetOf } from "#contract/kinds/kinds.ts";
import { heartbeatOf, type Job, type JobHandler, type JobOptions, mailQueue } from "#server/platform/jobs/jobs.ts";
import type { Queue } from "#server/platform/jobs/queue.ts";
import { newToken, tokenHash } from "#server/platform/keys/tokens.ts";
import type { MailTransport } from "#server/platform/mail/transport.ts";
import { mailboxHash } from "#server/platform/texts/mailbox.ts";
import type { Logger } from "#server/platform/watch/logger.ts";
import type { AboutScan } from "#server/scanning/scans/jobs/scan-jobs.ts";
import { scanFailedMail } from "../mails/scan-failed-mail.ts";
import { scanReportMail } from "../mails/scan-report-mail.ts";
import type { MailStore, MailTransaction } from "../store/mail-store.ts";

declare module "#server/platform/jobs/jobs.ts" {
	interface JobData {
		/** Sends the email about a scan's end. */
		mail: AboutScan;
	}
}

/** Its scan is locked while it is sent (mail-store.ts). */
export const scanMailJob = (options: JobOptions): Job<"mail"> => ({
	queue: { ...mailQueue(options), ...heartbeatOf(options) },
	atOnce: 2,
	about: ({ scanId }) => ({ scanId }),
});

type SendScanMailDeps = {
	store: MailStore;
	queue: Pick<Queue, "send">;
	transport: MailTransport;
	/** Where links lead, such as `https://plumbline.example`. */
	publicUrl: string;
	perMailboxAndDay: number;
	retentionDays: number;
	now: () => Date;
	log: Logger;
};

const DAY_MS = 86_400_000;
const LINK_DAYS = 30;
/** After this long, an email that still waits for room in its mailbox is dropped. */
const PATIENCE_DAYS = 3;

/**
 * Sends the email about a finished scan. Links are created here, at the moment of sending: their tokens exist in this process and in the
 * email, and the database has their hashes. If the mail server refuses, the job is run again later, with new tokens; the report stays.
 */
export function createSendScanMail(deps: SendScanMailDeps): JobHandler<"mail"> {
	const { store, queue, log } = deps;

	return ({ scanId }) =>
		store.withScan(scanId, async (tx) => {
			if (tx.askerLeft) {
				log.info({ scanId }, "no mail: who asked for it is no longer a member");
				return tx.finish("dropped");
			}
			const mailbox = mailboxHash(tx.scan.email);
			if (await tx.isSuppressed(mailbox)) {
				log.info({ scanId }, "no mail: the mailbox has opted out");
				return tx.finish("suppressed");
			}
			// Emails written to a folder on this machine cannot bother anyone.
			if (deps.transport.leavesTheMachine) {
				const place = await tx.takePlace(mailbox, deps.perMailboxAndDay);
				if (!place.ok) return wait(tx, place.retryAfter);
			}
			await send(deps, tx, mailbox);
			await tx.finish("sent");
			log.info({ scanId }, "mail sent");
		});

	async function wait({ scan, finish }: MailTransaction, seconds: number): Promise<void> {
		const age = deps.now().getTime() - scan.acceptedAt.getTime();
		if (age + seconds * 1_000 > PATIENCE_DAYS * DAY_MS) {
			log.warn({ scanId: scan.id }, "mail dropped: the mailbox reached its daily limit for days");
			return finish("dropped");
		}
		await queue.send("mail", { scanId: scan.id }, { afterSeconds: seconds });
		log.info({ scanId: scan.id, seconds }, "mail waits: the mailbox reached its limit for today");
	}
}

async function send(deps: SendScanMailDeps, tx: MailTransaction, mailbox: Buffer): Promise<void> {
	const { scan, report } = tx;
	const notMeToken = newToken();
	await tx.saveNotMeLink(tokenHash(notMeToken), mailbox);
	const notMeLink = new URL(`/not-me/${notMeToken}`, deps.publicUrl).href;

	let message: ReturnType<typeof scanFailedMail>;
	if (scan.status === "failed") {
		const { request, failure, acceptedAt } = scan;
		message = scanFailedMail({ target: targetOf(request), failure, requestedAt: acceptedAt, notMeLink });
	} else {
		if (!report) throw new Error("A completed scan has no report");
		const token = newToken();
		// The report itself is deleted when the scan expires, so no link may promise longer.
		const scanEnds = scan.acceptedAt.getTime() + deps.retentionDays * DAY_MS;
		const expiresAt = new Date(Math.min(deps.now().getTime() + LINK_DAYS * DAY_MS, scanEnds));
		await tx.saveReportLink(tokenHash(token), expiresAt);
		message = scanReportMail({ report, link: new URL(`/r/${token}`, deps.publicUrl).href, notMeLink, expiresAt });
	}
	// The same id at every try, so that an email program can recognize a second copy.
	const messageId = `<${scan.id}@${new URL(deps.publicUrl).hostname}>`;
	await deps.transport.send({ to: scan.email, messageId, notMeLink, ...message });
}
