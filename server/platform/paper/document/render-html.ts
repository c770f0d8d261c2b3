import { GRADES } from "#contract/findings/findings.ts";
import { SEVERITIES } from "#contract/findings/severity.ts";
import { site } from "#src/config/site.ts";
import type { Logo } from "../../files/pictures/logo.ts";
import { html, type TrustedHtml, trusted } from "../../texts/html.ts";
import { visibleLine } from "../../texts/visible-text.ts";
import type { Letterhead } from "../letterhead.ts";
import { foldScript } from "../pages/fold-script.ts";
import { pageShell } from "../pages/page-shell.ts";
import { severityShape } from "../pages/severity-mark.ts";
import { SEVERITY_LABELS } from "../severity-labels.ts";
import { codeText } from "./code-text.ts";
import type { Block, DocumentSection, ReportDocument } from "./document.ts";
import { problemOf, problemTools } from "./render-problem.ts";
import { tableOf } from "./render-table.ts";
import { SHARE_SLOT } from "./shared-page.ts";

/** The picture is embedded, so that a saved page has it too. */
const pictureOf = ({ type, bytes, width, height, ground }: Logo, alt: string): TrustedHtml =>
	html`<img class="logo on-${ground}" src="data:${type};base64,${bytes.toString("base64")}" alt="${alt}" width="${Math.round(width)}" height="${Math.round(height)}">`;

/** Its name is beside it, so it needs no alternative text. */
const NAMED_BESIDE = "";

/** The head of a page in a workspace's name. */
const mastheadOf = ({ name, color, logo }: Letterhead): TrustedHtml =>
	html`<header class="masthead sender edge-${color}">${logo ? pictureOf(logo, NAMED_BESIDE) : undefined}<p><bdi>${visibleLine(name)}</bdi></p></header>`;

/** The client a document is about. Color alone never says which. */
const clientOf = ({ name, color }: NonNullable<Letterhead["client"]>): TrustedHtml =>
	html`<p class="client edge-${color}"><span class="label">Client</span> <bdi>${visibleLine(name)}</bdi></p>`;

/** More than these fold away: the note's title says how many there are. */
const NOTE_ITEMS_SHOWN = 3;

function noteItems(items: readonly string[]): TrustedHtml {
	const list = html`<ul>${items.map((item) => html`<li>${codeText(item)}</li>`)}</ul>`;
	if (items.length <= NOTE_ITEMS_SHOWN) return list;
	return html`<details class="more" open data-fold="closed"><summary>Show all ${items.length}</summary>${list}</details>`;
}

const blockOf = (block: Block): TrustedHtml => {
	switch (block.type) {
		case "heading":
			return html`<h3>${block.text}</h3>`;
		case "paragraph":
			return html`<p${block.tone === undefined ? undefined : html` class="${block.tone}"`}>${codeText(block.text)}</p>`;
		case "note":
			return html`<div class="partial" role="note"><p class="partial-head">${block.title}</p>${block.items && noteItems(block.items)}${block.lines.map((line) => html`<p>${codeText(line)}</p>`)}</div>`;
		case "quote":
			return html`<blockquote><p>${block.text}</p></blockquote>`;
		case "list": {
			const items = block.items.map((item) => html`<li>${codeText(item)}</li>`);
			return block.ordered ? html`<ol class="steps">${items}</ol>` : html`<ul class="prose">${items}</ul>`;
		}
		case "facts":
			return html`<dl class="meta">${block.items.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`;
		case "counts":
			return html`<ul class="counts" aria-label="${block.label}">${SEVERITIES.map((severity) => {
				const count = block.counts[severity];
				return html`<li class="${severity}${count === 0 ? " zero" : ""}"><span class="number">${count}</span><span class="label">${severityShape(severity)}${SEVERITY_LABELS[severity].label}</span></li>`;
			})}</ul>`;
		case "grade":
			return html`<div class="readout"><p class="reading"><span class="letter${block.grade === null ? " ungraded" : ""}">${block.grade ?? "–"}</span><span class="label">${block.label}</span></p>
<div class="reason"><ol class="scale" aria-hidden="true">${GRADES.map((letter) => (letter === block.grade ? html`<li class="here"><svg viewBox="0 0 11 36"><path d="M5.5 0v25"/><path class="bob" d="M5.5 24 11 28 5.5 36 0 28z"/></svg>${letter}</li>` : html`<li>${letter}</li>`))}</ol><p>${block.reason}</p></div></div>`;
		case "link":
			return html`<p><a href="${block.href}">${block.text}</a></p>`;
		case "index":
			// A list of contents for paper. On a screen, the folded lines serve as one.
			return html``;
		case "first":
			return html`<p class="first"><b>What to do first:</b> ${codeText(block.text)} <a href="#${block.mark}">See ${block.mark}</a></p>`;
		case "table":
			return tableOf(block);
		case "pictures":
			return html`<ul class="pictures">${block.items.map(({ picture, alt, lines }) => html`<li>${pictureOf(picture, alt)}${lines.map((line) => html`<p>${line}</p>`)}</li>`)}</ul>`;
		case "fold":
			return html`<details class="more" open data-fold="closed"><summary>${block.summary}</summary>${block.blocks.map(blockOf)}</details>`;
		case "problem":
			// The worst problem stays open, to show what opening the others gives.
			return problemOf(block, block.mark === "H1" ? "open" : "closed");
	}
};

const sectionOf = ({ id, heading, severity, blocks }: DocumentSection): TrustedHtml =>
	html`<section class="part${severity && " graded"}" aria-labelledby="${id}"><h2 id="${id}"${severity && html` class="${severity}"`}>${severity && severityShape(severity)}${heading}</h2><div class="body">
${blocks.map(blockOf)}
</div></section>
`;

/** A section that says its most important fact in a line and folds the rest. */
export const foldedSection = ({ id, heading, inShort, body }: FoldedSection): TrustedHtml =>
	html`<section class="aside" aria-labelledby="${id}"><details open data-fold="closed"><summary class="line aside-line"><h2 id="${id}">${heading}</h2> <span class="quiet">${inShort}</span></summary><div class="told">
${body}
</div></details></section>
`;

type FoldedSection = { id: string; heading: string; inShort: string; body: TrustedHtml };

/** Sections in order. Those about problems are together, below a bar that counts them and links to them. */
function sectionsOf(sections: readonly DocumentSection[]): TrustedHtml {
	const shown = sections.filter(({ only }) => only !== "paper");
	const graded = shown.filter(({ severity }) => severity !== undefined);
	const counts = sections.flatMap(({ blocks }) => blocks).find((block) => block.type === "counts");
	return html`${shown.map((section) => {
		const { inShort, severity, blocks } = section;
		if (inShort !== undefined) return foldedSection({ ...section, inShort, body: html`${blocks.map(blockOf)}` });
		if (severity === undefined) {
			const isSaid = (block: Block) => block.type === "counts" && graded.length > 0;
			return sectionOf({ ...section, blocks: blocks.filter((block) => !isSaid(block)) });
		}
		if (section !== graded[0]) return undefined;
		return html`<div class="problems">${counts && problemTools(counts)}${graded.map(sectionOf)}</div>
`;
	})}`;
}

/** At the title's size, a name longer than this would fill a phone's screen. */
const LONG_TITLE = 48;

/** A name that breaks after its dots, slashes and hyphens before it breaks anywhere else. */
const breakable = (title: string): TrustedHtml[] =>
	visibleLine(title)
		.split(/(?<=[./:-])/)
		.map((piece, index) => html`${index > 0 ? trusted("<wbr>") : undefined}${piece}`);

type Around = {
	/** The product's own address, such as `https://plumbline.example`. */
	publicUrl: string;
	/** Left out: the product's own. */
	letterhead?: Letterhead;
	/** What only the page has: below its title, and after its last section. */
	belowTitle?: TrustedHtml;
	end?: TrustedHtml;
};

/** The document as a self-contained page that also works without script: nothing from third parties, printable, light and dark. */
export const renderHtml = (document: ReportDocument, around: Around): string => {
	const { publicUrl, letterhead, belowTitle, end } = around;
	const { kind, title, name, meta, sections } = document;
	return pageShell({
		title: visibleLine(name),
		script: foldScript,
		home: publicUrl,
		sender: letterhead && { name: visibleLine(letterhead.name), masthead: mastheadOf(letterhead) },
		main: html`${trusted(SHARE_SLOT)}<header class="title"><p class="kind">${kind}</p><div class="body">${letterhead?.client ? clientOf(letterhead.client) : undefined}<h1${title.length > LONG_TITLE ? html` class="long"` : undefined}><bdi>${breakable(title)}</bdi></h1>
<dl class="meta">${meta.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>${belowTitle}</div></header>
${sectionsOf(sections)}${end}`,
		foot: html`<p>Made by ${site.name} at ${publicUrl}</p>`,
	});
};
