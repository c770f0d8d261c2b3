import ipaddr from "ipaddr.js";
import { atEndpoint } from "../../../shared/at-endpoint.ts";
import { isHttpsOnly } from "../../../shared/https-only.ts";
import type { Rule } from "../../rule.ts";
import { header, notSent } from "../places.ts";

export const hstsMissing: Rule<"headers"> = {
	meta: {
		id: "hsts-missing",
		title: "Browsers are not told to insist on HTTPS",
		severity: "low",
		cwe: 319,
		why: {
			owner:
				"A visitor on a hostile network, such as open Wi-Fi, can be moved to an unencrypted copy of your site before HTTPS has a chance.",
			engineer:
				"Without Strict-Transport-Security a browser tries http first whenever a link or address says so, which leaves the first request open to SSL stripping.",
		},
		fix: {
			owner: "Ask for HSTS to be switched on once every part of the site works over https.",
			engineer:
				"Send `Strict-Transport-Security: max-age=31536000; includeSubDomains` on https answers; begin with a short max-age if unsure.",
		},
	},
	judge({ exchanges }) {
		const hosts = Map.groupBy(exchanges, ({ endpoint }) => `${endpoint.scheme} ${endpoint.host}:${endpoint.port}`);
		return [...hosts.values()].flatMap((answers) => {
			const [first] = answers;
			// Browsers ignore the header for IP addresses (RFC 6797, 8.1.1).
			if (first?.endpoint.scheme !== "https" || ipaddr.isValid(first.endpoint.host)) return [];
			if (isHttpsOnly(first.endpoint.host)) return [];
			if (answers.some((answer) => header(answer, "strict-transport-security") !== undefined)) return [];
			return [{ location: atEndpoint(first.endpoint), evidence: [notSent(first, "Strict-Transport-Security")] }];
		});
	},
};
