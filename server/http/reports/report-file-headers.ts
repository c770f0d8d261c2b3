import type { ReportFormat } from "#contract/reports.ts";

const MEDIA_TYPES: Record<ReportFormat, string> = {
	html: "text/html; charset=utf-8",
	pdf: "application/pdf",
	csv: "text/csv; charset=utf-8",
	json: "application/json; charset=utf-8",
	sarif: "application/sarif+json; charset=utf-8",
};

/**
 * Headers of a report as a file. The page opens where it is, and may do nothing but look like one: what it quotes came from
 * strangers, and escaping is not its only guard. Everything else is only saved.
 */
export function reportFileHeaders(name: string, format: ReportFormat, publicUrl: string): Record<string, string> {
	const isPage = format === "html";
	return {
		"Content-Type": MEDIA_TYPES[format],
		"Content-Disposition": `${isPage ? "inline" : "attachment"}; ${fileName(name, format)}`,
		"Content-Security-Policy": isPage ? pagePolicy(publicUrl) : "sandbox; default-src 'none'",
		"Referrer-Policy": "no-referrer",
	};
}

/** `allow-same-origin` lets it load the fonts of its own server; without `allow-scripts` there is nobody to misuse it. */
const pagePolicy = (publicUrl: string): string => {
	const own = `'self' ${new URL(publicUrl).origin}`;
	return [
		"default-src 'none'",
		`style-src ${own} 'unsafe-inline'`,
		`font-src ${own}`,
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
		"sandbox allow-same-origin allow-downloads allow-popups",
	].join("; ");
};

/** RFC 6266: a plain name for everybody, and the real one for who can read it. */
function fileName(name: string, format: ReportFormat): string {
	const stem =
		name
			.toWellFormed()
			.replace(/[\p{C}\p{Z}"\\/:*?<>|%]+/gu, " ")
			.trim() || "report";
	const plain = stem.replace(/[^\x20-\x7e]+/g, "_");
	const encoded = encodeURIComponent(`${stem}.${format}`).replace(
		/['()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `filename="${plain}.${format}"; filename*=UTF-8''${encoded}`;
}
