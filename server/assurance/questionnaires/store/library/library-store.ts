import type { LibraryFilter, LibraryPage } from "#contract/questionnaires/library.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { listLibrary } from "./list-library.ts";
import { createSayLibraryAnswer } from "./say-library-answer.ts";

/** The library of approved answers in PostgreSQL. Without a client in the scope, all that the member may see. */
export const createLibraryStore = (walled: Pool, now: () => Date) => ({
	page: (
		scope: Scope,
		query: LibraryFilter & { cursor?: string | undefined; limit?: number | undefined },
	): Promise<LibraryPage | "bad_cursor"> => listLibrary(within(walled, scope), scope, query, now()),
	/** What a reviewer says of an answer, field by field: the word said last counts. The first word adds it. */
	say: createSayLibraryAnswer(walled, now),
});
