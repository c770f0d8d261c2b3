import { GRADES } from "#contract/findings.ts";
import { counted } from "#contract/format/count.ts";
import { SEVERITIES } from "#contract/severity.ts";
import { site } from "#src/config/site.ts";
import { html, type TrustedHtml, trusted } from "../pages/html.ts";
import { pageShell } from "../pages/page-shell.ts";
import { severityMark, severityShape } from "../pages/severity-mark.ts";
import { standingMark } from "../pages/standing-mark.ts";
import { SEVERITY_LABELS } from "../severity-labels.ts";
import { visibleLine } from "../visible-text.ts";
import type { Block, Cell, DocumentSection, ProblemBlock, ReportDocument, Sighting, Table } from "./document.ts";
import { SHARE_SLOT } from "./shared-page.ts";

const cellOf = (cell: Cell): TrustedHtml => {
	if (typeof cell === "string") return html`${cell}`;
	if ("mono" in cell) return html`<bdi class="mono">${cell.mono}</bdi>`;
	if ("severity" in cell) return severityMark(cell.severity);
	if ("standing" in cell) return standingMark(cell.standing);
	if ("mark" in cell) return html`<span class="mark" id="${cell.mark}">${cell.mark}</span>`;
	const links = cell.marks.map((mark, index) => html`${index > 0 ? ", " : undefined}<a href="#${mark}">${mark}</a>`);
	return html`<span>${cell.before}${links}${cell.after}</span>`;
};

const colgroupOf = (columns: Table["columns"]): TrustedHtml => {
	const all = columns.reduce((sum, { share }) => sum + share, 0);
	return html`<colgroup>${columns.map(({ share }) => html`<col style="width:${((share / all) * 100).toFixed(1)}%">`)}</colgroup>`;
};

/**
 * On a narrow screen each row is a block, so every field names its column. Browsers may drop a table's meaning when its parts
 * are laid out as blocks, so roles are spelled out.
 */
const tableOf = ({ caption, columns, rows }: Table): TrustedHtml =>
	html`<table class="rows" role="table"><caption>${caption}</caption>
${colgroupOf(columns)}
<thead role="rowgroup"><tr role="row">${columns.map(({ head }) => html`<th role="columnheader" scope="col">${head}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map(
		(row) =>
			html`<tr role="row">${row.map((cell, index) => html`<td role="cell"><span class="field">${columns[index]?.head}</span>${cellOf(cell)}</td>`)}</tr>
`,
	)}</tbody></table>
`;

/** Further places fold away: after three, a reader has seen the pattern. */
const PLACES_SHOWN = 3;

const placeItem = ({ where, evidence }: Sighting): TrustedHtml =>
	html`<li><p class="place"><span class="quiet">Seen at</span> <bdi class="mono">${where}</bdi></p>${evidence.map(({ source, text }) => html`<figure class="evidence"><figcaption>${source}</figcaption><pre dir="ltr">${text}</pre></figure>`)}</li>`;

const placeList = (seen: readonly Sighting[]): TrustedHtml => {
	const folded = seen.slice(PLACES_SHOWN);
	return html`<ul class="places">${seen.slice(0, PLACES_SHOWN).map(placeItem)}</ul>
${folded.length === 0 ? undefined : html`<details class="more"><summary>${counted(folded.length, "more place")}</summary><ul class="places">${folded.map(placeItem)}</ul></details>`}`;
};

const problemOf = (problem: ProblemBlock): TrustedHtml => {
	const { mark, rule, severity, title, facts, decisions, seen, unseen, voices, places } = problem;
	return html`<article class="problem" id="${mark}" data-rule="${rule}" aria-labelledby="${mark}-title">
<p class="marks"><span class="mark">${mark}</span>${severityMark(severity)}</p>
<h3 id="${mark}-title">${title}</h3>
<ul class="facts">${facts.map((fact) => html`<li>${typeof fact === "string" ? fact : html`<a href="${fact.href}" rel="noreferrer">${fact.text}</a>`}</li>`)}</ul>
${decisions.map((decision) => html`<p class="decision">${decision}</p>`)}
${placeList(seen)}${unseen === 0 ? undefined : html`<p class="quiet">What was seen at ${counted(unseen, "more place")} is in the JSON file of this report.</p>`}
<div class="voices">${voices.map(({ reader, why, fix }) => html`<section class="voice"><h4>${reader}</h4><dl><dt>Why it matters</dt><dd>${why}</dd><dt>How to fix it</dt><dd>${fix}</dd></dl></section>`)}</div>
${places && tableOf(places)}</article>
`;
};

const blockOf = (block: Block): TrustedHtml => {
	switch (block.type) {
		case "heading":
			return html`<h3>${block.text}</h3>`;
		case "paragraph":
			return html`<p${block.tone === undefined ? undefined : html` class="${block.tone}"`}>${block.text}</p>`;
		case "note":
			return html`<div class="partial" role="note"><p class="partial-head">${block.title}</p>${block.items && html`<ul>${block.items.map((item) => html`<li>${item}</li>`)}</ul>`}${block.lines.map((line) => html`<p>${line}</p>`)}</div>`;
		case "quote":
			return html`<blockquote><p>${block.text}</p></blockquote>`;
		case "list": {
			const items = block.items.map((item) => html`<li>${item}</li>`);
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
			return html`<ol class="index">${block.items.map(({ mark, severity, title, places }) => html`<li>${severityMark(severity)}<a href="#${mark}">${title}</a>${places === 1 ? undefined : html`<span class="quiet">${counted(places, "place")}</span>`}</li>`)}</ol>`;
		case "table":
			return tableOf(block);
		case "fold":
			return html`<details class="more"><summary>${block.summary}</summary>${block.blocks.map(blockOf)}</details>`;
		case "problem":
			return problemOf(block);
	}
};

const sectionOf = ({ id, heading, severity, blocks }: DocumentSection): TrustedHtml =>
	html`<section class="part" aria-labelledby="${id}"><h2 id="${id}"${severity && html` class="${severity}"`}>${severity && severityShape(severity)}${heading}</h2><div class="body">
${blocks.map(blockOf)}
</div></section>
`;

/** A name longer than this would fill a phone's screen at the title's size. */
const LONG_TITLE = 48;

/** A name that may break after its dots, slashes and hyphens before it breaks anywhere else. */
const breakable = (title: string): TrustedHtml[] =>
	visibleLine(title)
		.split(/(?<=[./:-])/)
		.map((piece, index) => html`${index > 0 ? trusted("<wbr>") : undefined}${piece}`);

type Around = {
	/** The product's own address, such as `https://plumbline.example`. */
	publicUrl: string;
	/** What only the page has: below its title, and after its last section. */
	belowTitle?: TrustedHtml;
	end?: TrustedHtml;
};

/** The document as a page that works on its own: no script, nothing from third parties, printable, light and dark. */
export const renderHtml = (document: ReportDocument, { publicUrl, belowTitle, end }: Around): string => {
	const { kind, title, name, meta, sections } = document;
	return pageShell({
		title: visibleLine(name),
		home: publicUrl,
		main: html`${trusted(SHARE_SLOT)}<header class="title"><p class="kind">${kind}</p><div class="body"><h1${title.length > LONG_TITLE ? html` class="long"` : undefined}><bdi>${breakable(title)}</bdi></h1>
<dl class="meta">${meta.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>${belowTitle}</div></header>
${sections.map(sectionOf)}${end}`,
		foot: html`<p>Made by ${site.name} at ${publicUrl}</p>`,
	});
};
