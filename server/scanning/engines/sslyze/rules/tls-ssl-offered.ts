import type { RuleOver } from "../../shared/rule.ts";
import type { SslyzeEvidence } from "../evidence.ts";
import { observed } from "./observed.ts";

export const sslOffered: RuleOver<SslyzeEvidence> = {
	meta: {
		id: "tls-ssl-offered",
		title: "Encryption broken for years is still offered",
		severity: "high",
		cwe: 327,
		why: {
			owner: "The server accepts encryption that anyone in between can break.",
			engineer:
				"SSL 2.0 or 3.0 is accepted (RFC 6176, RFC 7568): DROWN and POODLE apply, also to connections made with newer versions under the same key.",
		},
		fix: {
			owner: "Ask your host to switch SSL off today. Visitors do not need it.",
			engineer: "Allow TLS 1.2 and 1.3 only, and replace the key if SSL 2.0 was on.",
		},
	},
	judge({ endpoint, result }) {
		const offered = [
			...(result.ssl_2_0_cipher_suites?.result?.is_tls_version_supported ? ["SSL 2.0"] : []),
			...(result.ssl_3_0_cipher_suites?.result?.is_tls_version_supported ? ["SSL 3.0"] : []),
		];
		return offered.length === 0 ? [] : [observed(endpoint, `Accepted: ${offered.join(", ")}`)];
	},
};
