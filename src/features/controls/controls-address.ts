import * as z from "zod/mini";
import { CONTROL_STATES, type ControlSummary, servedBy } from "#contract/controls/controls.ts";
import { STANDINGS } from "#contract/controls/standing.ts";
import { frameworkId } from "#contract/frameworks/pack.ts";
import { listAddress, oneOf, parsed, typed } from "#src/ui/hooks/list-address.ts";

export const TABS = ["all", ...STANDINGS] as const;

/** The tab, the search and the filter. */
export const { readAddress, writeAddress } = listAddress({
	tab: oneOf(TABS, "all"),
	q: typed(),
	state: oneOf(CONTROL_STATES, undefined),
	/** An account's ID, or `nobody`. */
	owner: parsed(z.string(), undefined),
	framework: parsed(frameworkId, undefined),
});
export type ControlsAddress = ReturnType<typeof readAddress>;

export const NOBODY = "nobody";

/** How many filters are set besides tab and search. */
export const filterCount = ({ state, owner, framework }: ControlsAddress): number =>
	[state, owner, framework].filter(Boolean).length;

/** Whether a control passes the filter, regardless of the tab. Retired ones are shown only on request. */
export function passes(control: ControlSummary, { q, state, owner, framework }: ControlsAddress): boolean {
	if (state ? control.state !== state : control.state === "retired") return false;
	if (owner && (owner === NOBODY ? control.owner !== null : control.owner?.accountId !== owner)) return false;
	if (framework && !servedBy(control).some((one) => one.framework === framework)) return false;
	const wanted = q.trim().toLowerCase();
	const texts = [control.code, control.title, ...servedBy(control).map(({ requirementId }) => requirementId)];
	return wanted === "" || texts.some((text) => text.toLowerCase().includes(wanted));
}
