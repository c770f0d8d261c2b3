import type { FastifyInstance } from "fastify";
import { addExportFindings } from "./export-findings.ts";
import type { FindingParts } from "./finding-parts.ts";
import { addListFindings } from "./list-findings.ts";
import { addRetestFinding } from "./retest-finding.ts";
import { addSayVerdict } from "./say-verdict.ts";

/** Findings over all scans of an account. */
export function addFindings(app: FastifyInstance, parts: FindingParts): void {
	addListFindings(app, parts);
	addSayVerdict(app, parts);
	addRetestFinding(app, parts);
	addExportFindings(app, parts);
}
