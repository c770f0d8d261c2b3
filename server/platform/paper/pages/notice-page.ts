import { html } from "../../texts/html.ts";
import { pageShell } from "./page-shell.ts";

type NoticePage = {
	title: string;
	paragraphs: string[];
	/** A POST form with only its button. */
	form?: { action: string; label: string };
	link?: { href: string; label: string };
};

/** A short page with one message: a link that has expired, a report that is gone, a question with one button. */
export const noticePage = ({ title, paragraphs, form, link }: NoticePage): string =>
	pageShell({
		title,
		home: "/",
		main: html`<div class="notice">
<h1>${title}</h1>
${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
${form && html`<form method="post" action="${form.action}"><button type="submit">${form.label}</button></form>`}
${link && html`<p><a href="${link.href}">${link.label}</a></p>`}
</div>`,
	});
