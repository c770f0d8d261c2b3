import { endedObservation } from "../../../shared/rules/software/end-of-life.ts";
import type { Rule } from "../../rule.ts";

export const libraryEndOfLife: Rule<"content"> = {
	meta: {
		id: "library-end-of-life",
		title: "A script library no longer gets security fixes",
		severity: "medium",
		cwe: 1104,
		why: {
			owner: "The page uses a script library whose makers no longer fix security holes. New holes will stay open.",
			engineer:
				"The version's release line is past its end of life upstream; known and future vulnerabilities get no patch.",
		},
		fix: {
			owner: "Ask your developers to move to a supported version.",
			engineer:
				"Move to a maintained major version, test with its migration notes, and let a dependency check run in CI.",
		},
	},
	judge({ software }, now) {
		return software.flatMap((seen) => {
			const observation = endedObservation(seen, now);
			return observation ? [observation] : [];
		});
	},
};
