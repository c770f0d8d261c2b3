import type { MailMessage } from "#server/platform/mail/mail-shell.ts";
import { site } from "#src/config/site.ts";
import { accountMail } from "./account-mail.ts";

type Code = {
	/** As the reader types it. */
	text: string;
	/** The page that fills it in. */
	link: string;
	/** The "not me" page, which cancels the request. */
	notMeLink: string;
};

const SECRET = "Do not share the code with anyone. We will never ask you for it.";
const DAY = "The code works once, within 24 hours. Only the newest one works, and you have to sign in to use it.";

/** To the address of an account, to verify who owns it. */
export const confirmAddressMail = ({ notMeLink, ...code }: Code): MailMessage =>
	accountMail({
		subject: `Confirm your address for ${site.name}`,
		before: [
			"Someone, most likely you, created an account with this address. The code confirms that the address is yours.",
		],
		code: { ...code, label: "Confirm the address" },
		after: [
			`${DAY} Opening the page changes nothing until you press its button.`,
			`Didn’t register? Then do not use the code. ${SECRET}`,
			{ text: "This was not me. Delete the registration", link: notMeLink },
		],
	});

/** To the new address of an account. */
export const changeAddressMail = ({ notMeLink, ...code }: Code): MailMessage =>
	accountMail({
		subject: `Confirm your new address for ${site.name}`,
		before: [
			"Someone, most likely you, asked to use this address for their account. The code confirms that the address is yours.",
		],
		code: { ...code, label: "Use this address" },
		after: [
			`${DAY} Until then the account keeps its old address. Opening the page changes nothing until you press its button.`,
			`Didn’t ask for this? Then do not use the code. ${SECRET}`,
			{ text: "This was not me. Stop the change", link: notMeLink },
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
			`Didn’t ask for this? You don’t have to do anything: your password stays as it is. ${SECRET}`,
			{ text: "This was not me. Cancel the code", link: notMeLink },
		],
	});
