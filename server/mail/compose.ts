import type { SendMailOptions } from "nodemailer";
import type { OutgoingMail } from "./transport.ts";

/** A message as nodemailer takes it. */
export function composeMail(
	{ to, messageId, subject, text, html, notMeLink }: OutgoingMail,
	from: string,
): SendMailOptions {
	return {
		from,
		// As an object: an address is never parsed as a list of them, nor as a name.
		to: { name: "", address: to },
		subject,
		text,
		html,
		messageId,
		headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
		list: { unsubscribe: { url: notMeLink, comment: "Stops scan mail to this address" } },
		disableFileAccess: true,
		disableUrlAccess: true,
	};
}
