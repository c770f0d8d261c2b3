import * as z from "zod/mini";
import type { EvidenceFilter } from "#contract/evidence/evidence.ts";
import { evidenceKind, evidenceState, FRESHNESS } from "#contract/evidence/state.ts";

export const TABS = ["all", "unlinked", "linked"] as const;

/** Who added it: a person, the product, or either. */
export const METHODS = ["by-hand", "automatic", "any"] as const;

const address = z.object({
	tab: z.catch(z.enum(TABS), "all"),
	/** What is searched for, as it was typed. */
	q: z.catch(z.string().check(z.maxLength(200)), ""),
	method: z.catch(z.enum(METHODS), "by-hand"),
	kind: z.catch(z.optional(evidenceKind), undefined),
	state: z.catch(z.optional(evidenceState), undefined),
	freshness: z.catch(z.optional(z.enum(FRESHNESS)), undefined),
	/** Of the period, YYYY-MM-DD. */
	from: z.catch(z.optional(z.iso.date()), undefined),
	to: z.catch(z.optional(z.iso.date()), undefined),
});
/** What the library's address says. */
export type InboxAddress = z.infer<typeof address>;

/** Anybody may have typed it: anything else than what we write is the first view, which shows what people added. */
export const readAddress = (query: URLSearchParams): InboxAddress => address.parse(Object.fromEntries(query));

/** The first view has no query. */
export function writeAddress({ tab, method, ...rest }: InboxAddress): URLSearchParams {
	const query = new URLSearchParams();
	if (tab !== "all") query.set("tab", tab);
	if (method !== "by-hand") query.set("method", method);
	for (const [name, value] of Object.entries(rest)) if (value) query.set(name, value);
	return query;
}

/** What is listed before it is filtered. */
export const baseOf = (method: InboxAddress["method"]): EvidenceFilter => (method === "any" ? {} : { method });

/** The same as a filter of the API, without empty parts. */
export const filterOf = ({ tab, q, method, kind, state, freshness, from, to }: InboxAddress): EvidenceFilter => ({
	...baseOf(method),
	...(tab !== "all" && { linked: tab === "linked" ? "yes" : "no" }),
	...(kind && { kind }),
	...(state && { state }),
	...(freshness && { freshness }),
	...(from && { from }),
	...(to && { to }),
	...(q.trim() !== "" && { q: q.trim() }),
});

/** How many filters are set besides the tab and the search. */
export const filterCount = ({ method, kind, state, freshness, from, to }: InboxAddress): number =>
	[method !== "by-hand", kind, state, freshness, from || to].filter(Boolean).length;
