import type { PwaArtifact } from "../gather/artifact.ts";

/** One thing that is not as it should be, and where. */
export type Problem = { where: string; problem: string };

/** No problems: passed. `null`: the audit does not apply, because the product has nothing of the kind to be told about. */
type Verdict = Problem[] | null;

export type PwaAudit = {
	id: `pwa-${string}`;
	/** Said when it holds. */
	title: string;
	/** Said when it does not. */
	failureTitle: string;
	/** Why it matters to the person who uses the app. */
	description: string;
	/** Share in the category's score. */
	weight: number;
	group: "install" | "offline" | "page";
	/** Pure: the same facts, the same verdict. */
	judge(facts: PwaArtifact): Verdict;
};
