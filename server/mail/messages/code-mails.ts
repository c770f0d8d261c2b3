import { site } from "#src/config/site.ts";
import { accountMail } from "./account-mail.ts";
import type { MailMessage } from "./mail-shell.ts";

/** The code as it is to be typed, and the page that types it. */
type Code = { text: string; link: string };

const SECRET = "None of us will ever ask you for this code.";
const DAY = "The code works once, within 24 hours, and only the newest one does.";

/** To the address of an account, so that it is known whose it is. */
export const confirmAddressMail = (code: Code): MailMessage =>
	accountMail({
		subject: `Confirm your address for ${site.name}`,
		before: ["Somebody, most likely you, made an account with this address. This code shows that it is yours."],
		code: { ...code, label: "Confirm the address" },
		after: [
			`${DAY} Opening the page alone changes nothing: it has a button.`,
			`You made no account? Then do nothing, and do not give the code away. ${SECRET}`,
		],
	});

/** To the new address of an account. */
export const changeAddressMail = (code: Code): MailMessage =>
	accountMail({
		subject: `Confirm your new address for ${site.name}`,
		before: [
			"Somebody, most likely you, asked to use this address for their account. This code shows that it is yours.",
		],
		code: { ...code, label: "Use this address" },
		after: [
			`${DAY} Until then the account keeps its old address. Opening the page alone changes nothing: it has a button.`,
			`You did not ask for this? Then do nothing, and do not give the code away. ${SECRET}`,
		],
	});

/** To the address of an account whose password was forgotten. */
export const resetPasswordMail = (code: Code): MailMessage =>
	accountMail({
		subject: `Your code for a new ${site.name} password`,
		before: ["Somebody, most likely you, asked for a new password for the account with this address."],
		code: { ...code, label: "Set a new password" },
		after: [
			"The code works once, within 30 minutes, and only the newest one does. Setting a password signs you out everywhere.",
			`You did not ask for this? Then do nothing: your password stays as it is. ${SECRET}`,
		],
	});
