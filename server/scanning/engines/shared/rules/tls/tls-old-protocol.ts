import { atEndpoint } from "../../at-endpoint.ts";
import type { TlsEvidence } from "../../evidence.ts";
import type { RuleOver } from "../../rule.ts";

export const tlsOldProtocol: RuleOver<TlsEvidence> = {
	meta: {
		id: "tls-old-protocol",
		title: "Outdated encryption is still offered",
		severity: "medium",
		cwe: 327,
		why: {
			owner: "The server still accepts encryption that was abandoned years ago. Card and audit rules forbid it.",
			engineer:
				"TLS 1.0 or 1.1 is accepted (deprecated by RFC 8996): no modern ciphers, SHA-1 in the handshake, open to downgrade attacks.",
		},
		fix: {
			owner:
				"Ask your host to switch off TLS 1.0 and 1.1. Visitors with a browser from the last ten years will not notice.",
			engineer: "Allow TLS 1.2 and 1.3 only, for example `ssl_protocols TLSv1.2 TLSv1.3;` in nginx.",
		},
	},
	judge({ endpoint, offered }) {
		const old = offered.filter((version) => version === "TLSv1" || version === "TLSv1.1");
		if (old.length === 0) return [];
		return [
			{
				location: atEndpoint(endpoint),
				evidence: [
					{
						source: `TLS handshakes with ${endpoint.host} port ${endpoint.port}`,
						text: `Accepted: ${offered.map((version) => (version === "TLSv1" ? "TLS 1.0" : version.replace("v", " "))).join(", ")}`,
					},
				],
				...(old.length === offered.length ? { severity: "high" } : {}),
			},
		];
	},
};
