import type { Finding, ScanPart } from "#contract/findings.ts";
import { counted } from "#contract/format/count.ts";
import { KIND_TEXTS } from "#contract/kinds/texts.ts";
import type { ScanKind } from "#contract/scans.ts";
import type { FindingState } from "#contract/vulnerabilities.ts";
import { CONTROL_CLASSES, CONTROLS, type ControlClass, FRAMEWORKS, type Framework } from "./controls.ts";

export type Standing = "evidence-against" | "none-seen" | "not-evaluated";

export const STANDING_LABELS: Record<Standing, string> = {
	"evidence-against": "Evidence against",
	"none-seen": "None seen",
	"not-evaluated": "Not evaluated",
};

export type JudgedControl = {
	framework: Framework;
	id: string;
	/** What it asks for, in our own words. */
	about: string;
	standing: Standing;
	/** The reason, in a sentence. */
	reason: string;
	/** Rules whose findings speak against it, in the order of the table. */
	rules: string[];
	/** Fingerprints of the findings that speak against it. */
	findings: string[];
};

type Judged = {
	findings: readonly { finding: Pick<Finding, "rule" | "fingerprint">; state: FindingState }[];
	looks: readonly { host: string; kind: ScanKind; parts: readonly ScanPart[] }[];
	targets: readonly { host: string }[];
};

/** A false positive is no evidence against anything; an accepted risk is still there. */
const speaks = (state: FindingState): boolean => state === "open" || state === "accepted";

/**
 * What the findings say about each control. Nothing found never means met: a scan sees a part of what a control asks for, and
 * where none looked there is nothing to say at all. Pure.
 */
export function judgeControls({ findings, looks, targets }: Judged): JudgedControl[] {
	const byRule = Map.groupBy(
		findings.filter(({ state }) => speaks(state)),
		// A rule of ZAP may have a number of its own for each thing it looks at.
		({ finding }) => finding.rule.replace(/^(zap-\d+)-\d+$/, "$1"),
	);
	const hosts = new Set([...targets, ...looks].map(({ host }) => host));
	return FRAMEWORKS.flatMap((framework) =>
		Object.entries(CONTROLS[framework]).map(([id, about]) => {
			const classes = CONTROL_CLASSES.filter(({ controls }) => controls[framework]?.includes(id));
			const rules = classes.flatMap((each) => each.rules).filter((rule) => byRule.has(rule));
			const against = rules.flatMap((rule) => byRule.get(rule) ?? []).map(({ finding }) => finding.fingerprint);
			const looked = new Set(looks.filter((look) => classes.some((each) => sees(look, each))).map(({ host }) => host));
			const judged = { framework, id, about, rules, findings: against };
			if (against.length > 0) {
				return {
					...judged,
					standing: "evidence-against" as const,
					reason: againstReason(classes, rules, against.length),
				};
			}
			if (looked.size > 0) {
				const reason = `Checked on ${looked.size} of ${counted(hosts.size, "host")}; no evidence against it was found there.`;
				return { ...judged, standing: "none-seen" as const, reason };
			}
			return { ...judged, standing: "not-evaluated" as const, reason: missingReason(classes) };
		}),
	);
}

const sees = ({ kind, parts }: Judged["looks"][number], { sights }: ControlClass): boolean =>
	sights.some(
		([wanted, prefix]) =>
			wanted === kind && parts.some(({ part, status }) => status === "evaluated" && part.startsWith(prefix)),
	);

function againstReason(classes: readonly ControlClass[], rules: readonly string[], count: number): string {
	const what = classes
		.filter((each) => each.rules.some((rule) => rules.includes(rule)))
		.map((each) => each.what.toLowerCase());
	return `${counted(count, "finding")}: ${what.map(keepNames).join("; ")}.`;
}

/** Names keep their capitals inside a sentence. */
const keepNames = (text: string): string => text.replace(/\b(tls|sql|https)\b/g, (name) => name.toUpperCase());

function missingReason(classes: readonly ControlClass[]): string {
	const kinds = [...new Set(classes.flatMap(({ sights }) => sights.map(([kind]) => KIND_TEXTS[kind].one)))];
	if (kinds.length === 0) return "None of our scans checks this.";
	const list = kinds.length === 1 ? kinds[0] : `${kinds.slice(0, -1).join(", ")} or ${kinds.at(-1)}`;
	return `No scan in scope checked this; ${list} would.`;
}
