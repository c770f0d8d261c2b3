import { site } from "#src/config/site.ts";

/** What the scanner says it is: its name and a page that tells a scanned host's operator more. */
export function scannerUserAgent(publicUrl: string): string {
	return `${site.name}-Scanner/1.0 (+${publicUrl}/scanner-info)`;
}
