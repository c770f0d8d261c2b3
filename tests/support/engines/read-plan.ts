import { readFileSync } from "node:fs";
import { parse } from "yaml";

export type Job = {
	type: string;
	alwaysRun?: boolean;
	parameters: { reportDir: string; reportFile: string; userAgent: string; maxAlertsPerRule?: number };
	policyDefinition?: { rules?: { id: unknown; threshold?: unknown }[] };
};
export type Plan = { env: { contexts: { urls: string[] }[]; proxy: { hostname: string; port: number } }; jobs: Job[] };

/** SnakeYAML accepts no others, not even in quotes (its `StreamReader.isPrintable`). */
const PRINTABLE = /^[\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;

/** Reads YAML as ZAP's SnakeYAML does: YAML 1.1, no tabs, printable characters only. Throws where ZAP refuses the plan. */
export function readPlanText(text: string): unknown {
	if (text.includes("\t")) throw new Error("found character '\\t(TAB)' that cannot start any token");
	if (!PRINTABLE.test(text)) throw new Error("special characters are not allowed");
	// In YAML 1.1 these end a line, in quotes too, where a line's end becomes a space.
	return parse(text.replaceAll(/[\x85\u2028\u2029]/g, "\n"), { version: "1.1" });
}

export const readPlan = (file: string) => readPlanText(readFileSync(file, "utf8")) as Plan;
