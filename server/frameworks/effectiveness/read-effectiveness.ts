import type { Effectiveness, PopulationRow, Window } from "#contract/frameworks/effectiveness.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import { readEffectivenessFacts, readFindingHistories } from "../../db/frameworks/effectiveness-facts.ts";
import type { Pool } from "../../db/pool.ts";
import { within } from "../../db/workspaces/within.ts";
import type { ClientScope } from "../ports.ts";
import { effectivenessOf } from "./effectiveness-of.ts";
import { population } from "./population.ts";

type Deps = { walled: Pool; now: () => Date; listHosts: (scope: ClientScope) => Promise<string[]> };

/** How the controls of a framework operated over a window, and the findings of that window. */
export function createEffectiveness({ walled, now, listHosts }: Deps) {
	const factsOf = async (scope: ClientScope, framework: FrameworkId, window: Window) =>
		readEffectivenessFacts(within(walled, scope), scope, {
			framework,
			...window,
			now: now(),
			hosts: await listHosts(scope),
		});
	/** Every finding of the window once, in batches. */
	async function* rowsOf(
		scope: ClientScope,
		{ to }: Window,
		judge: ReturnType<typeof population>["judge"],
	): AsyncGenerator<PopulationRow[]> {
		for await (const findings of readFindingHistories(within(walled, scope), scope, { to })) {
			yield findings.flatMap((finding) => judge(finding) ?? []);
		}
	}
	const withRows = async (scope: ClientScope, framework: FrameworkId, window: Window) => {
		const facts = await factsOf(scope, framework, window);
		const counted = population(facts);
		const findings: PopulationRow[] = [];
		for await (const rows of rowsOf(scope, window, counted.judge)) findings.push(...rows);
		return { effectiveness: effectivenessOf(facts, counted), findings };
	};
	return {
		/** With every finding of the window. */
		withRows,
		async read(scope: ClientScope, framework: FrameworkId, window: Window): Promise<Effectiveness> {
			const facts = await factsOf(scope, framework, window);
			const counted = population(facts);
			for await (const _ of rowsOf(scope, window, counted.judge)) {
				// Counted on the way.
			}
			return effectivenessOf(facts, counted);
		},
		async population(scope: ClientScope, framework: FrameworkId, window: Window) {
			const facts = await factsOf(scope, framework, window);
			return rowsOf(scope, window, population(facts).judge);
		},
	};
}
