import type { PwaArtifact } from "../gather/artifact.ts";

/** One thing that is wrong, and where. */
export type Problem = { where: string; problem: string };

/** No problems: passed. `null`: the audit does not apply, because the product has nothing of this kind. */
type Verdict = Problem[] | null;

export type PwaAudit = {
	id: `pwa-${string}`;
	/** Shown if it holds. */
	title: string;
	/** Shown if it does not. */
	failureTitle: string;
	/** Why it matters to the person who uses the app. */
	description: string;
	/** Share in the category's score. */
	weight: number;
	group: "install" | "offline" | "page";
	/** Pure: the same facts give the same verdict. */
	judge(facts: PwaArtifact): Verdict;
};
