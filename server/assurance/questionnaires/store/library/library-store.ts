import type { Pool } from "#server/platform/db/pool.ts";
import { within } from "#server/platform/tenancy/within.ts";
import type { LibraryStore } from "../../ports.ts";
import { listLibrary } from "./list-library.ts";
import { createSayLibraryAnswer } from "./say-library-answer.ts";

/** The library of approved answers in PostgreSQL. */
export const createLibraryStore = (walled: Pool, now: () => Date): LibraryStore => ({
	page: (scope, query) => listLibrary(within(walled, scope), scope, query, now()),
	say: createSayLibraryAnswer(walled, now),
});
