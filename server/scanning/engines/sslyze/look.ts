import type { Finding, ScanFact, ScanPart } from "#contract/findings/findings.ts";
import type { Endpoint } from "../shared/evidence.ts";
import { certificateFacts } from "../shared/facts.ts";
import { certificateEvidences, hasUnreadCertificate } from "./evidence.ts";
import { judge } from "./judge.ts";
import { mozillaDifferences } from "./mozilla.ts";
import { partsOf } from "./parts.ts";
import { readSslyzeJson } from "./read-json.ts";

type Look =
	| { status: "done"; findings: Finding[]; facts: ScanFact[]; parts: ScanPart[] }
	| { status: "no-connection" | "broken"; reason: string };

/** Reads sslyze's report and output about one port and judges them. Pure. */
export function lookAtSslyze(report: string, stdout: string, endpoint: Endpoint, now: Date): Look {
	const output = readSslyzeJson(report);
	if (output.status !== "done") return output;
	const evidence = { endpoint, result: output.result, mozilla: mozillaDifferences(stdout) };
	return {
		status: "done",
		findings: judge(evidence, now).map((finding) => ({ ...finding, addresses: [endpoint.at.address] })),
		facts: certificateFacts(certificateEvidences(evidence, now)),
		parts: partsOf(endpoint.port, output.result, hasUnreadCertificate(evidence)),
	};
}
