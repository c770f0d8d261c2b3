import type { LibraryFilter, LibraryPage } from "#contract/questionnaires/library.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { listLibrary } from "./list-library.ts";
import { createSayLibraryAnswer } from "./say-library-answer.ts";

/** The library of approved answers in PostgreSQL. If the scope names no client, all that the member may see. */
export const createLibraryStore = (walled: Pool, now: () => Date) => ({
	page: (
		scope: Scope,
		query: LibraryFilter & { cursor?: string | undefined; limit?: number | undefined },
	): Promise<LibraryPage | "bad_cursor"> => listLibrary(within(walled, scope), scope, query, now()),
	/** A reviewer's entries about an answer, field by field: the newest entry counts. The first one adds the answer. */
	say: createSayLibraryAnswer(walled, now),
});
