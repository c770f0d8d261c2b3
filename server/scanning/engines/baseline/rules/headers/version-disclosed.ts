import { atEndpoint } from "../../../shared/at-endpoint.ts";
import type { Rule } from "../../rule.ts";

export const versionDisclosed: Rule<"software"> = {
	meta: {
		id: "version-disclosed",
		title: "The server tells everyone which version it runs",
		severity: "low",
		cwe: 200,
		why: {
			owner: "Attackers look for servers with known holes by version. Yours answers that question before it is asked.",
			engineer:
				"A response header names software with its version, which lets exploits be matched to it automatically.",
		},
		fix: {
			owner: "Ask your host to hide version numbers. It does not replace updates.",
			engineer:
				"For example `server_tokens off` (nginx), `ServerTokens Prod` (Apache), `expose_php = Off` (PHP), and remove X-Powered-By.",
		},
	},
	judge({ software }) {
		return software.map(({ name, version, endpoint, source, text }) => ({
			location: atEndpoint(endpoint, name.toLowerCase()),
			title: `The server tells everyone that it runs ${name} ${version}`,
			evidence: [{ source, text }],
		}));
	},
};
