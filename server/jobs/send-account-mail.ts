import { CODE_LIFE_MS, newCode, plainCode } from "../accounts/codes.ts";
import type { AccountMail } from "../accounts/mail.ts";
import type { Passwords } from "../accounts/passwords.ts";
import type { Account, AccountStore, CodePurpose } from "../accounts/ports.ts";
import type { Logger } from "../logger.ts";
import { changeAddressMail, confirmAddressMail, resetPasswordMail } from "../mail/messages/code-mails.ts";
import type { MailMessage } from "../mail/messages/mail-shell.ts";
import { noticeMail } from "../mail/messages/notice-mails.ts";
import type { MailTransport } from "../mail/transport.ts";

type World = {
	store: AccountStore;
	passwords: Passwords;
	transport: MailTransport;
	/** Where links lead, such as `https://plumbline.example`. */
	publicUrl: string;
	now: () => Date;
	log: Logger;
};

const CODE_MAILS = { confirm: confirmAddressMail, change: changeAddressMail, reset: resetPasswordMail };
const CODE_PAGES = { confirm: "/auth/confirm", change: "/auth/confirm", reset: "/forgot-password" };

/**
 * Sends a mail about an account. A code is made at each try: it exists in this process and in the mail, the database has
 * its hash. What is no longer so when the job runs, such as an address that was confirmed meanwhile, is not mailed.
 */
export function createSendAccountMail(world: World): (mail: AccountMail, jobId: string) => Promise<void> {
	const { store, log } = world;
	const link = (path: string) => new URL(path, world.publicUrl).href;
	const notice = (kind: Parameters<typeof noticeMail>[0]) =>
		noticeMail(kind, { signIn: link("/auth/login"), forgotPassword: link("/forgot-password") });

	return async (mail, jobId) => {
		const composed = await compose(mail);
		if (!composed) return log.info({ jobId, kind: mail.kind }, "no account mail: there is no reason any more");
		const messageId = `<${jobId}@${new URL(world.publicUrl).hostname}>`;
		await world.transport.send({ to: composed.to, messageId, ...composed.message });
		log.info({ jobId, kind: mail.kind }, "account mail sent");
	};

	async function compose(mail: AccountMail): Promise<{ to: string; message: MailMessage } | undefined> {
		switch (mail.kind) {
			case "confirm": {
				const account = await store.accountById(mail.accountId);
				if (!account || account.emailConfirmed) return undefined;
				return withCode("confirm", account, { email: account.email, key: account.emailKey });
			}
			case "change": {
				const account = await store.accountById(mail.accountId);
				if (!account || account.pendingEmail === null || account.pendingEmailKey === null) return undefined;
				const { pendingEmail: email, pendingEmailKey: key } = account;
				// Who changes to somebody else's address is not told so; its owner is.
				if (await store.accountByKey(key)) return { to: email, message: notice("address-known") };
				return withCode("change", account, { email, key });
			}
			case "reset": {
				const account = await store.accountByKey(mail.emailKey);
				if (!account) return undefined;
				return withCode("reset", account, { email: account.email, key: account.emailKey });
			}
			default:
				return { to: mail.to, message: notice(mail.kind) };
		}
	}

	/** The code's hash is committed before the mail leaves: a reader may be faster than this job. */
	async function withCode(
		purpose: CodePurpose,
		{ accountId }: Account,
		{ email, key }: { email: string; key: string },
	) {
		const text = newCode();
		const codeHash = await world.passwords.hash(plainCode(text));
		const createdAt = world.now();
		const expiresAt = new Date(createdAt.getTime() + CODE_LIFE_MS[purpose]);
		await store.saveCode({ accountId, purpose, emailKey: key, codeHash, createdAt, expiresAt });
		const page = new URL(CODE_PAGES[purpose], world.publicUrl);
		page.searchParams.set("email", email);
		// Behind the #, which is sent to no server: what follows links in mails only gets the page.
		page.hash = `code=${text}`;
		return { to: email, message: CODE_MAILS[purpose]({ text, link: page.href }) };
	}
}
