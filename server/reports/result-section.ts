import { GRADES, type Grade, type ScanReport } from "#contract/findings.ts";
import { SEVERITIES } from "#contract/severity.ts";
import { GRADE_MEANINGS, gradeReason } from "./grade.ts";
import { html, type TrustedHtml } from "./html.ts";
import { severityShape } from "./severity-mark.ts";
import { counted, SEVERITY_WORDS } from "./severity-words.ts";

const scaleMark = (letter: Grade, grade: Grade | null): TrustedHtml =>
	letter === grade
		? html`<li class="here"><svg viewBox="0 0 11 36"><path d="M5.5 0v25"/><path class="bob" d="M5.5 24 11 28 5.5 36 0 28z"/></svg>${letter}</li>`
		: html`<li>${letter}</li>`;

const gradeReadout = (report: ScanReport): TrustedHtml =>
	html`<div class="readout">
<p class="reading"><span class="letter${report.grade === null ? " ungraded" : ""}">${report.grade ?? "–"}</span><span class="label">${report.grade === null ? "No grade" : report.coverage === "full" ? "Grade" : "Grade, at best"}</span></p>
<div class="reason">
<ol class="scale" aria-hidden="true">${GRADES.map((letter) => scaleMark(letter, report.grade))}</ol>
<p>${gradeReason(report)}</p>
</div>
</div>
<details class="more"><summary>How grades are made</summary>
<dl class="meanings">${GRADES.map((letter) => html`<div><dt>${letter}</dt><dd>${GRADE_MEANINGS[letter]}</dd></div>`)}</dl>
<p>No letter is given when fewer than half of the parts could be looked at, or when nothing was found and something was not looked at.</p>
</details>`;

const countReadouts = ({ counts }: ScanReport): TrustedHtml =>
	html`<ul class="counts" aria-label="Findings by severity">${SEVERITIES.map(
		(severity) =>
			html`<li class="${severity}${counts[severity] === 0 ? " zero" : ""}"><span class="number">${counts[severity]}</span><span class="label">${severityShape(severity)}${SEVERITY_WORDS[severity].word}</span></li>`,
	)}</ul>`;

const coverageNote = ({ coverage, parts }: ScanReport): TrustedHtml => {
	const missed = parts.filter((part) => part.status === "not-evaluated");
	if (coverage === "full") {
		const looked = counted(parts.length - missed.length, "part");
		return html`<p class="coverage">Coverage: full. Everything this scan covers here was looked at: ${looked}.</p>`;
	}
	return html`<div class="partial" role="note">
<p class="partial-head">Partial scan: ${missed.length} of ${counted(parts.length, "part")} ${missed.length === 1 ? "was" : "were"} not evaluated</p>
<ul>${missed.map((part) => html`<li><b>${part.label}.</b> ${part.reason}</li>`)}</ul>
<p>Nothing below speaks for these. Not evaluated does not mean clean. A new scan may get through.</p>
</div>`;
};

/** The first thing to read: how much was looked at, the grade with its reason, and how many findings of each severity. */
export const resultSection = (report: ScanReport): TrustedHtml =>
	html`<section class="part" aria-labelledby="result"><h2 id="result">Result</h2><div class="body">
${coverageNote(report)}
${gradeReadout(report)}
${countReadouts(report)}
</div></section>
`;
