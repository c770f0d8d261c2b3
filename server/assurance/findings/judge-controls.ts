import { ruleOf } from "#contract/controls/without-control.ts";
import type { Finding, ScanPart } from "#contract/findings/findings.ts";
import type { FindingState } from "#contract/findings/vulnerabilities.ts";
import { counted } from "#contract/format/count.ts";
import { KIND_TEXTS } from "#contract/kinds/texts.ts";
import type { Framework } from "#contract/reports/reports.ts";
import type { ScanKind } from "#contract/scans/scans.ts";
import type { ReportedStanding } from "#server/platform/paper/standing-labels.ts";
import { CONTROL_CLASSES, CONTROLS, type ControlClass } from "./controls.ts";

export type JudgedControl = {
	framework: Framework;
	id: string;
	/** What it asks for, in our own words. */
	about: string;
	standing: ReportedStanding;
	/** The reason, in a sentence. */
	reason: string;
	/** What would close the gap, in a sentence. */
	closing: string;
	/** Rules whose findings are evidence against it, in the order of the table. */
	rules: string[];
	/** Fingerprints of the findings that are evidence against it. */
	findings: string[];
};

type Judged = {
	findings: readonly { finding: Pick<Finding, "rule" | "fingerprint">; state: FindingState }[];
	looks: readonly { host: string; kind: ScanKind; parts: readonly ScanPart[] }[];
	/** Every host in scope, scanned or not. */
	hosts: readonly string[];
	frameworks: readonly Framework[];
};

/** A false positive is no evidence against anything; an accepted risk is still there. */
const speaks = (state: FindingState): boolean => state === "open" || state === "accepted";

/**
 * What the findings say about each control. Nothing found never means met: a scan sees only part of what a control asks for, and where
 * none looked there is nothing to say at all. Pure.
 */
export function judgeControls({ findings, looks, hosts, frameworks }: Judged): JudgedControl[] {
	const byRule = Map.groupBy(
		findings.filter(({ state }) => speaks(state)),
		({ finding }) => ruleOf(finding),
	);
	return frameworks.flatMap((framework) =>
		Object.entries(CONTROLS[framework]).map(([id, about]) => {
			const classes = CONTROL_CLASSES.filter(({ controls }) => controls[framework]?.includes(id));
			const rules = classes.flatMap((each) => each.rules).filter((rule) => byRule.has(rule));
			const against = rules.flatMap((rule) => byRule.get(rule) ?? []).map(({ finding }) => finding.fingerprint);
			const looked = new Set(looks.filter((look) => classes.some((each) => sees(look, each))).map(({ host }) => host));
			const standing =
				against.length > 0
					? standsAgainst(classes, rules, against.length)
					: looked.size > 0
						? standsUnseen(looked.size, hosts.length)
						: standsUnchecked(classes);
			return { framework, id, about, ...standing, rules, findings: against };
		}),
	);
}

/** How many kinds of findings are named; the marks of the evidence name all. */
const NAMED = 2;

type Stands = Pick<JudgedControl, "standing" | "reason" | "closing">;

function standsAgainst(classes: readonly ControlClass[], rules: readonly string[], count: number): Stands {
	const what = classes
		.filter((each) => each.rules.some((rule) => rules.includes(rule)))
		.map((each) => each.what.toLowerCase());
	const more = what.length > NAMED ? `; and ${counted(what.length - NAMED, "other kind")}` : "";
	const reason = `${counted(count, "finding")}: ${what.slice(0, NAMED).map(keepNames).join("; ")}${more}.`;
	return { standing: "evidence-against", reason, closing: "Fix these, then scan again." };
}

/** Names keep their capitals inside a sentence. */
const keepNames = (text: string): string => text.replace(/\b(tls|sql|https)\b/g, (name) => name.toUpperCase());

function standsUnseen(looked: number, hosts: number): Stands {
	const rest = hosts - looked;
	const reason = `Checked on ${looked} of ${counted(hosts, "host")}.`;
	const closing =
		rest > 0 ? `Check the ${rest === 1 ? "other host" : `other ${rest} hosts`}.` : "Nothing to fix. Keep scanning.";
	return { standing: "none-seen", reason, closing };
}

function standsUnchecked(classes: readonly ControlClass[]): Stands {
	const kinds = [...new Set(classes.flatMap(({ sights }) => sights.map(([kind]) => KIND_TEXTS[kind].one)))];
	const either = kinds.length < 2 ? kinds.join("") : `${kinds.slice(0, -1).join(", ")} or ${kinds.at(-1)}`;
	return { standing: "not-evaluated", reason: "No scan in scope checked this.", closing: `Run ${either}.` };
}

const sees = ({ kind, parts }: Judged["looks"][number], { sights }: ControlClass): boolean =>
	sights.some(
		([wanted, prefix]) =>
			wanted === kind && parts.some(({ part, status }) => status === "evaluated" && part.startsWith(prefix)),
	);
