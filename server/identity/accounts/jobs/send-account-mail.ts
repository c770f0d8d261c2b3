import { type JobHandler, mailJob } from "#server/platform/jobs/jobs.ts";
import type { Queue } from "#server/platform/jobs/queue.ts";
import { newToken, tokenHash } from "#server/platform/keys/tokens.ts";
import type { MailMessage } from "#server/platform/mail/mail-shell.ts";
import type { MailKind } from "#server/platform/mail/pace.ts";
import type { SendPaced } from "#server/platform/mail/send-paced.ts";
import type { Logger } from "#server/platform/watch/logger.ts";
import type { CodeRow } from "../code-row.ts";
import { CODE_LIFE_MS, newCode, plainCode } from "../codes.ts";
import type { AccountMail } from "../email/mail.ts";
import { changeAddressMail, confirmAddressMail, resetPasswordMail } from "../mails/code-mails.ts";
import { newDeviceMail } from "../mails/new-device-mail.ts";
import { noticeMail } from "../mails/notice-mails.ts";
import type { Passwords } from "../passwords/passwords.ts";
import type { AccountStore } from "../store/account-store.ts";

declare module "#server/platform/jobs/jobs.ts" {
	interface JobData {
		/** `firstJobId`: the job that first tried to send it, if its mailbox had to wait. */
		"account-mail": AccountMail & { firstJobId?: string };
	}
}

export const accountMailJob = mailJob<"account-mail">(({ kind, firstJobId }, jobId) => ({
	jobId: firstJobId ?? jobId,
	kind,
}));

type SendAccountMailDeps = {
	store: AccountStore;
	passwords: Passwords;
	sendPaced: SendPaced;
	queue: Pick<Queue, "send">;
	/** Where links lead, such as `https://plumbline.example`. */
	publicUrl: string;
	now: () => Date;
	log: Logger;
};

const CODE_MAILS = { confirm: confirmAddressMail, change: changeAddressMail, reset: resetPasswordMail };
const CODE_PAGES = { confirm: "/auth/confirm", change: "/auth/confirm", reset: "/forgot-password" };

/** An email to send, composed once the mailbox has room for it. */
type Draft = { kind: MailKind; to: string; write(): Promise<MailMessage | undefined> };

/** A code to create: for which account, for what purpose, and where to send it. */
type Wanted = Omit<CodeRow, "codeHash"> & { to: string; renews: boolean };

/**
 * Sends an email about an account. A code is created at each try: it exists in this process and in the email, and the database has its
 * hash. The email is not sent if the reason for it is gone when the job runs, for example because the address has been confirmed.
 */
export function createSendAccountMail(deps: SendAccountMailDeps): JobHandler<"account-mail"> {
	const { store, log } = deps;
	const link = (path: string) => new URL(path, deps.publicUrl).href;

	return async ({ firstJobId, ...mail }, thisJobId) => {
		// The same at every try, so that a new code replaces the one from an earlier try.
		const jobId = firstJobId ?? thisJobId;
		const draft = await drafted(mail, jobId);
		const outcome = draft
			? await deps.sendPaced(draft, async () => {
					const message = await draft.write();
					const messageId = `<${jobId}@${new URL(deps.publicUrl).hostname}>`;
					return message && { to: draft.to, messageId, ...message };
				})
			: "no reason";
		const about = { jobId, kind: mail.kind };
		if (outcome === "sent") return log.info(about, "account mail sent");
		if (outcome === "no reason") return log.info(about, "no account mail: the reason is gone");
		await deps.queue.send("account-mail", { ...mail, firstJobId: jobId }, { afterSeconds: outcome.waits });
		log.info({ ...about, seconds: outcome.waits }, "account mail waits: the mailbox got several just now");
	};

	function notice(kind: Parameters<typeof noticeMail>[0], to: string): Draft {
		const links = { signIn: link("/auth/login"), forgotPassword: link("/forgot-password") };
		return { kind: "notice", to, write: async () => noticeMail(kind, links) };
	}

	async function drafted(mail: AccountMail, jobId: string): Promise<Draft | undefined> {
		switch (mail.kind) {
			case "confirm": {
				const account = await store.accountById(mail.accountId);
				if (!account || account.emailConfirmed) return undefined;
				const { accountId, email: to, emailKey } = account;
				return withCode({ purpose: "confirm", accountId, to, emailKey, renews: mail.renews }, jobId);
			}
			case "change": {
				const account = await store.accountById(mail.accountId);
				if (!account || account.pendingEmail === null || account.pendingEmailKey === null) return undefined;
				const { accountId, pendingEmail: to, pendingEmailKey: emailKey } = account;
				// If the address has a confirmed account, we tell its owner and not the requester. An unconfirmed account owns no address.
				if ((await store.accountByKey(emailKey))?.emailConfirmed)
					return { ...notice("address-known", to), kind: "code" };
				return withCode({ purpose: "change", accountId, to, emailKey, renews: mail.renews }, jobId);
			}
			case "reset": {
				const account = await store.accountByKey(mail.emailKey);
				if (!account) return undefined;
				const { accountId, email: to, emailKey } = account;
				return withCode({ purpose: "reset", accountId, to, emailKey, renews: mail.renews }, jobId);
			}
			// Strangers can trigger it, just as they can trigger a code.
			case "address-known":
				return { ...notice(mail.kind, mail.to), kind: "code" };
			case "new-device":
				return { kind: "notice", to: mail.to, write: async () => newDeviceMail(mail, link("/forgot-password")) };
			default:
				return notice(mail.kind, mail.to);
		}
	}

	function withCode({ to, renews, ...code }: Wanted, jobId: string): Draft {
		const write = async () => {
			const text = newCode();
			const codeHash = await deps.passwords.hash(plainCode(text));
			const createdAt = deps.now();
			const expiresAt = new Date(createdAt.getTime() + CODE_LIFE_MS[code.purpose]);
			const notMeToken = newToken();
			// Committed before the email leaves: a reader may be faster than this job. In one transaction, because the last link of a
			// reset has to be the one for the code that works.
			const saved = await store.transaction(async (tx) => {
				const ok = await tx.saveCode({ ...code, codeHash, createdAt, expiresAt, jobId, renews });
				if (ok) await tx.insertNotMeLink(tokenHash(notMeToken), code);
				return { ok };
			});
			if (!saved.ok) return undefined;
			const page = new URL(CODE_PAGES[code.purpose], deps.publicUrl);
			page.searchParams.set("email", to);
			if (code.purpose === "change") page.searchParams.set("change", "");
			// After the #, which is never sent to a server: software that opens links in emails gets only the page.
			page.hash = `code=${text}`;
			return CODE_MAILS[code.purpose]({ text, link: page.href, notMeLink: link(`/not-me/account/${notMeToken}`) });
		};
		return { kind: code.purpose === "reset" ? "reset" : "code", to, write };
	}
}
