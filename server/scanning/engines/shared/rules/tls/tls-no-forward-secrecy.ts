import { atEndpoint } from "../../at-endpoint.ts";
import type { TlsEvidence } from "../../evidence.ts";
import type { RuleOver } from "../../rule.ts";

export const tlsNoForwardSecrecy: RuleOver<TlsEvidence> = {
	meta: {
		id: "tls-no-forward-secrecy",
		title: "Recorded traffic could be read later",
		severity: "low",
		cwe: 327,
		why: {
			owner: "Someone who records traffic today and gets hold of the server's key tomorrow can read all of it.",
			engineer:
				"Suites with static RSA key exchange are accepted: no forward secrecy, and open to Bleichenbacher-style attacks.",
		},
		fix: {
			owner: "Ask your host to leave out ciphers without forward secrecy.",
			engineer:
				"Remove the kRSA suites, so that only ECDHE (or DHE) key exchange is left, and let the server's order decide.",
		},
	},
	judge({ endpoint, withoutForwardSecrecy, preferred }) {
		if (withoutForwardSecrecy === undefined) return [];
		const preferredToo = preferred.version !== "TLSv1.3" && !/DHE/.test(preferred.cipher);
		return [
			{
				location: atEndpoint(endpoint),
				evidence: [
					{
						source: `TLS handshake with ${endpoint.host} port ${endpoint.port}, offered only ciphers without forward secrecy`,
						text: `Agreed to ${withoutForwardSecrecy}`,
					},
				],
				...(preferredToo ? { severity: "medium" } : {}),
			},
		];
	},
};
