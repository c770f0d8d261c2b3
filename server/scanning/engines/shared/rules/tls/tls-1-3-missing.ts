import { atEndpoint } from "../../at-endpoint.ts";
import type { TlsEvidence } from "../../evidence.ts";
import type { RuleOver } from "../../rule.ts";

export const tls13Missing: RuleOver<TlsEvidence> = {
	meta: {
		id: "tls-1-3-missing",
		title: "The newest encryption, TLS 1.3, is not offered",
		severity: "none",
		cwe: null,
		why: {
			owner:
				"Nothing is broken. TLS 1.3 connects faster and leaves out everything that was found weak in older versions.",
			engineer: "The server does not negotiate TLS 1.3 (RFC 8446); TLS 1.2 with good ciphers is still sound.",
		},
		fix: {
			owner: "Ask for TLS 1.3 at the next update of the server.",
			engineer: "Update the TLS library (OpenSSL 1.1.1 or later) and allow TLS 1.3 beside 1.2.",
		},
	},
	judge({ endpoint, offered, preferred }) {
		if (offered.includes("TLSv1.3") || offered.length === 0) return [];
		return [
			{
				location: atEndpoint(endpoint),
				evidence: [
					{
						source: `TLS handshakes with ${endpoint.host} port ${endpoint.port}`,
						text: `TLS 1.3 refused; agreed to ${preferred.version} when everything was offered`,
					},
				],
			},
		];
	},
};
