import { controlId as controlIdSchema } from "#contract/controls/controls.ts";
import { RUN_RESULTS, testId } from "#contract/controls/tests.ts";
import type { ControlInWindow, Effectiveness, TestInWindow } from "#contract/frameworks/effectiveness.ts";
import { addedOn, type ControlFacts, type EffectivenessFacts, hostsOf, lastDue, type TestFacts } from "./facts.ts";
import { noOutcomes } from "./outcomes.ts";
import { dueOf } from "./periods.ts";
import type { Population } from "./population.ts";
import { remarksOn } from "./remarks.ts";

/** How controls operated between two days. Pure. */
export function effectivenessOf(
	facts: EffectivenessFacts,
	{ total, byControl }: Pick<Population, "total" | "byControl">,
): Effectiveness {
	const { framework, from, to, firstScanAt, controls } = facts;
	const isTested = ({ tests }: ControlFacts) => tests.some(({ active }) => active);
	return {
		framework,
		from,
		to,
		firstScanAt,
		controls: controls.map((control) => inWindow(facts, control, byControl.get(control.controlId) ?? noOutcomes())),
		population: total,
		untested: controls
			.filter((control) => !isTested(control))
			.map(({ controlId, code, title }) => ({ controlId: controlIdSchema.parse(controlId), code, title })),
	};
}

function inWindow(
	facts: EffectivenessFacts,
	control: ControlFacts,
	population: ControlInWindow["population"],
): ControlInWindow {
	const { controlId, code, title, requirements } = control;
	const tests = control.tests.map((test) => testInWindow(facts, control, test));
	return {
		controlId: controlIdSchema.parse(controlId),
		code,
		title,
		requirements: [...requirements],
		tests,
		population,
		remarks: remarksOn(facts, control, tests),
	};
}

function testInWindow(facts: EffectivenessFacts, { retiredOn, leftOut }: ControlFacts, test: TestFacts): TestInWindow {
	const { spec, runs, everyDays, title, looked } = test;
	const complete = new Set(runs.filter(({ result }) => result !== "incomplete").map(({ day }) => day));
	const [passed = 0, failed = 0, incomplete = 0] = RUN_RESULTS.map((result) =>
		runs.filter((run) => run.result === result).reduce((sum, { count }) => sum + count, 0),
	);
	const inScope = hostsOf(test, { leftOut }, facts);
	const due = dueOf({
		from: facts.from,
		to: lastDue(facts, retiredOn),
		added: addedOn(test),
		everyDays,
		days: complete,
	});
	return {
		testId: testId.parse(test.testId),
		title,
		kind: spec.kind,
		everyDays,
		...due,
		passed,
		failed,
		incomplete,
		hosts:
			spec.kind === "scan"
				? {
						all: inScope.length,
						looked: inScope.filter((host) => looked.has(host)).length,
						withGaps: inScope.filter((host) => (looked.get(host) ?? due.due) < due.due).length,
					}
				: null,
	};
}
