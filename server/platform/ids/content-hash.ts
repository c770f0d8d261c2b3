import { createHash } from "node:crypto";

/** What a Content-Security-Policy calls an inline script or style: any other one, and any change of this one, is not used. */
export const contentHash = (source: string): string =>
	`'sha256-${createHash("sha256").update(source).digest("base64")}'`;
