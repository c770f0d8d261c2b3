import type { QueryClient } from "@tanstack/react-query";
import { allIn } from "#contract/frameworks/frameworks.ts";
import { complianceOverviewQuery, frameworkQuery, frameworksQuery } from "#src/lib/compliance/frameworks-api.ts";
import { controlListQuery, controlQuery } from "#src/lib/controls/controls-api.ts";
import { taskListQuery, taskQuery } from "#src/lib/tasks/tasks-api.ts";
import { membersQuery } from "#src/lib/workspace/members/members-query.ts";
import type { WorkScope } from "#src/lib/workspace/scope.ts";
import type { Anew, Keep, Keyed } from "./keep.ts";

/** How many controls (by code) and tasks (first due first) to keep the details of. */
const DETAILS = 200;

/** Reads and keeps a client's frameworks, controls and tasks. Resolves to the details that are left to read. */
export async function takeCompliance(queries: QueryClient, scope: WorkScope, anew: Anew, keep: Keep): Promise<Keyed[]> {
	const [overview, frameworks, controls, members] = [
		complianceOverviewQuery(scope),
		frameworksQuery(scope),
		controlListQuery({}, scope),
		membersQuery({ workspace: scope.workspace, client: null }),
	];
	await keep(overview, queries.fetchQuery({ ...overview, ...anew }));
	await keep(members, queries.fetchQuery({ ...members, ...anew }));
	const known = await keep(frameworks, queries.fetchQuery({ ...frameworks, ...anew }));
	const list = await keep(controls, queries.fetchQuery({ ...controls, ...anew }));
	const tasks = taskListQuery({}, scope);
	const open = await keep(tasks, queries.fetchInfiniteQuery({ ...tasks, ...anew, pages: 1 }));
	for (const filter of [{ owner: "mine" }, { overdue: "yes" }] as const) {
		const query = taskListQuery(filter, scope);
		await keep(query, queries.fetchInfiniteQuery({ ...query, ...anew, pages: 1 }));
	}
	return [
		...allIn(known)
			.filter(({ chosenAt }) => chosenAt !== null)
			.map(({ id }) => frameworkQuery(id, scope)),
		...list.controls.slice(0, DETAILS).map(({ id }) => controlQuery(id, scope)),
		...open.pages
			.flatMap((page) => page.tasks)
			.slice(0, DETAILS)
			.map(({ id }) => taskQuery(id, scope)),
	];
}
