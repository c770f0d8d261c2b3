import { atEndpoint } from "../../at-endpoint.ts";
import type { TlsEvidence } from "../../evidence.ts";
import type { RuleOver } from "../../rule.ts";

export const tlsInsecureRenegotiation: RuleOver<TlsEvidence> = {
	meta: {
		id: "tls-insecure-renegotiation",
		title: "Connections can be tampered with at renegotiation",
		severity: "medium",
		cwe: 310,
		why: {
			owner: "Someone in between can insert data of their own before what a visitor sends.",
			engineer: "Secure renegotiation (RFC 5746) is not supported, CVE-2009-3555.",
		},
		fix: {
			owner: "Ask your host to update the server.",
			engineer: "Update the TLS library, or forbid renegotiation.",
		},
	},
	judge({ endpoint, insecureRenegotiation }) {
		if (!insecureRenegotiation) return [];
		return [
			{
				location: atEndpoint(endpoint),
				evidence: [
					{
						source: `TLS handshakes with ${endpoint.host} port ${endpoint.port}`,
						text: "Secure renegotiation (RFC 5746) refused",
					},
				],
			},
		];
	},
};
