import { BadFile } from "#server/platform/files/bad-file.ts";

/**
 * The scanned scope (contract/scans/scope.ts) has to be on the host: scans of other clients must not move this client's findings.
 */
export function checkScope(scope: string, host: string): void {
	let parts: unknown;
	try {
		parts = JSON.parse(scope);
	} catch (error) {
		throw new BadFile("This file says of something what was looked at in words that cannot be read.", { cause: error });
	}
	if (!Array.isArray(parts) || parts[1] !== host) {
		throw new BadFile("This file mixes up what was seen on different hosts.");
	}
}
