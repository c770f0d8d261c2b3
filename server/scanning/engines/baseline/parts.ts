import type { Part } from "./evidence.ts";

/** The label of each part in a report, in the order of a report. */
export const PART_LABELS: Record<Part, string> = {
	redirects: "Redirects and the way from HTTP to HTTPS",
	headers: "Security headers and cookies",
	content: "Scripts, forms and links of the pages",
	cors: "Sharing with other sites (CORS)",
	software: "Versions that the server shows",
	tls: "TLS versions and ciphers (not tested: SSL 2, SSL 3, RC4, 3DES)",
	certificate: "Certificate",
	mail: "Mail records in DNS (SPF, DMARC)",
	caa: "Certificate authorities allowed in DNS (CAA)",
	files: "Files that should not be public",
};

export const PARTS = Object.keys(PART_LABELS) as Part[];
