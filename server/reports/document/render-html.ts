import { GRADES } from "#contract/findings.ts";
import { SEVERITIES } from "#contract/severity.ts";
import { site } from "#src/config/site.ts";
import { html, type TrustedHtml, trusted } from "../html.ts";
import { pageShell } from "../page-shell.ts";
import { severityMark, severityShape } from "../severity-mark.ts";
import { counted, SEVERITY_WORDS } from "../severity-words.ts";
import { visibleLine } from "../visible-text.ts";
import type { Block, Cell, DocumentSection, ProblemBlock, ReportDocument, Table } from "./document.ts";
import { SHARE_SLOT } from "./shared-page.ts";

const cellOf = (cell: Cell): TrustedHtml => {
	if (typeof cell === "string") return html`${cell}`;
	return "mono" in cell ? html`<bdi class="mono">${cell.mono}</bdi>` : severityMark(cell.severity);
};

const colgroupOf = (columns: Table["columns"]): TrustedHtml => {
	const all = columns.reduce((sum, { share }) => sum + share, 0);
	return html`<colgroup>${columns.map(({ share }) => html`<col style="width:${((share / all) * 100).toFixed(1)}%">`)}</colgroup>`;
};

/** On a narrow screen each row is a block of its own, so every field says what it is. */
const tableOf = ({ caption, columns, rows }: Table): TrustedHtml =>
	html`<table class="rows"><caption>${caption}</caption>
${colgroupOf(columns)}
<thead><tr>${columns.map(({ head }) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(
		(row) =>
			html`<tr>${row.map((cell, index) => html`<td><span class="field">${columns[index]?.head}</span>${cellOf(cell)}</td>`)}</tr>
`,
	)}</tbody></table>
`;

const problemOf = (problem: ProblemBlock): TrustedHtml => {
	const { mark, severity, title, facts, words, seen, unseen, voices, places } = problem;
	return html`<article class="problem" id="${mark}" aria-labelledby="${mark}-title">
<p class="marks"><span class="mark">${mark}</span>${severityMark(severity)}</p>
<h3 id="${mark}-title">${title}</h3>
<ul class="facts">${facts.map((fact) => html`<li>${fact}</li>`)}</ul>
${words.map((word) => html`<p class="word">${word}</p>`)}
<ul class="places">${seen.map(({ where, source, text }) => html`<li><p class="place"><span class="quiet">Seen at</span> <bdi class="mono">${where}</bdi></p><figure class="evidence"><figcaption>${source}</figcaption><pre dir="ltr">${text}</pre></figure></li>`)}</ul>
${unseen === 0 ? undefined : html`<p class="quiet">What was seen at ${counted(unseen, "more place")} is in the JSON file of this report.</p>`}
<div class="voices">${voices.map(({ reader, why, fix }) => html`<section class="voice"><h4>${reader}</h4><dl><dt>Why it matters</dt><dd>${why}</dd><dt>How to fix it</dt><dd>${fix}</dd></dl></section>`)}</div>
${tableOf(places)}</article>
`;
};

const blockOf = (block: Block): TrustedHtml => {
	switch (block.type) {
		case "heading":
			return html`<h3>${block.text}</h3>`;
		case "paragraph":
			return html`<p${block.tone === undefined ? undefined : html` class="${block.tone}"`}>${block.text}</p>`;
		case "note":
			return html`<div class="partial" role="note"><p class="partial-head">${block.title}</p>${block.lines.map((line) => html`<p>${line}</p>`)}</div>`;
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
				return html`<li class="${severity}${count === 0 ? " zero" : ""}"><span class="number">${count}</span><span class="label">${severityShape(severity)}${SEVERITY_WORDS[severity].word}</span></li>`;
			})}</ul>`;
		case "grade":
			return html`<div class="readout"><p class="reading"><span class="letter${block.grade === null ? " ungraded" : ""}">${block.grade ?? "–"}</span><span class="label">${block.label}</span></p>
<div class="reason"><ol class="scale" aria-hidden="true">${GRADES.map((letter) => (letter === block.grade ? html`<li class="here"><svg viewBox="0 0 11 36"><path d="M5.5 0v25"/><path class="bob" d="M5.5 24 11 28 5.5 36 0 28z"/></svg>${letter}</li>` : html`<li>${letter}</li>`))}</ol><p>${block.reason}</p></div></div>`;
		case "table":
			return tableOf(block);
		case "problem":
			return problemOf(block);
	}
};

const sectionOf = ({ id, heading, severity, blocks }: DocumentSection): TrustedHtml =>
	html`<section class="part" aria-labelledby="${id}"><h2 id="${id}"${severity && html` class="${severity}"`}>${severity && severityShape(severity)}${heading}</h2><div class="body">
${blocks.map(blockOf)}
</div></section>
`;

/** The document as a page that stands alone: no script, nothing from anybody else, printable, light and dark. */
export const renderHtml = (document: ReportDocument, publicUrl: string): string => {
	const { kind, title, meta, sections } = document;
	return pageShell({
		title: visibleLine(title),
		home: publicUrl,
		main: html`${trusted(SHARE_SLOT)}<header class="title"><p class="kind">${kind}</p><div class="body"><h1>${title}</h1>
<dl class="meta">${meta.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl></div></header>
${sections.map(sectionOf)}`,
		foot: html`<p>Made by ${site.name} at ${publicUrl}</p>`,
	});
};
