import { site } from "#src/config/site.ts";
import { accountMail } from "./account-mail.ts";
import type { MailMessage } from "./mail-shell.ts";

/** What happened to an account. The email goes to the address that it has or had. */
export type Notice = "address-known" | "password-changed" | "email-change-asked" | "email-changed" | "account-deleted";

/** Pages that a notice may link to. */
type Links = { signIn: string; forgotPassword: string };

const WRITE_TO_US = `If that was not you, write to ${site.email}.`;

export function noticeMail(notice: Notice, { signIn, forgotPassword }: Links): MailMessage {
	switch (notice) {
		case "address-known":
			return accountMail({
				subject: `You already have a ${site.name} account`,
				before: [
					"Someone, most likely you, tried to register with this address, but it already has an account. Nothing was changed.",
				],
				after: [
					{ text: "Sign in", link: signIn },
					{ text: "Set a new password, if you forgot yours", link: forgotPassword },
					"If that was not you, you don’t have to do anything.",
				],
			});
		case "password-changed":
			return accountMail({
				subject: `Your ${site.name} password was changed`,
				before: ["The password of your account was changed, and all other devices were signed out."],
				after: [
					"If that was not you, set a new password right away.",
					{ text: "Set a new password", link: forgotPassword },
				],
			});
		case "email-change-asked":
			return accountMail({
				subject: `New address requested for your ${site.name} account`,
				before: [
					"Someone who is signed in to your account and knows its password asked to change its email address. The account keeps this address until the new one is confirmed.",
				],
				after: [
					"If that was not you, set a new password right away. That also cancels the change.",
					{ text: "Set a new password", link: forgotPassword },
				],
			});
		case "email-changed":
			return accountMail({
				subject: `Your ${site.name} account has a new address`,
				before: [
					"The new address of your account was confirmed. Emails about the account go there now, and no longer here.",
				],
				after: [WRITE_TO_US],
			});
		case "account-deleted":
			return accountMail({
				subject: `Your ${site.name} account was deleted`,
				before: [
					"Your account was deleted, with its sessions and with the workspaces that you alone owned. This is the last email about it.",
				],
				after: [WRITE_TO_US],
			});
	}
}
