import { atEndpoint } from "../../at-endpoint.ts";
import type { TlsEvidence } from "../../evidence.ts";
import type { RuleOver } from "../../rule.ts";

export const tlsWeakCipher: RuleOver<TlsEvidence> = {
	meta: {
		id: "tls-weak-cipher",
		title: "Ciphers that protect nothing are accepted",
		severity: "high",
		cwe: 327,
		why: {
			owner:
				"The server agrees to connections that look encrypted but can be read, or that do not prove who is on the other end.",
			engineer:
				"Anonymous or NULL cipher suites are negotiable: no authentication or no encryption, so a man in the middle has nothing to break.",
		},
		fix: {
			owner: "Ask your host to allow modern ciphers only.",
			engineer: "Exclude `aNULL` and `eNULL`, or take a current recommendation such as Mozilla's intermediate list.",
		},
	},
	judge({ endpoint, weakCiphers }) {
		if (weakCiphers.length === 0) return [];
		return [
			{
				location: atEndpoint(endpoint),
				evidence: weakCiphers.map((cipher) => ({
					source: `TLS handshake with ${endpoint.host} port ${endpoint.port}, offered unsafe ciphers only`,
					text: `Agreed to ${cipher}`,
				})),
			},
		];
	},
};
