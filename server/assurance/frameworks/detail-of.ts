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
	type StatementApproval,
} from "#contract/frameworks/frameworks.ts";
import { alwaysOf, leavesOf, type Pack } from "#contract/frameworks/pack.ts";
import { type ControlOrigin, defaultReasons } from "./default-reasons.ts";
import { basisOf, changedSince, hashOf, type StatementBasis } from "./statement/basis.ts";

/** A control that serves requirements of a framework. */
export type ServingControl = {
	controlId: string;
	code: string;
	title: string;
	state: ControlState;
	standing: Standing;
	reviewedByAuthor?: "some" | "all";
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
	/** By id of a control that serves it. */
	controls: ReadonlyMap<string, ControlOrigin & { owner: Decision["by"] }>;
	/** Approved versions of the statement, newest first. */
	approvals: readonly StatementApproval[];
	/** What the newest one approved. */
	approved: StatementBasis | undefined;
};

const UNDECIDED: Decision = {
	state: "undecided",
	reasons: [],
	justification: "",
	reviewedOn: null,
	saidAt: null,
	by: null,
};

/** Whatever an earlier version let people say of it. */
const appliesAlways = (decision = UNDECIDED): Decision =>
	decision.state === "applicable" ? decision : { ...UNDECIDED, state: "applicable" };

const standingOfRequirement = (controls: readonly ServingControl[] = []): RequirementStanding =>
	standingOfControls(countedStandings(controls));

/** A framework in the list. Pure. */
export function summaryOf(pack: Pack, { chosenAt, decisions, controls, catalog }: FrameworkFacts): FrameworkSummary {
	const { requirements: _requirements, ...rest } = pack;
	const always = alwaysOf(pack);
	const leaves = leavesOf(pack).map(({ id }) => {
		const { state, reviewedOn } = decisions.get(id) ?? UNDECIDED;
		const applies = always.has(id) || state !== "not-applicable";
		return { id, state, applies, isReviewed: reviewedOn !== null, standing: standingOfRequirement(controls.get(id)) };
	});
	const counted = (is: (leaf: (typeof leaves)[number]) => boolean) => leaves.filter(is).length;
	const decided = (is: (leaf: (typeof leaves)[number]) => boolean) =>
		counted((leaf) => !always.has(leaf.id) && is(leaf));
	const byState = Object.fromEntries(
		DECISION_STATES.map((state) => [state, decided((leaf) => leaf.state === state)]),
	) as Record<Decision["state"], number>;
	const standings = Object.fromEntries(
		REQUIREMENT_STANDINGS.map((standing) => [standing, counted((leaf) => leaf.applies && leaf.standing === standing)]),
	) as RequirementStandingCounts;
	return {
		...rest,
		requirements: leaves.length,
		chosenAt,
		decisions: { ...byState, reviewed: decided(({ isReviewed }) => isReviewed) },
		standings,
		catalog,
	};
}

/** A framework with all of its requirements. Pure. */
export function detailOf(pack: Pack, facts: FrameworkFacts, texts: FrameworkTexts): FrameworkDetail {
	const { official, evidence, approvals, approved } = texts;
	const leaves = new Set(leavesOf(pack).map(({ id }) => id));
	const always = alwaysOf(pack);
	const all = pack.requirements.map(({ id, parent = null, title, about }): RequirementDetail => {
		const isHeading = !leaves.has(id);
		const controls = facts.controls.get(id) ?? [];
		const origins = controls.flatMap(({ controlId, state }) =>
			state === "retired" ? [] : (texts.controls.get(controlId) ?? []),
		);
		const decision = facts.decisions.get(id) ?? UNDECIDED;
		return {
			id,
			parent,
			title,
			about,
			official: official.get(id) ?? null,
			isHeading,
			always: always.has(id),
			decision: isHeading ? null : always.has(id) ? appliesAlways(decision) : decision,
			defaultReasons: isHeading ? [] : defaultReasons(pack.id, origins),
			standing: isHeading ? null : standingOfRequirement(controls),
			controls: isHeading
				? []
				: controls.map((control) => ({ ...control, owner: texts.controls.get(control.controlId)?.owner ?? null })),
			evidence: isHeading ? 0 : (evidence.get(id) ?? 0),
		};
	});
	const basis = basisOf(all);
	const statement = {
		basis: hashOf(basis),
		approvals: [...approvals],
		changed: approved ? changedSince(approved, basis) : null,
	};
	return { ...summaryOf(pack, facts), all, statement };
}
