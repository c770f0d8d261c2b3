import * as z from "zod/mini";
import { type ControlSummary, controlState } from "#contract/controls/controls.ts";
import { STANDINGS, standing } from "#contract/controls/standing.ts";
import { frameworkId } from "#contract/frameworks/pack.ts";

export const TABS = ["all", ...STANDINGS] as const;

/** What the list's address says. */
const address = z.object({
	tab: z.catch(z.union([z.literal("all"), standing]), "all"),
	q: z.catch(z.string(), ""),
	state: z.catch(z.optional(controlState), undefined),
	/** Of an account; `nobody`. */
	owner: z.catch(z.optional(z.string()), undefined),
	framework: z.catch(z.optional(frameworkId), undefined),
});
export type ControlsAddress = z.infer<typeof address>;

/** Anyone may have typed it: a part that cannot be read filters nothing. */
export const readAddress = (query: URLSearchParams): ControlsAddress => address.parse(Object.fromEntries(query));

/** The first view has no query. */
export function writeAddress({ tab, ...filter }: ControlsAddress): URLSearchParams {
	const query = new URLSearchParams(tab === "all" ? {} : { tab });
	for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
	return query;
}

export const NOBODY = "nobody";

/** How many filters are set besides tab and search. */
export const filterCount = ({ state, owner, framework }: ControlsAddress): number =>
	[state, owner, framework].filter(Boolean).length;

/** Whether a control passes the filter, whatever the tab. Retired ones are shown only if they are asked for. */
export function passes(control: ControlSummary, { q, state, owner, framework }: ControlsAddress): boolean {
	if (state ? control.state !== state : control.state === "retired") return false;
	if (owner && (owner === NOBODY ? control.owner !== null : control.owner?.accountId !== owner)) return false;
	if (framework && !control.requirements.some((one) => one.framework === framework)) return false;
	const wanted = q.trim().toLowerCase();
	const texts = [control.code, control.title, ...control.requirements.map(({ requirementId }) => requirementId)];
	return wanted === "" || texts.some((text) => text.toLowerCase().includes(wanted));
}
