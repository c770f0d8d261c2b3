import type { RuleOver } from "../../shared/rule.ts";
import { oldSuites, type SslyzeEvidence } from "../evidence.ts";
import { observed } from "./observed.ts";

export const weakKeyExchange: RuleOver<SslyzeEvidence> = {
	meta: {
		id: "tls-weak-key-exchange",
		title: "Keys are agreed on with numbers that are too small",
		severity: "medium",
		cwe: 326,
		why: {
			owner: "Well-equipped attackers can compute the key that protects a connection.",
			engineer: "Diffie-Hellman groups below 2048 bits are used (Logjam, CVE-2015-4000, below 1024).",
		},
		fix: {
			owner: "Ask your host for larger Diffie-Hellman groups, or to leave them out.",
			engineer: "Offer ECDHE alone, or the groups of RFC 7919 from ffdhe2048 on.",
		},
	},
	judge({ endpoint, result }) {
		const sizes = oldSuites(result).flatMap(({ ephemeral_key: key }) => (key?.type_name === "DH" ? [key.size] : []));
		const smallest = Math.min(...sizes);
		return smallest < 2_048 ? [observed(endpoint, `Diffie-Hellman group of ${smallest} bits`)] : [];
	},
};
