import type { RuleOver } from "../../shared/rule.ts";
import type { SslyzeEvidence } from "../evidence.ts";
import { observed } from "./observed.ts";

export const compression: RuleOver<SslyzeEvidence> = {
	meta: {
		id: "tls-compression",
		title: "Compression gives secrets away (CRIME)",
		severity: "medium",
		cwe: 310,
		why: {
			owner: "Session cookies can be guessed letter by letter from the size of encrypted answers.",
			engineer: "TLS-level compression is on, CVE-2012-4929.",
		},
		fix: {
			owner: "Ask your host to switch TLS compression off.",
			engineer: "Disable TLS compression; current libraries leave it out.",
		},
	},
	judge({ endpoint, result }) {
		return result.tls_compression?.result?.supports_compression ? [observed(endpoint, "TLS compression accepted")] : [];
	},
};
