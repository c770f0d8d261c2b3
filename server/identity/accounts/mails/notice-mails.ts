import type { MailMessage } from "#server/platform/mail/mail-shell.ts";
import { site } from "#src/config/site.ts";
import { accountMail } from "./account-mail.ts";

/** What happened to an account. The email goes to the address that it has or had. */
export type Notice =
	| "address-known"
	| "password-changed"
	| "second-factor-added"
	| "second-factor-removed"
	| "recovery-codes-made"
	| "recovery-code-used"
	| "passkey-added"
	| "passkey-removed"
	| "passkey-copied"
	| "email-change-asked"
	| "email-changed"
	| "account-deleted";

/** Pages that a notice may link to. */
type Links = { signIn: string; forgotPassword: string };

const notYou = (forgotPassword: string) => [
	"If that was not you, set a new password right away. That signs out all devices.",
	{ text: "Set a new password", link: forgotPassword },
];
const notYouPasskey = (forgotPassword: string) => [
	...notYou(forgotPassword),
	"Passkeys stay when the password changes. Look at them in the settings afterwards, and remove those that are not yours.",
];
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
		case "second-factor-added":
			return accountMail({
				subject: `Codes from an app are on for your ${site.name} account`,
				before: ["From now on, signing in needs your password and a code from your app, or a recovery code."],
				after: notYou(forgotPassword),
			});
		case "second-factor-removed":
			return accountMail({
				subject: `Codes from an app are off for your ${site.name} account`,
				before: ["Signing in needs only your password now. Your recovery codes no longer work."],
				after: notYou(forgotPassword),
			});
		case "recovery-codes-made":
			return accountMail({
				subject: `New recovery codes for your ${site.name} account`,
				before: ["New recovery codes were made. The earlier ones no longer work."],
				after: notYou(forgotPassword),
			});
		case "recovery-code-used":
			return accountMail({
				subject: `A recovery code of your ${site.name} account was used`,
				before: [
					"Someone, most likely you, used one of your recovery codes. It does not work again. If you lost your app, turn it off and set it up anew in the settings.",
				],
				after: notYou(forgotPassword),
			});
		case "passkey-added":
			return accountMail({
				subject: `A passkey was added to your ${site.name} account`,
				before: ["A new passkey signs in to your account, without your password and without a code."],
				after: notYouPasskey(forgotPassword),
			});
		case "passkey-removed":
			return accountMail({
				subject: `A passkey of your ${site.name} account was removed`,
				before: ["It no longer signs in to your account. Your password and your other passkeys still do."],
				after: notYouPasskey(forgotPassword),
			});
		case "passkey-copied":
			return accountMail({
				subject: `A passkey of your ${site.name} account may have been copied`,
				before: [
					"A sign-in with one of your passkeys was refused, because the passkey has signed more often than it says. That can mean that someone has a copy of it. Remove it in the settings, and add a new one.",
				],
				after: [{ text: "Sign in", link: signIn }, ...notYouPasskey(forgotPassword)],
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
