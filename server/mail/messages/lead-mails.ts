import { DEMO_MINUTES, type Lead } from "#contract/leads.ts";
import { site } from "#src/config/site.ts";
import { html } from "../../reports/pages/html.ts";
import { type MailMessage, mailShell, mailStyle as style } from "./mail-shell.ts";

type Letter = { subject: string; paragraphs: string[]; action?: { label: string; link: string }; foot: string[] };

/** To a mailbox that has not confirmed itself: our own sentences only, nothing a visitor has written. */
function letter({ subject, paragraphs, action, foot }: Letter): MailMessage {
	const paragraph = (words: string) => html`<p style="${style.paragraph}">${words}</p>`;
	const main = html`<h1 style="${style.title}">${subject}</h1>
${paragraphs.map(paragraph)}
${action && html`<p style="margin:24px 0"><a class="button" style="${style.button}" href="${action.link}">${action.label}</a></p>`}`;
	const quiet = (words: string) => html`<p class="quiet" style="${style.quiet}">${words}</p>`;
	return {
		subject,
		text: [subject, ...paragraphs, ...(action ? [`${action.label}:\n${action.link}`] : []), ...foot].join("\n\n"),
		html: mailShell({ subject, preheader: paragraphs[0] ?? "", main, foot: html`${foot.map(quiet)}` }),
	};
}

const SIGNED = `${site.name}, ${site.email}`;
const NOT_YOU = "You did not ask for this? Then there is nothing to do, and no other mail will come.";

/** Asks whether the mailbox wants what was asked for in its name. */
export function confirmSubscriptionMail(kind: "newsletter" | "waitlist", link: string): MailMessage {
	const isNews = kind === "newsletter";
	return letter({
		subject: isNews
			? `Confirm that you want news from ${site.name}`
			: `Confirm your place on the ${site.name} waitlist`,
		paragraphs: [
			isNews
				? "Somebody, most likely you, asked for our newsletter to come to this address. It comes once you say so here."
				: "Somebody, most likely you, put this address on the list for our private beta. Your place counts once you say so here. We open the beta step by step, by industry and region, and write to you when it is your turn.",
		],
		action: { label: isNews ? "Yes, send me the newsletter" : "Yes, keep my place", link },
		foot: [NOT_YOU, SIGNED],
	});
}

/** Says that a message has arrived, and when it is answered. */
export function acknowledgeMail(kind: "contact" | "demo"): MailMessage {
	return letter({
		subject: kind === "contact" ? `We have your message to ${site.name}` : `We have your wish for a ${site.name} demo`,
		paragraphs: [
			kind === "contact"
				? "Thank you for writing. A person reads it and answers within 24 hours."
				: `Thank you. A demo takes ${DEMO_MINUTES} minutes. We answer within 24 hours and confirm the time, or offer another. Where you gave a time, it is attached for your calendar as not yet confirmed.`,
		],
		foot: [NOT_YOU, SIGNED],
	});
}

/** The whole of it, for the people who answer. Every field is a visitor's text. */
export function leadForTeamMail({ kind, body }: Extract<Lead, { kind: "contact" | "demo" }>, at: Date): MailMessage {
	const subject = kind === "contact" ? "New message from the contact form" : "New wish for a demo";
	const due = new Date(at.getTime() + 24 * 3_600_000);
	const fields = [...Object.entries(body), ["received", at.toISOString()], ["answer promised by", due.toISOString()]];
	const rows = fields.map(
		([name, value]) =>
			html`<p style="${style.paragraph}"><strong>${name}</strong><br><span style="white-space:pre-wrap">${value}</span></p>`,
	);
	const foot = html`<p class="quiet" style="${style.quiet}">Answer this mail to write to whoever sent it.</p>`;
	return {
		subject,
		text: [subject, ...fields.map(([name, value]) => `${name}:\n${value}`)].join("\n\n"),
		html: mailShell({ subject, preheader: "", main: html`<h1 style="${style.title}">${subject}</h1>${rows}`, foot }),
	};
}
