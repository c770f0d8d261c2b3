import type {
	FindingFilter,
	FindingState,
	TrackedFinding,
	TrackedProblem,
} from "#contract/findings/vulnerabilities.ts";
import type { WaitingVerdict } from "../verdicts/waiting-verdicts.ts";
import type { Subject } from "./subject.ts";

/** What rows of a list need to be selected and decided about. */
export type Deciding = {
	/** Samples have no page of their own and take no verdicts. */
	sample: boolean;
	/** The list's filter. A problem counts only the places that pass it. */
	filter: FindingFilter;
	/** Returns the places of a problem that are on this device. */
	placesOf(problem: TrackedProblem): readonly TrackedFinding[];
	/** Whether the list holds findings in several states. */
	mixed: boolean;
	/** By finding. */
	waiting: ReadonlyMap<string, WaitingVerdict>;
	isChosen(name: string): boolean;
	choose(subject: Subject, isChosen: boolean): void;
	/** Acts on a row. From the keyboard, acts on the selection if there is one. */
	give(state: FindingState, subject: Subject, by: "menu" | "key"): void;
	takeBack(fingerprints: readonly string[]): void;
};
