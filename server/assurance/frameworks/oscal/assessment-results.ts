import type { ControlInWindow } from "#contract/frameworks/effectiveness.ts";
import {
	findingObservation,
	findingObservationId,
	isUnfixed,
	localDefinitions,
	risk,
	riskId,
	testObservation,
	testObservationId,
} from "./observations.ts";
import type { OscalData } from "./oscal-data.ts";
import { at, each, head, idsOf, type Json, label, lazy, line, mapped, token } from "./words.ts";

/** What was tested and seen in a window. A requirement with no evidence against it gets no finding: that does not make it satisfied. */
export function assessmentResults(data: OscalData): Json {
	const { window, framework, effectiveness, findings } = data;
	const id = idsOf(data);
	const plan = id("plan", framework.id);
	const requirements = framework.all.filter(({ isHeading }) => !isHeading);
	const inScope = requirements.filter(({ decision }) => decision?.state !== "not-applicable");
	const against = againstOf(data);
	const spoken = inScope.flatMap(({ id: requirement, title }) => {
		const speaking = controlsAgainst(data, requirement, against);
		return speaking.length > 0 ? [{ requirement, title, speaking }] : [];
	});
	const tests = effectiveness.controls.flatMap((control) =>
		control.tests.map((test) => testObservation(data, control, test)),
	);
	const named = (all: typeof requirements): Json[] => all.map((each) => ({ "control-id": token(each.id) }));
	const selection: Json =
		inScope.length > 0
			? { "include-controls": named(inScope) }
			: { "include-all": {}, "exclude-controls": named(requirements) };
	return {
		"assessment-results": {
			...head("assessment-results", data),
			"import-ap": { href: `#${plan}` },
			results: [
				{
					uuid: id("result", framework.id, window.from, window.to),
					title: line(`${framework.name}, ${window.from} to ${window.to}`),
					description:
						"Findings of scans and runs of tests in the window. The window is counted in days (UTC), both included.",
					start: at(window.from),
					end: `${window.to}T23:59:59Z`,
					"local-definitions": localDefinitions(data),
					"reviewed-controls": {
						"control-selections": [selection],
					},
					observations: lazy(tests.length + findings.length, function* () {
						yield* tests;
						yield* mapped(findings, (one) => findingObservation(data, one));
					}),
					risks: each(findings.filter(isUnfixed), (one) => risk(data, one)),
					findings: each(spoken, (one) => finding(data, one, against)),
				},
			],
			"back-matter": {
				resources: [
					{
						uuid: plan,
						title: "How it was assessed",
						description:
							"Each control has tests: scans from outside, checklists, documents and attestations, each with a cadence.",
					},
				],
			},
		},
	};
}

type Against = ReadonlyMap<string, readonly number[]>;

/** By the code of a control: where in the findings those are that were not fixed in time. */
function againstOf({ findings }: OscalData): Against {
	const against = new Map<string, number[]>();
	for (const [at, one] of findings.entries()) {
		if (!isUnfixed(one) && one.outcome !== "fixed-late") continue;
		for (const code of one.controls.split(" ")) {
			const of = against.get(code);
			if (of) of.push(at);
			else against.set(code, [at]);
		}
	}
	return against;
}

/** Those that serve a requirement and have evidence against them. */
const controlsAgainst = ({ effectiveness }: OscalData, requirement: string, against: Against): ControlInWindow[] =>
	effectiveness.controls.filter(
		({ code, requirements, tests }) =>
			requirements.includes(requirement) && (against.has(code) || tests.some(({ failed }) => failed > 0)),
	);

type Spoken = { requirement: string; title: string; speaking: readonly ControlInWindow[] };

/** Evidence against a requirement, in a window: findings that were not fixed in time, and tests that failed. */
function finding(data: OscalData, { requirement, title, speaking }: Spoken, against: Against): Json {
	const failed = speaking.flatMap(({ tests }) => tests.filter((test) => test.failed > 0));
	const places = new Set(speaking.flatMap(({ code }) => against.get(code) ?? []));
	const all = [...places].sort((a, b) => a - b).flatMap((at) => data.findings[at] ?? []);
	return {
		uuid: idsOf(data)("against", data.framework.id, requirement, data.window.from, data.window.to),
		title: line(`${requirement} ${title}`),
		description: `Findings that were not fixed, or fixed late: ${all.length}. Tests that failed: ${failed.length}.`,
		target: {
			type: "objective-id",
			"target-id": token(requirement),
			props: [label(requirement)],
			status: { state: "not-satisfied", reason: "fail" },
		},
		"related-observations": lazy(failed.length + all.length, function* () {
			for (const { testId } of failed) yield { "observation-uuid": testObservationId(data, testId) };
			for (const one of all) yield { "observation-uuid": findingObservationId(data, one) };
		}),
		"related-risks": each(all.filter(isUnfixed), (one) => ({ "risk-uuid": riskId(data, one) })),
	};
}
