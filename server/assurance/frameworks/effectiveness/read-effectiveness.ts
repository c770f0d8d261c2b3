import type { Effectiveness, PopulationRow, Window } from "#contract/frameworks/effectiveness.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import type { ClientScope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { classOf } from "../../findings/finding-classes.ts";
import { readEffectivenessFacts, readWindowFacts } from "../store/effectiveness-facts.ts";
import { readFindingHistories, readFindingsAlike } from "../store/finding-histories.ts";
import { endOf, startOf } from "./days.ts";
import { eachTextOnce } from "./each-text-once.ts";
import { effectivenessOf } from "./effectiveness-of.ts";
import type { EffectivenessFacts, FindingFacts, WindowFacts } from "./facts.ts";
import { namesHosts, population } from "./population.ts";

type Deps = { walled: Pool; now: () => Date };

/** How the controls of a framework operated over a window, and the findings of that window. */
export function createEffectiveness({ walled, now }: Deps) {
	const factsOf = (scope: ClientScope, framework: FrameworkId, window: Window) =>
		readWindowFacts(within(walled, scope), scope, { framework, ...window, now: now() });
	const withRuns = (scope: ClientScope, facts: WindowFacts): Promise<EffectivenessFacts> =>
		readEffectivenessFacts(within(walled, scope), scope, facts);
	const askedOf = (facts: WindowFacts) => ({ from: facts.from, to: facts.to, rules: rulesOf(facts) });
	/** Every finding of the window once, in batches. */
	async function* rowsOf(
		scope: ClientScope,
		facts: WindowFacts,
		judge: ReturnType<typeof population>["judge"],
	): AsyncGenerator<PopulationRow[]> {
		for await (const findings of readFindingHistories(within(walled, scope), scope, askedOf(facts))) {
			yield findings.flatMap((finding) => judge(finding) ?? []);
		}
	}
	const withRows = async (scope: ClientScope, framework: FrameworkId, window: Window) => {
		const facts = await factsOf(scope, framework, window);
		const counted = population(facts);
		const findings: PopulationRow[] = [];
		const once = eachTextOnce();
		let changedAt = startOf(window.from);
		const judge: typeof counted.judge = (finding) => {
			const row = counted.judge(finding);
			if (row) changedAt = latest(changedAt, lastChange(finding, endOf(window.to)));
			return row;
		};
		const [ran] = await Promise.all([
			withRuns(scope, facts),
			(async () => {
				for await (const rows of rowsOf(scope, facts, judge)) findings.push(...rows.map(once));
			})(),
		]);
		return { effectiveness: effectivenessOf(ran, counted), findings, changedAt };
	};
	return {
		/** With every finding of the window, and when one of them last changed in it. */
		withRows,
		async read(scope: ClientScope, framework: FrameworkId, window: Window): Promise<Effectiveness> {
			const facts = await factsOf(scope, framework, window);
			const counted = population(facts);
			const asked = { ...askedOf(facts), assets: namesHosts(facts.controls) };
			const [ran] = await Promise.all([
				withRuns(scope, facts),
				(async () => {
					for await (const alike of readFindingsAlike(within(walled, scope), scope, asked)) {
						for (const { finding, count } of alike) counted.count(finding, count);
					}
				})(),
			]);
			return effectivenessOf(ran, counted);
		},
		async population(scope: ClientScope, framework: FrameworkId, window: Window) {
			const facts = await factsOf(scope, framework, window);
			return rowsOf(scope, facts, population(facts).judge);
		},
	};
}

/** Those that one of the tests looks for. */
const rulesOf = ({ controls }: WindowFacts): string[] => [
	...new Set(
		controls
			.flatMap(({ tests }) => tests.flatMap(({ spec }) => (spec.kind === "scan" ? spec.classes : [])))
			.flatMap((id) => classOf(id)?.rules ?? []),
	),
];

const latest = (one: Date, other: Date): Date => (one > other ? one : other);

/** When a finding was first seen, or something was last said about it, before the end of a window. */
const lastChange = ({ firstSeenAt, fixedAt, reopenedAt, events }: FindingFacts, end: Date): Date =>
	[firstSeenAt, fixedAt, reopenedAt, ...events.map(({ at }) => at)].reduce<Date>(
		(last, at) => (at !== null && at < end ? latest(last, at) : last),
		firstSeenAt,
	);
