import type { Finding, ScanPart } from "#contract/findings/findings.ts";
import { dedupe } from "../shared/dedupe.ts";
import { examplesGap, joinPlaces } from "../shared/examples.ts";
import type { ProxyCounts } from "../shared/proxy/proxy.ts";
import { judge } from "./judge.ts";
import { partsOf } from "./parts.ts";
import { readWapitiJson } from "./read-json.ts";
import { visitedPaths } from "./visited.ts";

type Look =
	| {
			status: "done";
			findings: Finding[];
			parts: ScanPart[];
			pages: number | undefined;
			visited: string[] | undefined;
	  }
	| { status: "broken"; reason: string };

/** `path`: where the scan began. */
type Seen = { at: { host: string; port: number }; path: string; counts: ProxyCounts };

/** Reads Wapiti's report and output and judges them. Pure. */
export function lookAtWapiti(report: string, stdout: string, { at, path, counts }: Seen, now: Date): Look {
	const output = readWapitiJson(report);
	if (output.status !== "done") return output;
	const { findings, cut } = joinPlaces(dedupe(judge(output.items, at, now)), path);
	return {
		status: "done",
		findings,
		parts: [...partsOf(stdout, { cut: output.cut, counts }), ...examplesGap(cut)],
		pages: output.pages,
		visited: output.visited && visitedPaths(output.visited),
	};
}
