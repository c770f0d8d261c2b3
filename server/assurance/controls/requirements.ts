import type { FrameworkId } from "#contract/frameworks/pack.ts";
import { PACKS } from "#contract/frameworks/packs.ts";

const IDS = new Map(
	Object.entries(PACKS).map(([framework, { requirements }]) => [framework, new Set(requirements.map(({ id }) => id))]),
);

/** Whether one of our frameworks has this as a requirement, or as a heading. */
export const isRequirement = (framework: FrameworkId, id: string): boolean => IDS.get(framework)?.has(id) === true;
