import type { FrameworkId } from "#contract/frameworks/pack.ts";
import { PACKS } from "#contract/frameworks/packs.ts";

const IDS = new Map(
	Object.entries(PACKS).map(([framework, { requirements }]) => [framework, new Set(requirements.map(({ id }) => id))]),
);

/** Whether a framework of ours asks for this, or has it as a heading. */
export const isRequirement = (framework: FrameworkId, id: string): boolean => IDS.get(framework)?.has(id) === true;
