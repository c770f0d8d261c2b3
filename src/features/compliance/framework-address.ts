import * as z from "zod/mini";
import { REQUIREMENT_STANDINGS } from "#contract/controls/standing.ts";
import { listAddress, oneOf, parsed, typed } from "#src/ui/hooks/list-address.ts";

export const TABS = ["requirements", "effectiveness", "about"] as const;

/** Filters by decision. `reviewed`: decided and reviewed since then. */
export const DECISION_FILTERS = ["undecided", "applicable", "not-applicable", "reviewed"] as const;
export type DecisionFilter = (typeof DECISION_FILTERS)[number];

export const { readAddress, writeAddress } = listAddress({
	tab: oneOf(TABS, "requirements"),
	q: typed(),
	standing: oneOf(REQUIREMENT_STANDINGS, undefined),
	decision: oneOf(DECISION_FILTERS, undefined),
	/** The ID of the open requirement. */
	requirement: typed(),
	/** The window, YYYY-MM-DD. Empty: the last 90 days. */
	from: parsed(z.iso.date(), ""),
	to: parsed(z.iso.date(), ""),
});
export type FrameworkAddress = ReturnType<typeof readAddress>;
