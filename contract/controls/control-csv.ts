import { type Csv, csvOf } from "#contract/csv.ts";
import { type ControlSummary, servedBy } from "./controls.ts";

/** A CSV file of controls. */
export const CONTROL_CSV: Csv<ControlSummary> = csvOf({
	code: ({ code }) => code,
	title: ({ title }) => title,
	kind: ({ kind }) => kind,
	state: ({ state }) => state,
	owner: ({ owner }) => owner?.name ?? null,
	standing: ({ standing }) => standing,
	why: ({ why }) => why,
	findings: ({ findings }) => findings,
	open_tasks: ({ openTasks }) => openTasks,
	next_due: ({ nextDue }) => nextDue,
	requirements: (control) =>
		servedBy(control)
			.map(({ framework, requirementId }) => `${framework} ${requirementId}`)
			.join(", "),
});
