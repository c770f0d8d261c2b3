import { STANDING_SHAPES } from "#contract/controls/standing.ts";
import { html, type TrustedHtml } from "../../texts/html.ts";
import { severityMark } from "../pages/severity-mark.ts";
import { codeText } from "./code-text.ts";
import type { Cell, Table } from "./document.ts";

const standingMark = ({ standing, word }: Extract<Cell, { standing: unknown }>): TrustedHtml =>
	html`<span class="standing"><svg class="shape" viewBox="0 0 12 12" aria-hidden="true"><path d="${STANDING_SHAPES[standing]}" fill="none" stroke="currentColor" stroke-width="1.5"/></svg>${word}</span>`;

const cellOf = (cell: Cell): TrustedHtml => {
	if (typeof cell === "string") return codeText(cell);
	if ("mono" in cell) return html`<bdi class="mono">${cell.mono}</bdi>`;
	if ("severity" in cell) return severityMark(cell.severity);
	if ("standing" in cell) return standingMark(cell);
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
