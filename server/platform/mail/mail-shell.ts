import { site } from "#src/config/site.ts";
import { darkToken, lightToken } from "../paper/pages/tokens.ts";
import { html, type TrustedHtml, trusted } from "../texts/html.ts";

/** A message without its envelope. */
export type MailMessage = { subject: string; text: string; html: string };

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";

/** Inline, because many email programs drop style sheets. The classes are for the dark theme in those that keep them. */
export const mailStyle = {
	page: `margin:0;padding:0;background:${lightToken("paper")};color:${lightToken("ink")};${FONT};font-size:16px;line-height:1.5`,
	column: "max-width:560px;margin:0 auto;padding:24px 20px 40px;overflow-wrap:anywhere;word-break:break-word",
	name: `margin:0 0 24px;padding:0 0 0 10px;border-left:2px solid ${lightToken("brass")};font-weight:600`,
	title: "margin:0 0 8px;font-family:Georgia,'Times New Roman',serif;font-size:24px;line-height:1.25;font-weight:600",
	paragraph: "margin:0 0 16px",
	heading: "margin:24px 0 8px;font-size:16px;line-height:1.4;font-weight:600",
	list: "margin:0 0 16px;padding:0 0 0 20px",
	item: "margin:0 0 6px",
	button: `display:inline-block;padding:12px 20px;border-radius:6px;background:${lightToken("accent")};color:${lightToken("accent-ink")};font-weight:600;text-decoration:none`,
	link: `color:${lightToken("accent")}`,
	quiet: `margin:0 0 12px;color:${lightToken("quiet")};font-size:14px`,
} as const;

const darkRules = trusted(
	`<style>@media (prefers-color-scheme:dark){.page{background:${darkToken("paper")}!important;color:${darkToken("ink")}!important}.quiet{color:${darkToken("quiet")}!important}.link{color:${darkToken("accent")}!important}.button{background:${darkToken("accent")}!important;color:${darkToken("accent-ink")}!important}}</style>`,
);

/** Keeps a preview from running on into the text of the email. */
const PREVIEW_END = trusted("&#847;&zwnj;&nbsp;".repeat(40));

type Shell = {
	subject: string;
	/** The line that a mailbox shows next to the subject. */
	preheader: string;
	main: TrustedHtml;
	foot: TrustedHtml;
};

/** The frame of every email: one column, no pictures, nothing loaded. */
export const mailShell = ({ subject, preheader, main, foot }: Shell): string =>
	html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${subject}</title>
${darkRules}
</head>
<body class="page" style="${mailStyle.page}">
<div style="display:none;max-height:0;overflow:hidden" aria-hidden="true">${preheader}${PREVIEW_END}</div>
<div class="page" style="${mailStyle.page}"><div role="main" style="${mailStyle.column}">
<p style="${mailStyle.name}">${site.name}</p>
${main}
${foot}
</div></div>
</body>
</html>
`.toString();

const BRACKETS = "Names are written with [.] so that email programs do not turn them into links.";

/** The note about the brackets that `unlinked` writes, for an email that has any; otherwise none. */
export const bracketNote = (...text: string[]): string[] => (/\[[.:@]\]/.test(text.join("\n")) ? [BRACKETS] : []);

export const quietLine = (text: string | TrustedHtml): TrustedHtml =>
	html`<p class="quiet" style="${mailStyle.quiet}">${text}</p>`;

const NOT_ASKED = "Didn’t ask for this?";
const STOP = "Let us know, and we will send no more scan emails to this address.";

/** The footer of emails to people who may not have asked for them. `text`: what the email says above it. */
export const scanMailFoot = (notMeLink: string, ...text: string[]): { text: string[]; html: TrustedHtml } => {
	const note = bracketNote(...text);
	const stop = html`${NOT_ASKED} <a class="link" style="${mailStyle.link}" href="${notMeLink}">${STOP}</a>`;
	return {
		text: [`${NOT_ASKED} ${STOP}\n${notMeLink}`, ...note, `-- \n${site.name}\n${site.email}`],
		html: html`${[stop, [...note, `${site.name}, ${site.email}`].join(" ")].map(quietLine)}`,
	};
};
