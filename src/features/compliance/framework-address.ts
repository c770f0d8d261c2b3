import * as z from "zod/mini";
import { requirementStanding } from "#contract/controls/standing.ts";

export const TABS = ["requirements", "effectiveness", "about"] as const;

/** What is filtered by: how it stands, or what was decided. `reviewed`: decided, and reviewed since. */
export const DECISION_FILTERS = ["undecided", "applicable", "not-applicable", "reviewed"] as const;
export type DecisionFilter = (typeof DECISION_FILTERS)[number];

const address = z.object({
	tab: z.catch(z.enum(TABS), "requirements"),
	q: z.catch(z.string(), ""),
	standing: z.catch(z.optional(requirementStanding), undefined),
	decision: z.catch(z.optional(z.enum(DECISION_FILTERS)), undefined),
	/** The one that is opened. */
	requirement: z.catch(z.string(), ""),
	/** Of the window, YYYY-MM-DD; empty: the last 90 days. */
	from: z.catch(z.iso.date(), ""),
	to: z.catch(z.iso.date(), ""),
});
export type FrameworkAddress = z.infer<typeof address>;

/** Anyone may have typed it: a part that cannot be read says nothing. */
export const readAddress = (query: URLSearchParams): FrameworkAddress => address.parse(Object.fromEntries(query));

/** The first view has no query. */
export function writeAddress({ tab, ...rest }: FrameworkAddress): URLSearchParams {
	const query = new URLSearchParams(tab === "requirements" ? {} : { tab });
	for (const [name, value] of Object.entries(rest)) if (value) query.set(name, value);
	return query;
}
