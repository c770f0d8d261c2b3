import { atEndpoint } from "../../at-endpoint.ts";
import type { TlsEvidence } from "../../evidence.ts";
import type { RuleOver } from "../../rule.ts";

export const tlsBrowsersRefused: RuleOver<TlsEvidence> = {
	meta: {
		id: "tls-browsers-refused",
		title: "Browsers and the server agree on no encryption",
		severity: "high",
		cwe: null,
		why: {
			owner: "Visitors with a current browser see an error instead of your site.",
			engineer:
				"Everything that a current Chromium offers was refused: the server has only ciphers without ECDHE or with SHA-2 CBC, groups or signatures that browsers dropped, or a certificate whose key browsers do not take (Ed25519, Ed448, RSA-PSS, secp256k1, P-521).",
		},
		fix: {
			owner: "Ask your host for settings that current browsers accept.",
			engineer:
				"Use a certificate with an RSA 2048 or ECDSA P-256 key, and take a current recommendation for ciphers such as Mozilla's intermediate list.",
		},
	},
	judge({ endpoint, offered, refusedByBrowsers }) {
		// If there are only old versions, that is the cause, and another rule says so.
		if (!refusedByBrowsers || !offered.some((version) => version === "TLSv1.2" || version === "TLSv1.3")) return [];
		return [
			{
				location: atEndpoint(endpoint),
				evidence: [
					{
						source: `TLS handshake with ${endpoint.host} port ${endpoint.port}, offered what a browser offers`,
						text: "Refused; with everything offered, it agreed",
					},
				],
			},
		];
	},
};
