import {
	bracketNote,
	type MailMessage,
	mailShell,
	quietLine,
	mailStyle as style,
} from "#server/platform/mail/mail-shell.ts";
import { html } from "#server/platform/texts/html.ts";
import { site } from "#src/config/site.ts";

type AccountMail = {
	subject: string;
	/** Our own sentences: an email about an account contains no text that a visitor wrote, apart from names of hosts. */
	before: string[];
	/** To type in, or to use by opening the page that fills it in. Left out if there is nothing to do. */
	code?: { text: string } | { text: string; link: string; label: string };
	/** A page to open when there is no code. */
	action?: { link: string; label: string } | undefined;
	after: Paragraph[];
};

/** A sentence, or the text of a link to a page. */
type Paragraph = string | { text: string; link: string };

const CODE = "margin:24px 0;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:28px;letter-spacing:2px";

/** The frame of every email about an account. */
export const accountMail = ({ subject, before, code, action = actionOf(code), after }: AccountMail): MailMessage => {
	const note = bracketNote(subject, ...before);
	const text = [
		subject,
		...before,
		...(code ? [`Your code: ${code.text}`] : []),
		...(action ? [`${action.label}:\n${action.link}`] : []),
		...after.map((part) => (typeof part === "string" ? part : `${part.text}:\n${part.link}`)),
		...note,
		`-- \n${site.name}\n${site.email}`,
	].join("\n\n");
	const paragraph = (part: Paragraph) => {
		const content =
			typeof part === "string"
				? part
				: html`<a class="link" style="${style.link}" href="${part.link}">${part.text}</a>`;
		return html`<p style="${style.paragraph}">${content}</p>`;
	};
	const main = html`<h1 style="${style.title}">${subject}</h1>
${before.map(paragraph)}
${code && html`<p style="${CODE}">${code.text}</p>`}
${
	action &&
	html`<p style="margin:24px 0"><a class="button" style="${style.button}" href="${action.link}">${action.label}</a></p>`
}
${after.map(paragraph)}`;
	const foot = quietLine([...note, `${site.name}, ${site.email}`].join(" "));
	return { subject, text, html: mailShell({ subject, preheader: before[0] ?? "", main, foot }) };
};

const actionOf = (code: AccountMail["code"]): AccountMail["action"] => (code && "link" in code ? code : undefined);
