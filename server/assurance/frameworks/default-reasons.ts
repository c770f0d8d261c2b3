import { REASONS, type Reason } from "#contract/frameworks/frameworks.ts";
import type { FrameworkId, Pack } from "#contract/frameworks/pack.ts";
import { PACKS } from "#contract/frameworks/packs.ts";

/** Where a control came from. */
export type ControlOrigin = {
	/** Whether the client added it, and our catalog did not propose it. */
	isOwn: boolean;
	/** The frameworks it serves that the client has chosen. */
	frameworks: readonly FrameworkId[];
};

/** A law asks for it; a standard is promised to others; a guideline is followed freely. */
const OF_KIND: Readonly<Record<Pack["kind"], Reason>> = { law: "law", standard: "contract", guideline: "practice" };

/**
 * Why a requirement of a framework applies, as far as its controls show it: the other frameworks that they serve, a client’s own decision
 * to add one, or our catalog, which is good practice. Empty without a control.
 */
export function defaultReasons(framework: FrameworkId, controls: readonly ControlOrigin[]): Reason[] {
	const found = new Set(
		controls.flatMap(({ isOwn, frameworks }): Reason[] => [
			isOwn ? "risk" : "practice",
			...frameworks.filter((other) => other !== framework).map((other) => OF_KIND[PACKS[other].kind]),
		]),
	);
	return REASONS.filter((reason) => found.has(reason));
}
