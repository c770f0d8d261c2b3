import type { PopulationRow } from "#contract/frameworks/effectiveness.ts";
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
import { at, head, idsOf, type Json, label, line, list, token } from "./words.ts";

/** What was tested and seen in a window. What nothing speaks against gets no finding: that does not make it satisfied. */
export function assessmentResults(data: OscalData): Json {
	const { window, framework, effectiveness, findings } = data;
	const id = idsOf(data);
	const plan = id("plan", framework.id);
	const requirements = framework.all.filter(({ isHeading }) => !isHeading);
	const inScope = requirements.filter(({ decision }) => decision?.state !== "not-applicable");
	const against = inScope.flatMap(({ id: requirement, title }): Json[] => finding(data, requirement, title));
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
					observations: list([...tests, ...findings.map((each) => findingObservation(data, each))]),
					risks: list(findings.filter(isUnfixed).map((each) => risk(data, each))),
					findings: list(against),
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

/** Speaks against a requirement, in a window: a finding that was not fixed in time, or a test that failed. */
function finding(data: OscalData, requirement: string, title: string): Json[] {
	const controls = data.effectiveness.controls.filter(({ requirements }) => requirements.includes(requirement));
	const codes = new Set<string>(controls.map(({ code }) => code));
	const failed = controls.flatMap(({ tests }) => tests.filter((test) => test.failed > 0));
	const against = data.findings.filter(
		(each) => (isUnfixed(each) || each.outcome === "fixed-late") && servesOne(each, codes),
	);
	if (failed.length === 0 && against.length === 0) return [];
	const found: Json = {
		uuid: idsOf(data)("against", data.framework.id, requirement, data.window.from, data.window.to),
		title: line(`${requirement} ${title}`),
		description: `Findings that were not fixed, or fixed late: ${against.length}. Tests that failed: ${failed.length}.`,
		target: {
			type: "objective-id",
			"target-id": token(requirement),
			props: [label(requirement)],
			status: { state: "not-satisfied", reason: "fail" },
		},
		"related-observations": [
			...failed.map(({ testId }) => testObservationId(data, testId)),
			...against.map((each) => findingObservationId(data, each)),
		].map((uuid) => ({ "observation-uuid": uuid })),
		"related-risks": list(against.filter(isUnfixed).map((each) => ({ "risk-uuid": riskId(data, each) }))),
	};
	return [found];
}

const servesOne = ({ controls }: PopulationRow, codes: ReadonlySet<string>): boolean =>
	controls.split(" ").some((code) => codes.has(code));
