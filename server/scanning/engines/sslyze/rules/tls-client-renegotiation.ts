import type { RuleOver } from "../../shared/rule.ts";
import type { SslyzeEvidence } from "../evidence.ts";
import { observed } from "./observed.ts";

export const clientRenegotiation: RuleOver<SslyzeEvidence> = {
	meta: {
		id: "tls-client-renegotiation",
		title: "Visitors can keep the server busy for nothing",
		severity: "low",
		cwe: 400,
		why: {
			owner: "A single machine can keep your server busy with handshakes.",
			engineer: "Client-initiated renegotiation is accepted many times in one connection (CVE-2011-1473).",
		},
		fix: {
			owner: "Ask your host to forbid renegotiation by clients.",
			engineer: "Forbid client-initiated renegotiation, or allow TLS 1.3 alone, which has none.",
		},
	},
	judge({ endpoint, result }) {
		return result.session_renegotiation?.result?.is_vulnerable_to_client_renegotiation_dos
			? [observed(endpoint, "Client-initiated renegotiation accepted without a limit")]
			: [];
	},
};
