import type { FrameworkDetail, Reason, RequirementDetail } from "#contract/frameworks/frameworks.ts";
import { reasonsOf } from "#contract/frameworks/statement.ts";
import type { ClientFileRow } from "#contract/workspaces/client-file.ts";
import { implementationText } from "../statement/implementation.ts";
import { titleOf } from "../statement/statement-rows.ts";
import type { BundleControl } from "./bundle-control.ts";
import type { BundleRun } from "./bundle-run.ts";

type Piece = Pick<ClientFileRow<"evidence">, "id" | "about">;

/** What a piece of evidence serves: codes of controls, and ids of requirements of the bundle's framework. */
export type Serves = { controls: string[]; requirements: string[] };

/** A requirement with the codes of controls in the bundle that serve it, and the ids of evidence about it or them. */
export type BundleRequirement = Pick<
	RequirementDetail,
	"id" | "parent" | "title" | "isHeading" | "decision" | "standing"
> & {
	/** Why it applies, also by default. */
	reasons: Reason[];
	/** By the states of its controls. */
	implementation: string;
	controls: string[];
	evidence: string[];
};

/** Which evidence, controls and requirements of a bundle belong together. It grows while runs and evidence are read. */
export function whatServesWhat(framework: FrameworkDetail, controls: readonly BundleControl[]) {
	const codeOf = new Map(controls.map(({ id, code }) => [id, code]));
	const requirementsOf = new Map(controls.map(({ code, requirements }) => [code, requirements]));
	const order = new Map(framework.all.map(({ id }, at) => [id, at]));
	const shown = new Map<string, Set<string>>();
	const evidenceOf = { control: new Map<string, string[]>(), requirement: new Map<string, string[]>() };
	const add = (to: Map<string, string[]>, name: string, evidence: string) => {
		const before = to.get(name);
		if (before) before.push(evidence);
		else to.set(name, [evidence]);
	};
	return {
		/** A run shows that its evidence is about its control. */
		noteRun({ evidenceId, control }: Pick<BundleRun, "evidenceId" | "control">): void {
			if (evidenceId === null) return;
			const before = shown.get(evidenceId);
			if (before) before.add(control);
			else shown.set(evidenceId, new Set([control]));
		},
		/** To be called once for each piece, after all runs. */
		noteEvidence({ id, about }: Piece): Serves {
			const linked = about.flatMap((on) => (on.type === "control" ? (codeOf.get(on.id) ?? []) : []));
			const codes = [...new Set([...linked, ...(shown.get(id) ?? [])])].toSorted();
			const own = about.flatMap(({ type, id: subject }) =>
				type === "requirement" && subject.startsWith(`${framework.id} `) ? subject.slice(framework.id.length + 1) : [],
			);
			const requirements = [...new Set([...own, ...codes.flatMap((code) => requirementsOf.get(code) ?? [])])]
				.filter((requirement) => order.has(requirement))
				.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
			for (const code of codes) add(evidenceOf.control, code, id);
			for (const requirement of requirements) add(evidenceOf.requirement, requirement, id);
			return { controls: codes, requirements };
		},
		evidenceOfControl: (code: string): string[] => evidenceOf.control.get(code) ?? [],
		/** In the framework's order, with headings. */
		requirements: (): BundleRequirement[] =>
			framework.all.map((one) => ({
				id: one.id,
				parent: one.parent,
				title: titleOf(one),
				isHeading: one.isHeading,
				decision: one.decision,
				reasons: reasonsOf(one),
				implementation: one.isHeading ? "" : implementationText(one),
				standing: one.standing,
				controls: controls.flatMap(({ code, requirements }) => (requirements.includes(one.id) ? code : [])),
				evidence: evidenceOf.requirement.get(one.id) ?? [],
			})),
	};
}
