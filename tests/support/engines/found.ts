import type { Finding, ScanFact, ScanPart } from "#contract/findings/findings.ts";
import type { Coverage } from "#contract/scans/scans.ts";
import type { RunResult } from "#server/scanning/engines/engine.ts";
import { fingerprint } from "#server/scanning/engines/shared/fingerprint.ts";

type Some = Partial<Omit<Finding, "fingerprint" | "location">> & { host?: string; port?: number; parameter?: string };

/** A finding as an engine reports it, of which a test names only what it is about. */
export function findingOf({ host = "example.com", port = 443, parameter = "", ...some }: Some = {}): Finding {
	const { engine = "fake", rule = "some-rule" } = some;
	const location = { host, port, path: "", parameter };
	return {
		engine,
		rule,
		title: `What ${rule} says`,
		severity: "medium",
		confidence: "high",
		location,
		evidence: [{ source: "Answer", text: "seen" }],
		why: { owner: "It matters.", engineer: "It matters in detail." },
		fix: { owner: "Ask for it.", engineer: "Change the setting." },
		cwe: 16,
		...some,
		fingerprint: fingerprint({ engine, rule, location }),
	};
}

const EVALUATED: ScanPart = { part: "headers", label: "Headers", status: "evaluated" };

/** A completed run that saw these. */
export const ranWith = (
	findings: Finding[],
	coverage: Coverage = "full",
	facts: ScanFact[] = [],
	parts: ScanPart[] = [EVALUATED],
): RunResult => ({
	status: "completed",
	coverage,
	parts,
	findings,
	facts,
	sent: [],
});
