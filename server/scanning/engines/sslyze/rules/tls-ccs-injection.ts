import type { RuleOver } from "../../shared/rule.ts";
import type { SslyzeEvidence } from "../evidence.ts";
import { observed } from "./observed.ts";

export const ccsInjection: RuleOver<SslyzeEvidence> = {
	meta: {
		id: "tls-ccs-injection",
		title: "Connections can be taken over (OpenSSL CCS injection)",
		severity: "high",
		cwe: 310,
		why: {
			owner: "Someone in between can read and change what is sent.",
			engineer: "CVE-2014-0224: ChangeCipherSpec is accepted too early, so weak keys can be forced.",
		},
		fix: {
			owner: "Ask your host to update the server's encryption library.",
			engineer: "Update OpenSSL to 1.0.1h, 1.0.0m, 0.9.8za or any later line.",
		},
	},
	judge({ endpoint, result }) {
		return result.openssl_ccs_injection?.result?.is_vulnerable_to_ccs_injection
			? [observed(endpoint, "Vulnerable to CVE-2014-0224")]
			: [];
	},
};
