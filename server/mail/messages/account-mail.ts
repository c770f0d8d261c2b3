import { site } from "#src/config/site.ts";
import { html } from "../../reports/pages/html.ts";
import { type MailMessage, mailShell, mailStyle as style } from "./mail-shell.ts";

type AccountMail = {
	subject: string;
	/** Our own sentences: no mail about an account holds what a visitor has written. */
	before: string[];
	/** To be typed or opened; left out where there is nothing to do. */
	code?: { text: string; link: string; label: string };
	after: Paragraph[];
};

/** A sentence, or one that leads to a page. */
type Paragraph = string | { words: string; link: string };

const CODE = "margin:24px 0;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:28px;letter-spacing:2px";

/** The frame of every mail about somebody's account. */
export const accountMail = ({ subject, before, code, after }: AccountMail): MailMessage => {
	const text = [
		subject,
		...before,
		...(code ? [`Your code: ${code.text}`, `${code.label}:\n${code.link}`] : []),
		...after.map((said) => (typeof said === "string" ? said : `${said.words}:\n${said.link}`)),
		`-- \n${site.name}\n${site.email}`,
	].join("\n\n");
	const paragraph = (said: Paragraph) => {
		if (typeof said === "string") return html`<p style="${style.paragraph}">${said}</p>`;
		const { words, link } = said;
		return html`<p style="${style.paragraph}"><a class="link" style="${style.link}" href="${link}">${words}</a></p>`;
	};
	const main = html`<h1 style="${style.title}">${subject}</h1>
${before.map(paragraph)}
${
	code &&
	html`<p style="${CODE}">${code.text}</p>
<p style="margin:24px 0"><a class="button" style="${style.button}" href="${code.link}">${code.label}</a></p>`
}
${after.map(paragraph)}`;
	const foot = html`<p class="quiet" style="${style.quiet}">${site.name}, ${site.email}</p>`;
	return { subject, text, html: mailShell({ subject, preheader: before[0] ?? "", main, foot }) };
};
