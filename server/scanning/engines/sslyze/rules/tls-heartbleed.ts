import type { RuleOver } from "../../shared/rule.ts";
import type { SslyzeEvidence } from "../evidence.ts";
import { observed } from "./observed.ts";

export const heartbleed: RuleOver<SslyzeEvidence> = {
	meta: {
		id: "tls-heartbleed",
		title: "The server's memory can be read (Heartbleed)",
		severity: "high",
		cwe: 126,
		why: {
			owner: "Anyone can read passwords and keys out of the server's memory, without leaving a trace.",
			engineer: "CVE-2014-0160: the heartbeat extension answers with memory beyond its payload.",
		},
		fix: {
			owner: "Ask your host to update at once, and to replace the certificate's key and all passwords afterwards.",
			engineer: "Update OpenSSL, then replace keys, certificates and session secrets, as they must be taken for known.",
		},
	},
	judge({ endpoint, result }) {
		return result.heartbleed?.result?.is_vulnerable_to_heartbleed
			? [observed(endpoint, "Vulnerable to CVE-2014-0160")]
			: [];
	},
};
