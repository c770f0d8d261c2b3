import { isIP } from "node:net";
import { isHttpsOnly } from "../../shared/https-only.ts";
import type { RuleOver } from "../../shared/rule.ts";
import type { SslyzeEvidence } from "../evidence.ts";
import { observed } from "./observed.ts";

export const hstsMissing: RuleOver<SslyzeEvidence> = {
	meta: {
		id: "hsts-missing",
		title: "Browsers are not told to insist on HTTPS",
		severity: "low",
		cwe: 319,
		why: {
			owner:
				"A visitor on a hostile network can be moved to an unencrypted copy of your site before HTTPS has a chance.",
			engineer: "No Strict-Transport-Security header came with the answer, so first requests can be stripped of TLS.",
		},
		fix: {
			owner: "Ask for HSTS to be switched on once every part of the site works over https.",
			engineer:
				"Send `Strict-Transport-Security: max-age=31536000; includeSubDomains`; begin with a short max-age if unsure.",
		},
	},
	judge({ endpoint, result }) {
		const headers = result.http_headers?.result;
		// Browsers ignore the header for IP addresses (RFC 6797, 8.1.1).
		if (isIP(endpoint.host) > 0 || isHttpsOnly(endpoint.host)) return [];
		if (!headers || headers.http_error_trace || headers.strict_transport_security_header) return [];
		return [observed(endpoint, "Strict-Transport-Security was not sent")];
	},
};
