import type { Finding } from "#contract/findings/findings.ts";
import { judgeWith } from "../shared/finding.ts";
import { sanitize } from "../shared/foreign-text.ts";
import { redactAddresses } from "../shared/redact.ts";
import type { WapitiItem } from "./read-json.ts";
import { ruleOf } from "./rules.ts";

export const ENGINE = "wapiti";
const LEVELS = ["information", "low", "medium", "high", "critical"];

/** Writes Wapiti's items as findings. Pure. */
export function judge(items: readonly WapitiItem[], at: { host: string; port: number }, now: Date): Finding[] {
	return items.flatMap((item) => {
		const meta = ruleOf(item.category);
		if (!meta) return [];
		const parameter = item.parameter ?? "";
		const cookie = /in the cookie : ?(\S{1,100})/.exec(item.info)?.[1];
		const header = /^([A-Z][A-Za-z-]{2,40}) is not set/.exec(item.info)?.[1];
		const named = parameter || cookie || header || "";
		const location = { ...at, path: sanitize(item.path, 500), parameter: sanitize(named, 100) };
		const [line = ""] = (item.http_request ?? "").split(/\r?\n/);
		const evidence = [
			{ source: "Wapiti", text: `${item.category}: ${redactAddresses(item.info, parameter)}` },
			// Only the request line: headers contain cookies, and bodies contain what was typed into forms.
			...(line === "" ? [] : [{ source: "Request", text: redactAddresses(line, parameter) }]),
		];
		const observation = {
			location,
			evidence,
			rawSeverity: LEVELS[item.level] ?? String(item.level),
			...(meta.id === "wapiti-backup-file" || meta.id === "wapiti-slow-answer" ? { confidence: "low" as const } : {}),
		};
		return judgeWith(ENGINE, [{ meta, judge: () => [observation] }], item, now);
	});
}
