import { REASONS, type Reason } from "#contract/frameworks/frameworks.ts";
import type { FrameworkId, Pack } from "#contract/frameworks/pack.ts";

/** Where a control came from. */
export type ControlOrigin = {
	/** Whether the client added it, and our catalog did not propose it. */
	isOwn: boolean;
	/** The frameworks it serves that the client has chosen. */
	frameworks: readonly Pick<Pack, "id" | "kind">[];
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
			...frameworks.filter(({ id }) => id !== framework).map(({ kind }) => OF_KIND[kind]),
		]),
	);
	return REASONS.filter((reason) => found.has(reason));
}
