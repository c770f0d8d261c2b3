import type { RuleOver } from "../../shared/rule.ts";
import { oldSuites, type SslyzeEvidence } from "../evidence.ts";
import { observed } from "./observed.ts";

export const legacyCipher: RuleOver<SslyzeEvidence> = {
	meta: {
		id: "tls-legacy-cipher",
		title: "Ciphers that can be broken are accepted",
		severity: "medium",
		cwe: 327,
		why: {
			owner: "The server agrees to encryption that well-equipped attackers can break.",
			engineer:
				"RC4, DES, 3DES, export, RC2, IDEA, SEED or MD5-based suites are accepted (RFC 7465, CVE-2016-2183 and others).",
		},
		fix: {
			owner: "Ask your host to allow modern ciphers only.",
			engineer: "Take a current recommendation such as Mozilla's intermediate list.",
		},
	},
	judge({ endpoint, result }) {
		const legacy = oldSuites(result).flatMap(({ cipher_suite: { name } }) =>
			/_(RC4|RC2|DES|DES40|3DES|IDEA|SEED)_|_EXPORT|_MD5$/.test(name) ? [name] : [],
		);
		if (legacy.length === 0) return [];
		// 40 or 56 bits are found by trying them all.
		const isTrivial = legacy.some((name) => /_EXPORT|_DES_|_DES40_/.test(name));
		return [
			{
				...observed(endpoint, `Accepted: ${[...new Set(legacy)].join(", ")}`),
				...(isTrivial ? { severity: "high" as const } : {}),
			},
		];
	},
};
