import type { PopulationRow } from "#contract/frameworks/effectiveness.ts";
import { findingObservation, findingObservationId, isUnfixed, localDefinitions, risk, riskId } from "./observations.ts";
import type { OscalData, OscalTask } from "./oscal-data.ts";
import { each, head, idsOf, type Json, lazy, line, mapped, prop, prose } from "./words.ts";

/** What has to be done: findings that are not fixed, including accepted ones, and tasks. */
export function planOfAction(data: OscalData): Json {
	const open = data.findings.filter(isUnfixed);
	const ofFinding = (finding: PopulationRow): Json => ({
		uuid: idsOf(data)("item", finding.fingerprint),
		title: line(finding.title),
		description: prose(`${finding.title}, on ${finding.host}.`),
		props: [
			prop("severity", finding.severity),
			prop("outcome", finding.outcome),
			prop("controls", finding.controls),
			...(finding.due === "" ? [] : [prop("due", finding.due)]),
		],
		"related-observations": [{ "observation-uuid": findingObservationId(data, finding) }],
		"related-risks": [{ "risk-uuid": riskId(data, finding) }],
	});
	const ofTask = (task: OscalTask): Json => ({
		uuid: idsOf(data)("task", task.id),
		title: line(task.title),
		description: prose(task.note || task.title),
		props: [
			prop("state", task.state),
			...task.controls.map((code) => prop("control", code)),
			...(task.due === null ? [] : [prop("due", task.due)]),
		],
	});
	const items = lazy(open.length + data.tasks.length, function* () {
		yield* mapped(open, ofFinding);
		yield* mapped(data.tasks, ofTask);
	});
	return {
		"plan-of-action-and-milestones": {
			...head("plan-of-action-and-milestones", data),
			"system-id": { id: data.clientId },
			"local-definitions": localDefinitions(data),
			observations: each(open, (finding) => findingObservation(data, finding)),
			risks: each(open, (finding) => risk(data, finding)),
			"poam-items": items ?? [
				{
					uuid: idsOf(data)("item", "none"),
					title: "Nothing to do",
					description: "No finding was open at the end of the window, and no task is open.",
				},
			],
		},
	};
}
