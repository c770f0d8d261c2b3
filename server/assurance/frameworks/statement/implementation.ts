import { countedControls, type RequirementDetail } from "#contract/frameworks/frameworks.ts";

/** How far a requirement is put into practice, by the states that people gave its controls. Retired ones do not count. */
export function implementationText({ controls }: Pick<RequirementDetail, "controls">): string {
	const states = countedControls(controls).map(({ state }) => state);
	const operating = states.filter((state) => state === "operating").length;
	if (states.length === 0) return "No control";
	if (operating === states.length) return "Implemented";
	if (operating > 0) return `Partly implemented: ${operating} of ${states.length}`;
	return states.includes("planned") ? "Planned" : "Not implemented";
}

/** The owners of its controls, each once. */
export const responsibleText = ({ controls }: Pick<RequirementDetail, "controls">): string =>
	[...new Set(countedControls(controls).flatMap(({ owner }) => owner?.name ?? []))].join(", ");
