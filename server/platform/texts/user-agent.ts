import { site } from "#src/config/site.ts";

/** How the scanner identifies itself: its name and a page that tells a scanned host's operator more. */
export function scannerUserAgent(publicUrl: string): string {
	return `${site.name}-Scanner/1.0 (+${publicUrl}/scanner-info)`;
}
