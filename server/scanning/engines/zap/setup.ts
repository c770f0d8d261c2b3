/** A rule of ZAP's: its number, and its name, which is text of ZAP's. */
export type ZapRule = { id: string; name: string };

/** What ZAP answered about its rules. A passive rule is off for every plan; an active one is only ever missing. */
export type ZapRules = { passive: readonly (ZapRule & { isOn: boolean })[]; active: readonly ZapRule[] };

/** How the ZAP that ran the plan was set, where that decides what it could see. */
export type ZapSetup =
	/** Started by us for one run, in a home of its own, with our settings. */
	| { status: "ours" }
	/** Others may have set it: how many rules were on, and those that were not. */
	| { status: "asked"; passive: number; active: number; off: readonly ZapRule[] }
	/** Others may have set it, and it did not say how. */
	| { status: "unknown" };

/**
 * Joins what ZAP answered before and after a plan: a rule counts as off if it was off or missing at either time, because it may have been
 * turned off in between. Pure.
 */
export function setupOf(before: ZapRules, after: ZapRules): ZapSetup {
	const [onBefore, onAfter] = [before, after].map(({ passive, active }) => ({
		passive: new Set(passive.flatMap(({ id, isOn }) => (isOn ? [id] : []))),
		active: new Set(active.map(({ id }) => id)),
	}));
	const split = (kind: "passive" | "active") => {
		const all = new Map([...before[kind], ...after[kind]].map(({ id, name }) => [id, { id, name }]));
		const off = [...all.values()].filter(({ id }) => !onBefore?.[kind].has(id) || !onAfter?.[kind].has(id));
		return { on: all.size - off.length, off };
	};
	const [passive, active] = [split("passive"), split("active")];
	return { status: "asked", passive: passive.on, active: active.on, off: [...passive.off, ...active.off] };
}
