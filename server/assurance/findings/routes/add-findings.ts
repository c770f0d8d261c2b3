import type { FastifyInstance } from "fastify";
import type { FindingDeps } from "./finding-deps.ts";
import { addListFindings } from "./list-findings.ts";
import { addRetestFinding } from "./retest-finding.ts";
import { addSayVerdict } from "./say-verdict.ts";

/** Findings over all scans of an account. */
export function addFindings(app: FastifyInstance, deps: FindingDeps): void {
	addListFindings(app, deps);
	addSayVerdict(app, deps);
	addRetestFinding(app, deps);
}
