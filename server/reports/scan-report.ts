import type { ScanReport } from "#contract/findings.ts";
import { dayText, timeText } from "#contract/format/time.ts";
import { renderHtml } from "./document/render-html.ts";
import { html, type TrustedHtml } from "./pages/html.ts";
import { renderPdf } from "./pdf/render-pdf.ts";
import { scanReport } from "./templates/scan-report.ts";
import { visibleLine } from "./visible-text.ts";

type Page = {
	report: ScanReport;
	/** When the link stops working. */
	expiresAt: Date;
	/** The link's path, such as `/r/abc`. The PDF is below it, and so is the delete form's address. */
	path: string;
	publicUrl: string;
};

const documentOf = (report: ScanReport, publicUrl: string) =>
	scanReport(report, new URL("/scanner-info", publicUrl).href);

const linkSection = (path: string, expiresAt: Date): TrustedHtml =>
	html`<section class="part" aria-labelledby="link"><h2 id="link">This link</h2><div class="body">
<p>Anyone who has this page’s address can read it until ${timeText(expiresAt, "utc")}. Then the report is deleted. Download the PDF to keep a copy.</p>
<details class="more screen-only"><summary>Delete this report</summary>
<p>The report will be gone for everyone who has the link. This cannot be undone. The email that brought you here stays in your mailbox.</p>
<form method="post" action="${path}/delete"><button type="submit">Delete it for good</button></form>
</details>
</div></section>
`;

/** The page a link in a scan's email leads to. */
export function scanReportPage({ report, expiresAt, path, publicUrl }: Page): string {
	const document = documentOf(report, publicUrl);
	const meta: [string, string][] = [...document.meta, ["Link valid until", dayText(expiresAt, "utc")]];
	return renderHtml(
		{ ...document, meta },
		{
			publicUrl,
			belowTitle: html`<p class="download screen-only"><a href="${path}/report.pdf">Download as PDF</a></p>`,
			end: linkSection(path, expiresAt),
		},
	);
}

/** The same report as a file to keep. It says nothing about the link, because it outlives it. */
export const scanReportPdf = (report: ScanReport, publicUrl: string): Promise<Buffer> =>
	renderPdf(documentOf(report, publicUrl));

/** What the file is called, without its ending. */
export const scanReportName = ({ target }: ScanReport): string => `Scan report ${visibleLine(target)}`;
