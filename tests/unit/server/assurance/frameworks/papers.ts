import type { Decision, FrameworkDetail } from "#contract/frameworks/frameworks.ts";
import type { ShippedId } from "#contract/frameworks/pack.ts";
import { PACKS } from "#contract/frameworks/packs.ts";
import { accountId, clientId } from "#contract/ids.ts";
import { TIME_TO_FIX } from "#contract/workspaces/time-to-fix.ts";
import {
	detailOf,
	type FrameworkFacts,
	type FrameworkTexts,
	type ServingControl,
} from "#server/assurance/frameworks/detail-of.ts";
import { effectivenessOf } from "#server/assurance/frameworks/effectiveness/effectiveness-of.ts";
import type { EffectivenessFacts, FindingFacts, TestFacts } from "#server/assurance/frameworks/effectiveness/facts.ts";
import { population } from "#server/assurance/frameworks/effectiveness/population.ts";
import type { OscalData } from "#server/assurance/frameworks/oscal/oscal-data.ts";
import type { Whose } from "#server/assurance/frameworks/paper.ts";

/** What strangers write to break files: formulas, markup, directions, line breaks. */
export const HOSTILE = '=HYPERLINK("http://evil.example")\n<script>alert(1)</script> \u202egnp.exe & "quoted"; -1+1';

export const WHOSE: Whose = {
	workspace: { name: "Ada & Sons <ltd>", color: "blue", logo: null },
	client: { name: "Brunnen GmbH", color: "teal", own: false },
	generatedAt: "2026-11-21T08:15:00.000Z",
};

export const ADA = { accountId: accountId.parse("00000000-0000-4000-8000-000000000001"), name: "=Ada" };

export const decided = (
	state: Decision["state"],
	justification: string,
	{ reviewedOn = null, reasons = [] }: Partial<Pick<Decision, "reviewedOn" | "reasons">> = {},
): Decision => ({ state, reasons, justification, reviewedOn, saidAt: "2026-10-01T09:00:00.000Z", by: ADA });

export const control = (code: string, more: Partial<ServingControl> = {}): ServingControl => ({
	controlId: `00000000-0000-4000-8000-0000000000${code.slice(-2)}`,
	code,
	title: `Control ${code}`,
	state: "operating",
	standing: "none-seen",
	...more,
});

const NO_TEXTS: FrameworkTexts = {
	official: new Map(),
	evidence: new Map(),
	controls: new Map(),
	approvals: [],
	approved: undefined,
};

/** A framework about which nobody has said anything, with what is given. */
export const frameworkWith = (
	id: ShippedId,
	facts: Partial<FrameworkFacts> = {},
	texts: Partial<FrameworkTexts> = {},
): FrameworkDetail =>
	detailOf(
		PACKS[id],
		{ chosenAt: null, decisions: new Map(), controls: new Map(), catalog: null, ...facts },
		{ ...NO_TEXTS, ...texts },
	);

/** MVSP with some decisions, some controls, and hostile words. */
export const sampleFramework = (): FrameworkDetail =>
	frameworkWith(
		"mvsp",
		{
			chosenAt: "2026-09-01T00:00:00.000Z",
			decisions: new Map([
				["1.1", decided("applicable", "", { reviewedOn: "2026-11-01" })],
				["1.2", decided("not-applicable", HOSTILE)],
				["1.3", decided("applicable", "We sell to banks.", { reasons: ["law", "contract"] })],
			]),
			controls: new Map([
				["2.1", [control("VM-01")]],
				["1.1", [control("VM-01"), control("VM-02", { standing: "evidence-against" })]],
				["1.2", [control("VM-03", { standing: "evidence-against" })]],
				["1.3", [control("VM-04", { state: "retired", standing: "evidence-against" })]],
			]),
		},
		{
			evidence: new Map([["1.1", 3]]),
			official: new Map([["2.1", { title: "Official title 漢字", text: "" }]]),
			controls: new Map([
				[
					control("VM-01").controlId,
					{ isOwn: false, frameworks: [PACKS.mvsp, PACKS.gdpr, PACKS["soc-2"]], owner: ADA },
				],
				[control("VM-02").controlId, { isOwn: true, frameworks: [PACKS.mvsp], owner: ADA }],
			]),
		},
	);

const scanTest = (n: number, more: Partial<TestFacts> = {}): TestFacts => ({
	testId: `00000000-0000-4000-8000-00000000010${n}`,
	title: "Look for old protocols",
	spec: { kind: "scan", classes: ["old-protocols"], hosts: [], timeToFix: TIME_TO_FIX },
	everyDays: 7,
	active: true,
	createdAt: new Date("2026-08-01T00:00:00Z"),
	changedAt: null,
	runs: [
		{ day: "2026-09-02", result: "passed", count: 2 },
		{ day: "2026-09-20", result: "failed", count: 1 },
		{ day: "2026-09-21", result: "incomplete", count: 1 },
	],
	looked: new Map([["a.example", 2]]),
	...more,
});

/** A window with a weekly test, a paused checklist, and a control that nothing tests. */
export const sampleFacts = (): EffectivenessFacts => ({
	framework: "mvsp",
	from: "2026-09-01",
	to: "2026-09-30",
	today: "2026-11-21",
	firstScanAt: "2026-08-15T10:00:00.000Z",
	timeToFix: TIME_TO_FIX,
	hosts: ["a.example", "b.example"],
	controls: [
		{
			controlId: "00000000-0000-4000-8000-000000000001",
			code: "VM-01",
			title: HOSTILE,
			requirements: ["2.1", "3.3"],
			retiredOn: null,
			leftOut: [],
			tests: [
				scanTest(1),
				scanTest(2, {
					title: "Ask about updates",
					spec: { kind: "checklist", questions: ["Are updates installed?"] },
					everyDays: 365,
					active: false,
					createdAt: new Date("2026-09-10T00:00:00Z"),
					runs: [],
					looked: new Map(),
				}),
			],
		},
		{
			controlId: "00000000-0000-4000-8000-000000000002",
			code: "VM-02",
			title: "Control VM-02",
			requirements: ["2.1"],
			retiredOn: null,
			leftOut: [],
			tests: [],
		},
	],
});

const history = (n: number, more: Partial<FindingFacts> = {}): FindingFacts => ({
	fingerprint: n.toString(16).padStart(64, "0"),
	title: "TLS 1.0 is offered",
	rule: "tls-old-protocol",
	asset: "a.example",
	host: "a.example",
	severity: "high",
	firstSeenAt: new Date("2026-09-02T00:00:00Z"),
	fixedAt: null,
	reopenedAt: null,
	events: [],
	...more,
});

export const sampleHistories = (): FindingFacts[] => [
	history(1, { events: [{ at: new Date("2026-09-05T00:00:00Z"), by: "scan", what: "fixed" }] }),
	history(2),
	history(3, {
		title: HOSTILE,
		events: [
			{
				at: new Date("2026-09-05T00:00:00Z"),
				by: "person",
				state: "accepted",
				reason: HOSTILE,
				until: "2026-12-31",
			},
		],
	}),
];

/** Everything that OSCAL documents are made from, with hostile words. */
export const sampleOscal = (): OscalData => {
	const facts = sampleFacts();
	const counted = population(facts);
	const findings = sampleHistories().flatMap((each) => counted.judge(each) ?? []);
	return {
		window: { from: facts.from, to: facts.to },
		changedAt: "2026-10-01T09:00:00.000Z",
		clientId: clientId.parse("00000000-0000-4000-8000-0000000000aa"),
		subject: HOSTILE,
		framework: sampleFramework(),
		effectiveness: effectivenessOf(facts, counted),
		findings,
		controls: facts.controls.map(({ controlId: id, code, title, requirements }, at) => ({
			id,
			code,
			title,
			objective: at === 0 ? "" : HOSTILE,
			kind: at === 0 ? "technical" : "procedural",
			state: "operating",
			retiredOn: null,
			requirements,
		})),
		tasks: [
			{
				id: "00000000-0000-7000-8000-000000000077",
				title: HOSTILE,
				note: "",
				due: "2026-10-10",
				state: "open",
				createdAt: "2026-09-29T00:00:00.000Z",
				controls: ["VM-01"],
			},
		],
	};
};

/** A client that has done nothing yet. */
export const emptyOscal = (): OscalData => {
	const facts = { ...sampleFacts(), controls: [], hosts: [], firstScanAt: null };
	const counted = population(facts);
	return {
		...sampleOscal(),
		subject: "  ",
		framework: frameworkWith("gdpr"),
		effectiveness: effectivenessOf(facts, counted),
		findings: [],
		controls: [],
		tasks: [],
	};
};
