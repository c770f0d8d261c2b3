import type { RuleOver } from "../../shared/rule.ts";
import type { SslyzeEvidence } from "../evidence.ts";
import { observed } from "./observed.ts";

export const robot: RuleOver<SslyzeEvidence> = {
	meta: {
		id: "tls-robot",
		title: "Recorded traffic can be decrypted (ROBOT)",
		severity: "high",
		cwe: 203,
		why: {
			owner: "Someone who recorded traffic can decrypt it by asking your server the right questions.",
			engineer: "A Bleichenbacher oracle answers RSA key exchanges (ROBOT, CVE-2017-13099 and others).",
		},
		fix: {
			owner: "Ask your host to update the server and to leave out ciphers without forward secrecy.",
			engineer: "Remove all TLS_RSA suites, and update the TLS stack or load balancer.",
		},
	},
	judge({ endpoint, result }) {
		const verdict = result.robot?.result?.robot_result ?? "";
		if (!verdict.startsWith("VULNERABLE")) return [];
		const weak = verdict.includes("WEAK");
		return [
			{
				...observed(endpoint, weak ? "A weak oracle was found" : "A strong oracle was found"),
				...(weak ? { severity: "medium" } : {}),
			},
		];
	},
};
