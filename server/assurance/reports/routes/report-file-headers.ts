import type { ReportFormat } from "#contract/reports/reports.ts";
import { attachmentName } from "#server/platform/http/attachment-name.ts";
import { FOLD_SCRIPT_HASH } from "#server/platform/paper/pages/fold-script.ts";
import { PAGE_STYLE_HASH } from "#server/platform/paper/pages/page-shell.ts";
import type { ReportFile } from "../report-file.ts";

const MEDIA_TYPES: Record<ReportFormat, string> = {
	html: "text/html; charset=utf-8",
	pdf: "application/pdf",
	csv: "text/csv; charset=utf-8",
	json: "application/json; charset=utf-8",
	sarif: "application/sarif+json; charset=utf-8",
};

/**
 * Headers of a report's file. The page opens in the browser but may run nothing except the one script that folds it: it quotes untrusted
 * text, and escaping is not its only protection. Everything else is downloaded, including a page that was not created here.
 */
export function reportFileHeaders(
	{ name, isOurs }: Pick<ReportFile, "name" | "isOurs">,
	format: ReportFormat,
	publicUrl: string,
): Record<string, string> {
	const isPage = format === "html" && isOurs;
	return {
		"Content-Type": MEDIA_TYPES[format],
		"Content-Disposition": `${isPage ? "inline" : "attachment"}; ${attachmentName(`${name.trim() || "report"}.${format}`)}`,
		"Content-Security-Policy": isPage ? pagePolicy(publicUrl) : "sandbox; default-src 'none'",
		"Referrer-Policy": "no-referrer",
	};
}

/**
 * `allow-same-origin` lets it load the fonts of its own server and remember its reader. `allow-scripts` allows no more than `script-src`
 * does: one script, by its hash.
 */
const pagePolicy = (publicUrl: string): string => {
	const own = `'self' ${new URL(publicUrl).origin}`;
	return [
		"default-src 'none'",
		`script-src ${FOLD_SCRIPT_HASH}`,
		`style-src ${own} ${PAGE_STYLE_HASH}`,
		`font-src ${own}`,
		// A workspace's logo, which is embedded in the page.
		"img-src data:",
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
		"require-trusted-types-for 'script'",
		"trusted-types 'none'",
		"sandbox allow-scripts allow-same-origin allow-downloads allow-popups",
	].join("; ");
};
