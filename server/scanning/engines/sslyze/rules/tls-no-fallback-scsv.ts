import type { RuleOver } from "../../shared/rule.ts";
import type { SslyzeEvidence } from "../evidence.ts";
import { observed } from "./observed.ts";

export const noFallbackScsv: RuleOver<SslyzeEvidence> = {
	meta: {
		id: "tls-no-fallback-scsv",
		title: "Connections can be pushed to older encryption",
		severity: "low",
		cwe: 757,
		why: {
			owner: "Someone in between can make browsers use older encryption than both sides support.",
			engineer: "TLS_FALLBACK_SCSV (RFC 7507) is not honored while versions before TLS 1.2 are offered.",
		},
		fix: {
			owner: "Ask your host to switch off TLS 1.0 and 1.1.",
			engineer: "Allow TLS 1.2 and 1.3 only, or update the TLS library.",
		},
	},
	judge({ endpoint, result }) {
		const old = [result.ssl_3_0_cipher_suites, result.tls_1_0_cipher_suites, result.tls_1_1_cipher_suites];
		const downgradable = old.some((version) => version?.result?.is_tls_version_supported);
		return downgradable && result.tls_fallback_scsv?.result?.supports_fallback_scsv === false
			? [observed(endpoint, "TLS_FALLBACK_SCSV refused")]
			: [];
	},
};
