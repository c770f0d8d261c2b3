import type { ControlState } from "#contract/controls/controls.ts";
import {
	REQUIREMENT_STANDINGS,
	type RequirementStanding,
	type RequirementStandingCounts,
	type Standing,
	standingOfControls,
} from "#contract/controls/standing.ts";
import {
	countedStandings,
	DECISION_STATES,
	type Decision,
	type FrameworkDetail,
	type FrameworkSummary,
	type RequirementDetail,
} from "#contract/frameworks/frameworks.ts";
import { leavesOf, type Pack } from "#contract/frameworks/pack.ts";

/** A control that serves requirements of a framework. */
export type ServingControl = {
	controlId: string;
	code: string;
	title: string;
	state: ControlState;
	standing: Standing;
};

/** What is known about one framework of a client, by ids of requirements. */
export type FrameworkFacts = {
	chosenAt: string | null;
	decisions: ReadonlyMap<string, Decision>;
	/** By code. */
	controls: ReadonlyMap<string, readonly ServingControl[]>;
	catalog: FrameworkSummary["catalog"];
};

/** Additional facts that only its own page shows. */
export type FrameworkTexts = {
	official: ReadonlyMap<string, { title: string; text: string }>;
	evidence: ReadonlyMap<string, number>;
};

const UNDECIDED: Decision = { state: "undecided", justification: "", reviewedOn: null, saidAt: null, by: null };

const standingOfRequirement = (controls: readonly ServingControl[] = []): RequirementStanding =>
	standingOfControls(countedStandings(controls));

/** A framework in the list. Pure. */
export function summaryOf(
	{ requirements, ...rest }: Pack,
	{ chosenAt, decisions, controls, catalog }: FrameworkFacts,
): FrameworkSummary {
	const leaves = leavesOf({ requirements }).map(({ id }) => {
		const { state, reviewedOn } = decisions.get(id) ?? UNDECIDED;
		return { state, isReviewed: reviewedOn !== null, standing: standingOfRequirement(controls.get(id)) };
	});
	const counted = (is: (leaf: (typeof leaves)[number]) => boolean) => leaves.filter(is).length;
	const byState = Object.fromEntries(
		DECISION_STATES.map((state) => [state, counted((leaf) => leaf.state === state)]),
	) as Record<Decision["state"], number>;
	const standings = Object.fromEntries(
		REQUIREMENT_STANDINGS.map((standing) => [
			standing,
			counted((leaf) => leaf.state !== "not-applicable" && leaf.standing === standing),
		]),
	) as RequirementStandingCounts;
	return {
		...rest,
		requirements: leaves.length,
		chosenAt,
		decisions: { ...byState, reviewed: counted(({ isReviewed }) => isReviewed) },
		standings,
		catalog,
	};
}

/** A framework with all of its requirements. Pure. */
export function detailOf(pack: Pack, facts: FrameworkFacts, { official, evidence }: FrameworkTexts): FrameworkDetail {
	const leaves = new Set(leavesOf(pack).map(({ id }) => id));
	const all = pack.requirements.map(({ id, parent = null, title, about }): RequirementDetail => {
		const isHeading = !leaves.has(id);
		const controls = facts.controls.get(id) ?? [];
		return {
			id,
			parent,
			title,
			about,
			official: official.get(id) ?? null,
			isHeading,
			decision: isHeading ? null : (facts.decisions.get(id) ?? UNDECIDED),
			standing: isHeading ? null : standingOfRequirement(controls),
			controls: isHeading ? [] : [...controls],
			evidence: isHeading ? 0 : (evidence.get(id) ?? 0),
		};
	});
	return { ...summaryOf(pack, facts), all };
}
