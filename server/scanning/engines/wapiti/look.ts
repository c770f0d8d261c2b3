import type { Finding, ScanPart } from "#contract/findings/findings.ts";
import { dedupe } from "../shared/dedupe.ts";
import type { ProxyCounts } from "../shared/proxy/proxy.ts";
import { judge } from "./judge.ts";
import { partsOf } from "./parts.ts";
import { readWapitiJson } from "./read-json.ts";

type Look =
	| { status: "done"; findings: Finding[]; parts: ScanPart[]; pages: number | undefined }
	| { status: "broken"; reason: string };

type Seen = { at: { host: string; port: number }; counts: ProxyCounts };

/** Reads Wapiti's report and output and judges them. Pure. */
export function lookAtWapiti(report: string, stdout: string, { at, counts }: Seen, now: Date): Look {
	const output = readWapitiJson(report);
	if (output.status !== "done") return output;
	return {
		status: "done",
		findings: dedupe(judge(output.items, at, now)),
		parts: partsOf(stdout, { cut: output.cut, counts }),
		pages: output.pages,
	};
}
