import { createHash } from "node:crypto";

/** The hash of an inline script or style for a Content-Security-Policy. Any other one, or a changed one, is blocked. */
export const contentHash = (source: string): string =>
	`'sha256-${createHash("sha256").update(source).digest("base64")}'`;
