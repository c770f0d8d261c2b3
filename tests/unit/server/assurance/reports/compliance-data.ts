import { CATALOG } from "#contract/controls/catalog-data.ts";
import { controlId } from "#contract/controls/controls.ts";
import type { Standing } from "#contract/controls/standing.ts";
import { FRAMEWORK_IDS } from "#contract/frameworks/framework-ids.ts";
import type { Decision } from "#contract/frameworks/frameworks.ts";
import type { ShippedId } from "#contract/frameworks/pack.ts";
import { PACKS } from "#contract/frameworks/packs.ts";
import { detailOf } from "#server/assurance/frameworks/detail-of.ts";
import type { ReportCompliance } from "#server/assurance/reports/data/compliance.ts";

type Some = {
	client?: string;
	/** By code; the others are not evaluated. */
	standings?: Record<string, Standing>;
	/** Codes. */
	retired?: string[];
	/** By id of a requirement. */
	decisions?: Record<string, Decision>;
	isChosen?: boolean;
};

const idOf = (at: number) => controlId.parse(`0191e4a0-0000-4000-8000-${String(at).padStart(12, "0")}`);

/** How a client stands with frameworks whose controls are those of our catalog. */
export function complianceOf(
	frameworks: readonly ShippedId[],
	{ client = "", standings = {}, retired = [], decisions = {}, isChosen = true }: Some = {},
): ReportCompliance {
	const controls = CATALOG.map(({ code, title, requirements, tests }, at) => ({
		id: idOf(at + 1),
		code,
		title,
		state: retired.includes(code) ? ("retired" as const) : ("planned" as const),
		standing: standings[code] ?? ("not-evaluated" as const),
		requirements: FRAMEWORK_IDS.flatMap((framework) =>
			(requirements[framework] ?? []).map((requirementId) => ({ framework, requirementId })),
		),
		looksFor: tests.flatMap((test) => (test.kind === "scan" ? [{ classes: test.classes, hosts: [] }] : [])),
	}));
	const detail = (id: ShippedId) =>
		detailOf(
			PACKS[id],
			{
				chosenAt: isChosen ? "2026-10-01T09:00:00.000Z" : null,
				decisions: new Map(Object.entries(decisions)),
				controls: new Map(
					PACKS[id].requirements.map((one) => [
						one.id,
						controls
							.filter(({ requirements }) =>
								requirements.some(({ framework, requirementId }) => framework === id && requirementId === one.id),
							)
							.map(({ id: controlId, code, title, state, standing }) => ({ controlId, code, title, state, standing })),
					]),
				),
				catalog: null,
			},
			{ official: new Map(), evidence: new Map(), controls: new Map(), approvals: [], approved: undefined },
		);
	return {
		client,
		frameworks: frameworks.map(detail),
		controls: controls
			.filter(
				({ state, requirements }) =>
					state !== "retired" && requirements.some(({ framework }) => frameworks.includes(framework)),
			)
			.map(({ state: _, ...control }) => ({ ...control, leftOut: [], findings: 0, why: `${control.code} is why.` })),
	};
}
