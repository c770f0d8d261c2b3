import type { Finding } from "#contract/findings/findings.ts";
import type { Severity } from "#contract/findings/severity.ts";
import { judgeWith } from "../shared/finding.ts";
import { sanitize } from "../shared/foreign-text.ts";
import { redactAddresses, redactMatch } from "../shared/redact.ts";
import type { Observation } from "../shared/rule.ts";
import { isSecretName } from "../shared/secret-name.ts";
import type { ZapAlert, ZapInstance } from "./read-json.ts";
import { bothVoices, ownerTexts, plainText } from "./texts.ts";

export const ENGINE = "zap";
const SEVERITIES: Readonly<Record<ZapAlert["riskcode"], Severity>> = { 3: "high", 2: "medium", 1: "low", 0: "none" };
const RISKS: Readonly<Record<ZapAlert["riskcode"], string>> = { 3: "High", 2: "Medium", 1: "Low", 0: "Informational" };
const CONFIDENCES = { 0: "False Positive", 1: "Low", 2: "Medium", 3: "High", 4: "Confirmed" } as const;

/** Writes ZAP's alerts as findings, one for each place. Pure. */
export function judge(alerts: readonly ZapAlert[], at: { host: string; port: number }, now: Date): Finding[] {
	return alerts.flatMap((alert) => {
		if (alert.confidence === "0") return [];
		const cwe = readCwe(alert.cweid);
		const owner = ownerTexts(cwe);
		const meta = {
			id: ruleId(alert),
			title: sanitize(alert.name, 120),
			severity: SEVERITIES[alert.riskcode],
			cwe,
			why: bothVoices(owner.why, plainText(alert.desc)),
			fix: bothVoices(owner.fix, plainText(alert.solution)),
		};
		const observations = alert.instances.map((instance) => observe(alert, instance, at));
		return judgeWith(ENGINE, [{ meta, judge: () => observations }], alert, now);
	});
}

function observe(alert: ZapAlert, instance: ZapInstance, at: { host: string; port: number }): Observation {
	const { uri, method, param, attack, evidence } = instance;
	const path = (URL.parse(uri)?.pathname ?? "").slice(0, 500);
	const request = `${/^[A-Z]{1,20}$/.test(method) ? method : "GET"} ${redactAddresses(uri, param).slice(0, 400)}`;
	return {
		location: { ...at, path, parameter: sanitize(param, 100) },
		evidence: [
			{ source: "Request", text: request },
			// ZAP appends its own text to the value that was there.
			...(attack === "" || isSecretName(param) ? [] : [{ source: "What ZAP sent", text: redactMatch(attack) }]),
			...(evidence === "" ? [] : [{ source: "What it saw", text: redactMatch(evidence) }]),
		],
		rawSeverity: `${RISKS[alert.riskcode]} (confidence ${CONFIDENCES[alert.confidence]})`,
		...(alert.confidence === "1" ? { confidence: "low" as const } : {}),
	};
}

/** ZAP's own number of the rule, with its sub-number where it has one: both are stable. */
export function ruleId({ pluginid, alertRef }: Pick<ZapAlert, "pluginid" | "alertRef">): string {
	const sub = alertRef !== undefined && /^\d{1,7}-\d{1,4}$/.test(alertRef) && alertRef.startsWith(`${pluginid}-`);
	return `zap-${sub ? alertRef : pluginid}`;
}

/** `-1`, 0 and a missing value mean that none fits. */
function readCwe(text: string): number | null {
	return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : null;
}
