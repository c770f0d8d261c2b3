import { SEVERITIES } from "#contract/findings/severity.ts";
import { counted } from "#contract/format/count.ts";
import { READER_LABELS, READERS } from "#contract/reader.ts";
import { html, type TrustedHtml } from "../../texts/html.ts";
import { severityMark, severityShape } from "../pages/severity-mark.ts";
import { SEVERITY_LABELS } from "../severity-labels.ts";
import { codeText } from "./code-text.ts";
import type { Block, ProblemBlock, Sighting } from "./document.ts";
import { tableOf } from "./render-table.ts";

/** Further places fold away: after three, a reader has seen the pattern. */
const PLACES_SHOWN = 3;

const placeItem = ({ where, evidence }: Sighting): TrustedHtml =>
	html`<li><p class="place"><span class="quiet">Seen at</span> <bdi class="mono">${where}</bdi></p>${evidence.map(({ source, text }) => html`<figure class="evidence"><figcaption>${source}</figcaption><pre dir="ltr">${text}</pre></figure>`)}</li>`;

const placeList = (seen: readonly Sighting[]): TrustedHtml => {
	const folded = seen.slice(PLACES_SHOWN);
	return html`<ul class="places">${seen.slice(0, PLACES_SHOWN).map(placeItem)}</ul>
${folded.length === 0 ? undefined : html`<details class="more" open data-fold="closed"><summary>${counted(folded.length, "more place")}</summary><ul class="places">${folded.map(placeItem)}</ul></details>`}`;
};

/** One line with everything about the problem below it. `data-fold` tells the script how to fold it. */
export const problemOf = (problem: ProblemBlock, fold: "open" | "closed"): TrustedHtml => {
	const { mark, rule, severity, title, where, facts, decisions, seen, unseen, voices, places } = problem;
	return html`<article class="problem" id="${mark}" data-rule="${rule}" aria-labelledby="${mark}-title"><details open data-fold="${fold}">
<summary class="line problem-line"><span class="marks">${severityMark(severity)} <span class="mark">${mark}</span></span> <h3 id="${mark}-title">${codeText(title)}</h3> <span class="where"><bdi class="mono">${where.first}</bdi>${where.more === 0 ? undefined : html` <span class="and-more">and ${where.more} more</span>`}</span></summary>
<div class="told">
<div class="voices">${voices.map(({ reader, why, fix }) => html`<section class="voice" data-reader="${reader}"><h4>For the ${READER_LABELS[reader].toLowerCase()}</h4><dl><dt>Why it matters</dt><dd>${codeText(why)}</dd><dt>How to fix it</dt><dd>${codeText(fix)}</dd></dl></section>`)}</div>
${decisions.map((decision) => html`<p class="decision">${decision}</p>`)}
${placeList(seen)}${unseen === 0 ? undefined : html`<p class="quiet">What was seen at ${counted(unseen, "more place")} is in the JSON file of this report.</p>`}
<ul class="facts">${facts.map((fact) => html`<li>${typeof fact === "string" ? fact : html`<a href="${fact.href}" rel="noreferrer">${fact.text}</a>`}</li>`)}</ul>
${places && tableOf(places)}</div>
</details></article>
`;
};

type Counts = Extract<Block, { type: "counts" }>;

/** Above the problems: how many of each severity with a link to them, a choice of reader to explain them to, and a way to open them all. */
export function problemTools({ label, counts }: Counts): TrustedHtml {
	return html`<nav class="jumps" aria-label="${label}"><ul>${SEVERITIES.map((severity) => {
		const entry = html`${severityShape(severity)}${SEVERITY_LABELS[severity].label} ${counts[severity]}`;
		return counts[severity] === 0
			? html`<li><span class="severity zero">${entry}</span></li>`
			: html`<li><a class="severity ${severity}" href="#${severity}">${entry}</a></li>`;
	})}</ul></nav>
<div class="tools screen-only" hidden><fieldset class="reader"><legend>Explain to</legend>${READERS.map((reader) => html`<label><input type="radio" name="reader" value="${reader}" autocomplete="off">${READER_LABELS[reader]}</label>`)}</fieldset><button type="button" class="plain" data-all>Open all</button></div>
`;
}
