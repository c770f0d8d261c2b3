import { site } from "#src/config/site.ts";
import { accountMail } from "./account-mail.ts";
import type { MailMessage } from "./mail-shell.ts";

/** What happened to an account, told to the address it has or had. */
export type Notice = "address-known" | "password-changed" | "email-change-asked" | "email-changed" | "account-deleted";

/** Pages that a notice may name. */
type Links = { signIn: string; forgotPassword: string };

const WRITE_TO_US = `If that was not you, write to ${site.email}.`;

export function noticeMail(notice: Notice, { signIn, forgotPassword }: Links): MailMessage {
	switch (notice) {
		case "address-known":
			return accountMail({
				subject: `You already have a ${site.name} account`,
				before: [
					"Somebody, most likely you, wanted to use this address for an account, and there is one with it already. Nothing was changed.",
				],
				after: [
					{ words: "Sign in", link: signIn },
					{ words: "Set a new password, if you do not know yours any more", link: forgotPassword },
					"That was not you? Then there is nothing to do.",
				],
			});
		case "password-changed":
			return accountMail({
				subject: `Your ${site.name} password was changed`,
				before: ["The password of your account was changed, and it was signed out on every other device."],
				after: [
					"That was not you? Then set a new password at once.",
					{ words: "Set a new password", link: forgotPassword },
				],
			});
		case "email-change-asked":
			return accountMail({
				subject: `Another address was given for your ${site.name} account`,
				before: [
					"Somebody who is signed in to your account and knows its password gave another address for it. The account keeps this address until the other one is confirmed.",
				],
				after: [
					"That was not you? Then set a new password at once: that also drops the other address.",
					{ words: "Set a new password", link: forgotPassword },
				],
			});
		case "email-changed":
			return accountMail({
				subject: `Your ${site.name} account has another address now`,
				before: [
					"The new address of your account was confirmed. Mail about the account goes there and no longer here.",
				],
				after: [WRITE_TO_US],
			});
		case "account-deleted":
			return accountMail({
				subject: `Your ${site.name} account is deleted`,
				before: ["Your account is gone, with its scans, reports and sessions. This is the last mail about it."],
				after: [WRITE_TO_US],
			});
	}
}
