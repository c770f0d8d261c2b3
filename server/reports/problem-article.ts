import type { Evidence, Finding } from "#contract/findings.ts";
import type { Place, Problem } from "./group-findings.ts";
import { html, type TrustedHtml } from "./html.ts";
import { locationText } from "./location-text.ts";
import { severityMark } from "./severity-mark.ts";
import { counted } from "./severity-words.ts";

/** More places than this fold away; a reader who has seen three has seen the pattern. */
const PLACES_SHOWN = 3;

const evidenceFigure = ({ source, text }: Evidence): TrustedHtml =>
	html`<figure class="evidence"><figcaption>${source}</figcaption><pre dir="ltr">${text}</pre></figure>`;

const placeItem = ({ location, evidence }: Place): TrustedHtml =>
	html`<li><p class="place"><span class="quiet">Seen at</span> <bdi class="mono">${locationText(location)}</bdi></p>${evidence.map(evidenceFigure)}</li>`;

const placeList = (places: readonly Place[]): TrustedHtml => {
	const folded = places.slice(PLACES_SHOWN);
	return html`<ul class="places">${places.slice(0, PLACES_SHOWN).map(placeItem)}</ul>
${folded.length === 0 ? undefined : html`<details class="more"><summary>${counted(folded.length, "more place")}</summary><ul class="places">${folded.map(placeItem)}</ul></details>`}`;
};

const voice = (reader: string, why: string, fix: string): TrustedHtml =>
	html`<section class="voice"><h4>${reader}</h4><dl><dt>Why it matters</dt><dd>${why}</dd><dt>How to fix it</dt><dd>${fix}</dd></dl></section>`;

const confidenceText = ({ confidence }: Finding): string =>
	confidence === "high" ? "Confidence high" : "Confidence low: what was seen may mislead, check it first";

const weakness = (cwe: number): TrustedHtml =>
	html`<li><a href="https://cwe.mitre.org/data/definitions/${cwe}.html" rel="noreferrer">CWE-${cwe}</a></li>`;

/** One problem: what it is, where it was seen and how it looked there, and what it means to each of the two readers. */
export const problemArticle = ({ mark, finding, places }: Problem): TrustedHtml =>
	html`<article class="problem" id="${mark}" data-rule="${finding.rule}" aria-labelledby="${mark}-title">
<p class="marks"><span class="mark">${mark}</span>${severityMark(finding.severity)}</p>
<h3 id="${mark}-title">${finding.title}</h3>
<ul class="facts"><li>${confidenceText(finding)}</li>${finding.cwe === null ? undefined : weakness(finding.cwe)}<li>Rule <span class="mono">${finding.rule}</span></li>${finding.rawSeverity === undefined ? undefined : html`<li>Tool’s own level: ${finding.rawSeverity}</li>`}</ul>
${placeList(places)}
<div class="voices">${voice("For the owner", finding.why.owner, finding.fix.owner)}${voice("For the engineer", finding.why.engineer, finding.fix.engineer)}</div>
</article>
`;
