import { site } from "#src/config/site.ts";
import { accountMail } from "./account-mail.ts";
import type { MailMessage } from "./mail-shell.ts";

type Code = {
	/** As the reader types it. */
	text: string;
	/** The page that fills it in. */
	link: string;
	/** The "not me" page, which cancels the request. */
	notMeLink: string;
};

const SECRET = "Do not give the code to anyone. None of us will ever ask you for it.";
const DAY = "The code works once, within 24 hours, and only the newest one does. You sign in to use it.";

/** To the address of an account, so that it is known whose it is. */
export const confirmAddressMail = ({ notMeLink, ...code }: Code): MailMessage =>
	accountMail({
		subject: `Confirm your address for ${site.name}`,
		before: ["Someone, most likely you, made an account with this address. This code shows that the address is yours."],
		code: { ...code, label: "Confirm the address" },
		after: [
			`${DAY} Opening the page alone changes nothing: it has a button.`,
			`You did not register? Do not use the code. ${SECRET}`,
			{ words: "That was not me: delete the registration", link: notMeLink },
		],
	});

/** To the new address of an account. */
export const changeAddressMail = ({ notMeLink, ...code }: Code): MailMessage =>
	accountMail({
		subject: `Confirm your new address for ${site.name}`,
		before: [
			"Someone, most likely you, asked to use this address for their account. This code shows that the address is yours.",
		],
		code: { ...code, label: "Use this address" },
		after: [
			`${DAY} Until then the account keeps its old address. Opening the page alone changes nothing: it has a button.`,
			`You did not ask for this? Do not use the code. ${SECRET}`,
			{ words: "That was not me: stop the change", link: notMeLink },
		],
	});

/** To the address of an account whose password was forgotten. */
export const resetPasswordMail = ({ notMeLink, ...code }: Code): MailMessage =>
	accountMail({
		subject: `Your code for a new ${site.name} password`,
		before: ["Someone, most likely you, asked for a new password for the account with this address."],
		code: { ...code, label: "Set a new password" },
		after: [
			"The code works once, within 30 minutes. Setting a password signs you out everywhere.",
			`You did not ask for this? Then do nothing: your password stays as it is. ${SECRET}`,
			{ words: "That was not me: end the code", link: notMeLink },
		],
	});
