import { atEndpoint } from "../../../shared/at-endpoint.ts";
import type { Rule } from "../../rule.ts";
import { fileEvidence } from "./file-evidence.ts";

export const securityTxtMissing: Rule<"files"> = {
	meta: {
		id: "security-txt-missing",
		title: "There is no address for reporting security problems",
		severity: "none",
		cwe: null,
		why: {
			owner: "Someone who finds a hole in your site has no way to tell you.",
			engineer: "There is no /.well-known/security.txt (RFC 9116), so reports get lost or go public.",
		},
		fix: {
			owner: "Ask your developers for the file, with a mailbox that is read.",
			engineer: "Serve /.well-known/security.txt with Contact and Expires fields.",
		},
	},
	judge({ endpoint, files }) {
		return files.flatMap((file) =>
			file.path === "/.well-known/security.txt" && file.matched === undefined
				? [{ location: { ...atEndpoint(endpoint), path: file.path }, evidence: [fileEvidence(endpoint, file)] }]
				: [],
		);
	},
};
