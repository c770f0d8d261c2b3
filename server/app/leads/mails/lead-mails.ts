import { DEMO_MINUTES, type Lead } from "#contract/site/leads.ts";
import { type MailMessage, mailShell, quietLine, mailStyle as style } from "#server/platform/mail/mail-shell.ts";
import { html } from "#server/platform/texts/html.ts";
import { site } from "#src/config/site.ts";

type Letter = { subject: string; paragraphs: string[]; action?: { label: string; link: string }; foot: string[] };

/** To a mailbox that is not confirmed: only our own sentences, nothing that a visitor wrote. */
function letter({ subject, paragraphs, action, foot }: Letter): MailMessage {
	const paragraph = (text: string) => html`<p style="${style.paragraph}">${text}</p>`;
	const main = html`<h1 style="${style.title}">${subject}</h1>
${paragraphs.map(paragraph)}
${action && html`<p style="margin:24px 0"><a class="button" style="${style.button}" href="${action.link}">${action.label}</a></p>`}`;
	return {
		subject,
		text: [subject, ...paragraphs, ...(action ? [`${action.label}:\n${action.link}`] : []), ...foot].join("\n\n"),
		html: mailShell({ subject, preheader: paragraphs[0] ?? "", main, foot: html`${foot.map(quietLine)}` }),
	};
}

const SIGNED = `${site.name}, ${site.email}`;
const NOT_YOU = "Didn’t ask for this? You don’t have to do anything, and we will not email you again.";

/** Asks whether the owner of the mailbox wants what was requested for it. */
export function confirmSubscriptionMail(kind: "newsletter" | "waitlist", link: string): MailMessage {
	const isNews = kind === "newsletter";
	return letter({
		subject: isNews
			? `Confirm that you want news from ${site.name}`
			: `Confirm your place on the ${site.name} waitlist`,
		paragraphs: [
			isNews
				? "Someone, most likely you, asked us to send our newsletter to this address. We start once you confirm."
				: "Someone, most likely you, put this address on the list for our private beta. Your place counts once you confirm. We open the beta step by step, by industry and region, and will email you when it is your turn.",
		],
		action: { label: isNews ? "Yes, send me the newsletter" : "Yes, keep my place", link },
		foot: [NOT_YOU, SIGNED],
	});
}

/** Says that a message has arrived, and when we answer it. */
export function acknowledgeMail(kind: "contact" | "demo"): MailMessage {
	return letter({
		subject:
			kind === "contact"
				? `We received your message to ${site.name}`
				: `We received your request for a ${site.name} demo`,
		paragraphs: [
			kind === "contact"
				? "Thank you for writing. A person will read your message and answer within 24 hours."
				: `Thank you. A demo takes ${DEMO_MINUTES} minutes. We answer within 24 hours to confirm your time or suggest another one. If you chose a time, it is attached for your calendar, marked as not yet confirmed.`,
		],
		foot: [NOT_YOU, SIGNED],
	});
}

/** The complete message, for our team. Every field is text that a visitor wrote. */
export function leadForTeamMail({ kind, body }: Extract<Lead, { kind: "contact" | "demo" }>, at: Date): MailMessage {
	const subject = kind === "contact" ? "New message from the contact form" : "New demo request";
	const due = new Date(at.getTime() + 24 * 3_600_000);
	const fields = [...Object.entries(body), ["received", at.toISOString()], ["answer promised by", due.toISOString()]];
	const rows = fields.map(
		([name, value]) =>
			html`<p style="${style.paragraph}"><strong>${name}</strong><br><span style="white-space:pre-wrap">${value}</span></p>`,
	);
	const foot = quietLine("Reply to this email to write to the sender.");
	return {
		subject,
		text: [subject, ...fields.map(([name, value]) => `${name}:\n${value}`)].join("\n\n"),
		html: mailShell({ subject, preheader: "", main: html`<h1 style="${style.title}">${subject}</h1>${rows}`, foot }),
	};
}
