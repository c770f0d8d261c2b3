import { describe, expect, test } from "vitest";
import { FRAMEWORKS } from "#contract/reports/reports.ts";
import { CONTROL_CLASSES, CONTROLS } from "#server/assurance/findings/controls.ts";
import { judgeControls } from "#server/assurance/findings/judge-controls.ts";
import { RULES as BASELINE } from "#server/scanning/engines/baseline/registry.ts";
import { evaluated, missed } from "../reports/samples.ts";

const open = (rule: string) => ({ finding: { rule, fingerprint: rule }, state: "open" as const });
const NMAP = { host: "a.example.com", kind: "nmap" as const, parts: [evaluated("ports"), evaluated("versions")] };
const HOSTS = ["a.example.com", "b.example.com"];
const SCOPE = { findings: [], looks: [], hosts: HOSTS, frameworks: FRAMEWORKS };

const judged = (given: Partial<Parameters<typeof judgeControls>[0]>, id: string) => {
	const controls = judgeControls({ ...SCOPE, ...given });
	return controls.find((control) => control.id === id) ?? expect.fail(`no ${id}`);
};

describe("a control", () => {
	test("has evidence against it when an open finding contradicts it, also one whose risk is accepted", () => {
		const findings = [open("database-exposed"), { ...open("database-exposed"), state: "accepted" as const }];
		expect(judged({ findings, looks: [NMAP] }, "1.4.4")).toMatchObject({
			standing: "evidence-against",
			reason: "2 findings: databases open to the network.",
			closing: "Fix these, then scan again.",
			rules: ["database-exposed"],
		});
	});

	test("has none if the finding is fixed or a false positive, and says how far scans looked", () => {
		for (const state of ["fixed", "false-positive"] as const) {
			const findings = [{ ...open("database-exposed"), state }];
			expect(judged({ findings, looks: [NMAP] }, "1.4.4")).toMatchObject({
				standing: "none-seen",
				reason: "Checked on 1 of 2 hosts.",
				closing: "Check the other host.",
			});
		}
	});

	test("is not evaluated where no scan looked, or where its part failed", () => {
		expect(judged({}, "1.4.4")).toMatchObject({
			standing: "not-evaluated",
			reason: "No scan in scope checked this.",
			closing: "Run an Nmap EOL scan.",
		});
		const failed = { ...NMAP, parts: [missed("ports"), evaluated("versions")] };
		expect(judged({ looks: [failed] }, "1.4.4").standing).toBe("not-evaluated");
	});

	test("is never said to be met", () => {
		const controls = judgeControls({ ...SCOPE, looks: [NMAP] });
		const texts = controls.map(({ standing, reason, closing }) => `${standing} ${reason} ${closing}`).join("\n");
		expect(texts).not.toMatch(/\b(met|passed|compliant)\b/i);
	});
});

describe("the table of controls", () => {
	test("names only controls that are there, and leaves none without a class", () => {
		for (const framework of FRAMEWORKS) {
			const named = CONTROL_CLASSES.flatMap(({ controls }) => controls[framework] ?? []);
			expect(new Set(named), framework).toEqual(new Set(Object.keys(CONTROLS[framework])));
		}
	});

	test("names only controls that some scan of ours can see", () => {
		expect(CONTROL_CLASSES.filter(({ sights }) => sights.length === 0)).toEqual([]);
	});

	test("names only existing rules, each once, and leaves out only those of our own that concern no control", () => {
		const rules = CONTROL_CLASSES.flatMap((each) => each.rules);
		expect(new Set(rules).size).toBe(rules.length);
		const own = Object.values(BASELINE).flatMap((list) => list.map(({ meta }) => meta.id));
		expect(own.filter((id) => !rules.includes(id)).toSorted()).toEqual([
			"permissions-policy-missing",
			"software-behind-latest",
			"software-support-unknown",
			"tls-1-3-missing",
		]);
		const tools = rules.filter((rule) => !own.includes(rule));
		expect(tools.filter((rule) => !/^(tls|wapiti|certificate)-|^zap-\d+$|-exposed$/.test(rule))).toEqual([]);
	});
});
