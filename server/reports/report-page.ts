import type { ScanReport } from "#contract/findings.ts";
import { site } from "#src/config/site.ts";
import { day, dayAndTime, duration } from "./dates.ts";
import { groupFindings, type Problem, type ProblemsBySeverity } from "./group-findings.ts";
import { html, type TrustedHtml } from "./html.ts";
import { pageShell } from "./page-shell.ts";
import { problemArticle } from "./problem-article.ts";
import { limitsSection, partsSection, sentSection } from "./record-sections.ts";
import { resultSection } from "./result-section.ts";
import { severityMark, severityShape } from "./severity-mark.ts";
import { counted, SEVERITY_WORDS } from "./severity-words.ts";
import { visibleLine } from "./visible-text.ts";

type ReportPage = {
	report: ScanReport;
	/** When the link stops working. */
	expiresAt: Date;
	/** Where the delete form posts to, without a body. */
	deleteAction: string;
	/** The product's own address, such as `https://plumbline.example`. */
	publicUrl: string;
};

/** A name longer than this would fill a phone's screen at the title's size. */
const LONG_TARGET = 48;

/** A name that may break after its dots, slashes and hyphens before it breaks anywhere else. */
const breakable = (target: string): TrustedHtml[] =>
	visibleLine(target)
		.split(/(?<=[./:-])/)
		.map((piece) => html`${piece}<wbr>`);

const title = ({ target, startedAt, finishedAt }: ScanReport, expiresAt: Date): TrustedHtml => {
	const started = new Date(startedAt);
	return html`<header class="title">
<p class="kind">Vulnerability scan report</p>
<div class="body"><h1${target.length > LONG_TARGET ? html` class="long"` : undefined}><bdi>${breakable(target)}</bdi></h1>
<dl class="meta">
<div><dt>Scanned</dt><dd><time datetime="${startedAt}">${dayAndTime(started)}</time></dd></div>
<div><dt>Took</dt><dd>${duration(started, new Date(finishedAt))}</dd></div>
<div><dt>Link valid until</dt><dd><time datetime="${expiresAt.toISOString()}">${day(expiresAt)}</time></dd></div>
</dl></div>
</header>
`;
};

const indexItem = ({ mark, finding, places }: Problem): TrustedHtml =>
	html`<li>${severityMark(finding.severity)}<a href="#${mark}">${finding.title}</a>${places.length === 1 ? undefined : html`<span class="quiet">${counted(places.length, "place")}</span>`}</li>`;

const index = (groups: readonly ProblemsBySeverity[]): TrustedHtml =>
	html`<section class="part" aria-labelledby="index"><h2 id="index">In short</h2><div class="body">
<ol class="index">${groups.flatMap(({ problems }) => problems.map(indexItem))}</ol>
</div></section>
`;

const severitySection = ({ severity, problems }: ProblemsBySeverity): TrustedHtml =>
	html`<section class="part" aria-labelledby="${severity}"><h2 id="${severity}" class="${severity}">${severityShape(severity)}${SEVERITY_WORDS[severity].word}</h2><div class="body">
<p class="quiet lead">${SEVERITY_WORDS[severity].meaning}</p>
${problems.map(problemArticle)}</div></section>
`;

const nothingFound = ({ parts }: ScanReport): TrustedHtml => {
	const looked = parts.filter((part) => part.status === "evaluated").length;
	return html`<section class="part" aria-labelledby="findings"><h2 id="findings">Findings</h2><div class="body">
<p>No findings in the ${counted(looked, "part")} that could be evaluated. Scan again after every change that can be seen from outside: a new host, a new certificate, a new server version.</p>
</div></section>
`;
};

const linkSection = (expiresAt: Date, deleteAction: string): TrustedHtml =>
	html`<section class="part" aria-labelledby="link"><h2 id="link">This link</h2><div class="body">
<p>Whoever has this page’s address can read it, until ${dayAndTime(expiresAt)}. Then the report is deleted. Print the page or save it as PDF to keep a copy.</p>
<details class="more screen-only"><summary>Delete this report</summary>
<p>The report will be gone for everyone who has the link. This cannot be undone. The mail that brought you here stays in your mailbox.</p>
<form method="post" action="${deleteAction}"><button type="submit">Delete it for good</button></form>
</details>
</div></section>
`;

/** The report as a whole page: reads on a phone and in print, asks nobody else for anything, runs no script. */
export const reportPage = ({ report, expiresAt, deleteAction, publicUrl }: ReportPage): string => {
	const groups = groupFindings(report.findings);
	const scannerInfo = new URL("/scanner-info", publicUrl).href;
	return pageShell({
		title: `Scan report: ${visibleLine(report.target)}`,
		home: publicUrl,
		main: html`${title(report, expiresAt)}${resultSection(report)}${groups.length === 0 ? nothingFound(report) : [index(groups), groups.map(severitySection)]}${partsSection(report)}${sentSection(report, scannerInfo)}${limitsSection()}${linkSection(expiresAt, deleteAction)}`,
		foot: html`<p>Made by ${site.name} at ${publicUrl}</p>`,
	});
};
