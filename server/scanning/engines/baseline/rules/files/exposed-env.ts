import { atEndpoint } from "../../../shared/at-endpoint.ts";
import type { Rule } from "../../rule.ts";
import { fileEvidence } from "./file-evidence.ts";

export const exposedEnv: Rule<"files"> = {
	meta: {
		id: "exposed-env",
		title: "A file with passwords is public",
		severity: "high",
		cwe: 538,
		why: {
			owner: "A file that usually holds passwords for databases and mail can be read by anyone.",
			engineer: "The .env file is served as text. Treat every secret in it as known.",
		},
		fix: {
			owner: "Ask your host to block the file now, and change every password in it.",
			engineer:
				"Deny dot files, move the file out of the web root, rotate all of its secrets, and look through the access log for /.env.",
		},
	},
	judge({ endpoint, files }) {
		return files.flatMap((file) =>
			file.path === "/.env" && file.matched !== undefined
				? [{ location: { ...atEndpoint(endpoint), path: file.path }, evidence: [fileEvidence(endpoint, file)] }]
				: [],
		);
	},
};
