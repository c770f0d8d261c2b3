import type { RuleOver } from "../../shared/rule.ts";
import type { SslyzeEvidence } from "../evidence.ts";
import { observed } from "./observed.ts";

export const insecureRenegotiation: RuleOver<SslyzeEvidence> = {
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
	judge({ endpoint, result }) {
		return result.session_renegotiation?.result?.supports_secure_renegotiation === false
			? [observed(endpoint, "Secure renegotiation (RFC 5746) refused")]
			: [];
	},
};
