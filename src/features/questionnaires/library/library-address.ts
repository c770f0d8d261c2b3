import { LIBRARY_STATES, type LibraryState } from "#contract/questionnaires/library.ts";

export type LibraryAddress = { tab: LibraryState; q: string };

/** Anything we would not write shows the first view: what can be given now. */
export const readAddress = (query: URLSearchParams): LibraryAddress => ({
	tab: LIBRARY_STATES.find((name) => name === query.get("tab")) ?? "approved",
	q: (query.get("q") ?? "").slice(0, 200),
});

/** The first view has no query. */
export const writeAddress = ({ tab, q }: LibraryAddress): URLSearchParams =>
	new URLSearchParams({ ...(tab !== "approved" && { tab }), ...(q !== "" && { q }) });
