import type { SendMailOptions } from "nodemailer";
import type { OutgoingMail } from "./transport.ts";

/** A message in nodemailer's format. */
export function composeMail(
	{ to, messageId, subject, text, html, notMeLink, leaveLink, replyTo, calendar }: OutgoingMail,
	from: string,
): SendMailOptions {
	return {
		from,
		// As an object, so that an address is never parsed as a list of addresses or as a name.
		to: { name: "", address: to },
		subject,
		text,
		html,
		messageId,
		headers: {
			"Auto-Submitted": "auto-generated",
			"X-Auto-Response-Suppress": "All",
			...(leaveLink !== undefined && { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
		},
		...(notMeLink !== undefined && {
			list: { unsubscribe: { url: notMeLink, comment: "Stops scan emails to this address" } },
		}),
		...(leaveLink !== undefined && {
			// One click in the email program is enough (RFC 8058).
			list: { unsubscribe: { url: leaveLink, comment: "Removes this address from the list" } },
		}),
		...(replyTo !== undefined && { replyTo: { name: "", address: replyTo } }),
		...(calendar && {
			attachments: [{ ...calendar, contentType: "text/calendar; charset=utf-8; method=PUBLISH" }],
		}),
		disableFileAccess: true,
		disableUrlAccess: true,
	};
}
