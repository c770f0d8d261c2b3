import type { Instead, ScanPart } from "#contract/findings/findings.ts";
import type { Part } from "./evidence.ts";
import type { Look } from "./look.ts";

/** The label of each part in a report, in the order of a report. */
export const PART_LABELS: Record<Part, string> = {
	redirects: "Redirects and the way from HTTP to HTTPS",
	headers: "Security headers and cookies",
	content: "Scripts, forms and links of the pages",
	cors: "Sharing with other sites (CORS)",
	software: "Versions that the server shows",
	tls: "TLS versions and ciphers (not tested: SSL 2, SSL 3, RC4, 3DES)",
	certificate: "Certificate",
	mail: "Mail records in DNS (SPF, DMARC, MTA-STS, TLS-RPT)",
	caa: "Certificate authorities allowed in DNS (CAA)",
	files: "Files that should not be public",
};

export const PARTS = Object.keys(PART_LABELS) as Part[];

/** A part as a report lists it; undefined if it does not apply to the target. */
export function toPart(
	part: Part,
	{ applies, gaps, instead }: Pick<Look, "applies" | "gaps" | "instead">,
): ScanPart | undefined {
	if (gaps.length > 0) return notEvaluated(part, [...new Set(gaps)].join(" "), instead);
	return applies ? { part, label: PART_LABELS[part], status: "evaluated" } : undefined;
}

export function notEvaluated(part: Part, reason: string, instead?: Instead): ScanPart {
	return { part, label: PART_LABELS[part], status: "not-evaluated", reason, ...(instead ? { instead } : {}) };
}
