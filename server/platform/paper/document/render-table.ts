import { html, type TrustedHtml } from "../../texts/html.ts";
import { severityMark } from "../pages/severity-mark.ts";
import { type ReportedStanding, STANDING_LABELS } from "../standing-labels.ts";
import { codeText } from "./code-text.ts";
import type { Cell, Table } from "./document.ts";

/** Squares in ink: no severity has one, so what was seen is not mistaken for how bad it is. */
const SHAPES: Record<ReportedStanding, TrustedHtml> = {
	"evidence-against": html`<path d="M1.5 1.5h9v9h-9z" fill="currentColor"/>`,
	"none-seen": html`<path d="M2.25 2.25h7.5v7.5h-7.5z" fill="none" stroke="currentColor" stroke-width="1.5"/>`,
	"not-evaluated": html`<path d="M1.5 6h9" stroke="currentColor" stroke-width="1.75"/>`,
};

/** What scans saw about a control: shape and word. */
const standingMark = (standing: ReportedStanding): TrustedHtml =>
	html`<span class="standing"><svg class="shape" viewBox="0 0 12 12" aria-hidden="true">${SHAPES[standing]}</svg>${STANDING_LABELS[standing]}</span>`;

const cellOf = (cell: Cell): TrustedHtml => {
	if (typeof cell === "string") return codeText(cell);
	if ("mono" in cell) return html`<bdi class="mono">${cell.mono}</bdi>`;
	if ("severity" in cell) return severityMark(cell.severity);
	if ("standing" in cell) return standingMark(cell.standing);
	if ("mark" in cell) return html`<span class="mark" id="${cell.mark}">${cell.mark}</span>`;
	const links = cell.marks.map((mark, index) => html`${index > 0 ? ", " : undefined}<a href="#${mark}">${mark}</a>`);
	return html`<span>${cell.before}${links}${cell.after}</span>`;
};

const colgroupOf = (columns: Table["columns"]): TrustedHtml => {
	const all = columns.reduce((sum, { share }) => sum + share, 0);
	// Classes, because the page's Content-Security-Policy allows no style attributes.
	return html`<colgroup>${columns.map(({ share }) => html`<col class="w${Math.round((share / all) * 100)}">`)}</colgroup>`;
};

/**
 * On a narrow screen each row is a block, so every field names its column. Browsers may drop a table's meaning when its parts
 * are laid out as blocks, so roles are spelled out.
 */
export const tableOf = ({ caption, columns, rows }: Table): TrustedHtml =>
	html`<table class="rows" role="table"><caption>${caption}</caption>
${colgroupOf(columns)}
<thead role="rowgroup"><tr role="row">${columns.map(({ head }) => html`<th role="columnheader" scope="col">${head}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map(
		(row) =>
			html`<tr role="row">${row.map((cell, index) => html`<td role="cell"><span class="field">${columns[index]?.head}</span>${cellOf(cell)}</td>`)}</tr>
`,
	)}</tbody></table>
`;
