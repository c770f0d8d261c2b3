import type { ScanReport } from "#contract/findings/findings.ts";
import { dayText, timeText } from "#contract/format/time.ts";
import { codeText } from "#server/platform/paper/document/code-text.ts";
import { foldedSection, renderHtml } from "#server/platform/paper/document/render-html.ts";
import { renderPdf } from "#server/platform/paper/pdf/render-pdf.ts";
import { html, type TrustedHtml } from "#server/platform/texts/html.ts";
import { visibleLine } from "#server/platform/texts/visible-text.ts";
import { groupFindings } from "./data/group-findings.ts";
import { firstStep } from "./templates/first-step.ts";
import { scanReport } from "./templates/scan-report.ts";

type Page = {
	report: ScanReport;
	/** When the link stops working. */
	expiresAt: Date;
	/** The link's own addresses: the PDF and the delete form are below `/r/{token}`. */
	token: string;
	publicUrl: string;
};

const documentOf = (report: ScanReport, publicUrl: string) =>
	scanReport(report, new URL("/scanner-info", publicUrl).href);

/** What a reader can do after reading. */
function nextSection({ target, findings }: ScanReport, token: string): TrustedHtml {
	const step = firstStep(groupFindings(findings.map((finding) => ({ finding }))));
	return html`<section class="part screen-only" aria-labelledby="next"><h2 id="next">What next</h2><div class="body">
${step && html`<p class="first"><b>What to do first:</b> ${codeText(step.fix)} <a href="#${step.mark}">See ${step.mark}</a></p>`}
<p class="actions"><a class="button" href="/?target=${encodeURIComponent(target.toWellFormed())}">Scan again</a> <a class="button plain" href="/auth/register?watch=${encodeURIComponent(token)}">Watch this host</a></p>
<p class="small quiet">Watching takes a free account. We scan the host regularly and email you what changes.</p>
</div></section>
`;
}

const linkSection = (path: string, expiresAt: Date): TrustedHtml =>
	foldedSection({
		id: "link",
		heading: "This link",
		inShort: `Works until ${dayText(expiresAt, "utc")}`,
		body: html`<p>Anyone who has this page’s address can read it until ${timeText(expiresAt, "utc")}. Then the report is deleted. Download the PDF to keep a copy.</p>
<details class="more screen-only"><summary>Delete this report</summary>
<p>The report will be gone for everyone who has the link. This cannot be undone. The email that brought you here stays in your mailbox.</p>
<form method="post" action="${path}/delete"><button type="submit">Delete it for good</button></form>
</details>`,
	});

/** The page that a link in a scan's email leads to. */
export function scanReportPage({ report, expiresAt, token, publicUrl }: Page): string {
	const path = `/r/${token}`;
	const document = documentOf(report, publicUrl);
	return renderHtml(document, {
		publicUrl,
		belowTitle: html`<p class="download screen-only"><a href="${path}/report.pdf">Download as PDF</a></p>`,
		end: html`${linkSection(path, expiresAt)}${nextSection(report, token)}`,
	});
}

/** The same report as a file to keep. It does not mention the link, because it outlives it. */
export const scanReportPdf = (report: ScanReport, publicUrl: string): Promise<Buffer> =>
	renderPdf(documentOf(report, publicUrl));

/** The file's name, without its extension. */
export const scanReportName = ({ target }: ScanReport): string => `Scan report ${visibleLine(target)}`;
