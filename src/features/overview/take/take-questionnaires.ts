import type { QueryClient } from "@tanstack/react-query";
import {
	libraryQuery,
	questionnaireListQuery,
	questionnaireQuery,
} from "#src/lib/questionnaires/questionnaires-api.ts";
import type { Scope } from "#src/lib/workspace/scope.ts";
import type { Anew, Keep, Keyed } from "./keep.ts";

/** Of how many open questionnaires, the newest first, the questions are kept. */
const DETAILS = 20;

/** Reads and keeps a client's open questionnaires and approved answers. Resolves to the details that are left to read. */
export async function takeQuestionnaires(queries: QueryClient, scope: Scope, anew: Anew, keep: Keep): Promise<Keyed[]> {
	const [list, library] = [
		questionnaireListQuery({ state: "open" }, scope),
		libraryQuery({ state: "approved" }, scope),
	];
	const open = await keep(list, queries.fetchInfiniteQuery({ ...list, ...anew, pages: 1 }));
	await keep(library, queries.fetchInfiniteQuery({ ...library, ...anew, pages: 1 }));
	return open.pages
		.flatMap((page) => page.questionnaires)
		.slice(0, DETAILS)
		.map(({ id }) => questionnaireQuery(id, scope));
}
