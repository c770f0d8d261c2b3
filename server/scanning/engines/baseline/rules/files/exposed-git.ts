import { atEndpoint } from "../../../shared/at-endpoint.ts";
import type { Rule } from "../../rule.ts";
import { fileEvidence } from "./file-evidence.ts";

export const exposedGit: Rule<"files"> = {
	meta: {
		id: "exposed-git",
		title: "The source code of the site can be downloaded",
		severity: "high",
		cwe: 538,
		why: {
			owner:
				"Anyone can copy the site's programs with their whole history, and passwords that were ever stored in them.",
			engineer: "The .git folder is served: from HEAD and the objects the whole repository can be rebuilt.",
		},
		fix: {
			owner:
				"Ask your host to block the folder today, and your developers to change every password that was ever in the code.",
			engineer:
				"Deny paths that begin with `/.git`, deploy without the folder, and rotate every secret in the history.",
		},
	},
	judge({ endpoint, files }) {
		return files.flatMap((file) =>
			file.path === "/.git/HEAD" && file.matched !== undefined
				? [{ location: { ...atEndpoint(endpoint), path: file.path }, evidence: [fileEvidence(endpoint, file)] }]
				: [],
		);
	},
};
