import * as z from "zod/mini";
import type { EvidenceFilter } from "#contract/evidence/evidence.ts";
import { EVIDENCE_KINDS, EVIDENCE_STATES, FRESHNESS } from "#contract/evidence/state.ts";
import { listAddress, oneOf, parsed } from "#src/ui/hooks/list-address.ts";

export const TABS = ["all", "unlinked", "linked"] as const;

/** Who added it: a person, the product, or either. */
export const METHODS = ["by-hand", "automatic", "any"] as const;

/** The tab, the search and the filter. The first view shows what people added. */
export const { readAddress, writeAddress } = listAddress({
	tab: oneOf(TABS, "all"),
	method: oneOf(METHODS, "by-hand"),
	/** The search, as typed. */
	q: parsed(z.string().check(z.maxLength(200)), ""),
	kind: oneOf(EVIDENCE_KINDS, undefined),
	state: oneOf(EVIDENCE_STATES, undefined),
	freshness: oneOf(FRESHNESS, undefined),
	/** The period, YYYY-MM-DD. */
	from: parsed(z.iso.date(), undefined),
	to: parsed(z.iso.date(), undefined),
});
export type InboxAddress = ReturnType<typeof readAddress>;

/** The filter of the list when nothing else is chosen. */
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
