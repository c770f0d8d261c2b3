import { createHash } from "node:crypto";
import type { FindingLocation } from "#contract/findings/findings.ts";

/** Identifies a finding across scans and must never change: SHA-256 in hex of `engine|rule|host:port|path|parameter`. */
export function fingerprint(finding: { engine: string; rule: string; location: FindingLocation }): string {
	const { host, port, path, parameter } = finding.location;
	// The separators are escaped in the parts, so that no two locations can be written the same way.
	const parts = [finding.engine, finding.rule, `${host}:${port}`, path, parameter];
	return createHash("sha256")
		.update(parts.map((part) => part.replace(/[\\|]/g, "\\$&")).join("|"))
		.digest("hex");
}
