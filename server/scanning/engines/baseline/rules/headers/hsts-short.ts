import ipaddr from "ipaddr.js";
import { atEndpoint } from "../../../shared/at-endpoint.ts";
import { isHttpsOnly } from "../../../shared/https-only.ts";
import type { Rule } from "../../rule.ts";
import { sent } from "../places.ts";
import { readHsts } from "./hsts.ts";

const ENOUGH_SECONDS = 180 * 86_400;

export const hstsShort: Rule<"headers"> = {
	meta: {
		id: "hsts-short",
		title: "The promise to use HTTPS only is short or switched off",
		severity: "low",
		cwe: 319,
		why: {
			owner:
				"Browsers soon forget that your site insists on encryption, so people who visit rarely are as exposed as if it were not set.",
			engineer:
				"The max-age of Strict-Transport-Security is below 180 days, missing or zero (zero even deletes what browsers have stored), or the header is malformed and browsers ignore it.",
		},
		fix: {
			owner: "Ask for the HSTS period to be raised to a year.",
			engineer:
				"Raise max-age to 31536000 when the site has run on https alone for a while. Separate directives by semicolons, and give each once.",
		},
	},
	judge({ exchange }) {
		const { scheme, host } = exchange.endpoint;
		// Browsers look at the first header only (RFC 6797, 8.1).
		const value = exchange.headers.get("strict-transport-security")?.[0];
		if (scheme !== "https" || ipaddr.isValid(host) || isHttpsOnly(host) || value === undefined) return [];
		const read = readHsts(value);
		if (read.status === "heeded" && read.seconds >= ENOUGH_SECONDS) return [];
		const { source, text } = sent(exchange, "Strict-Transport-Security", value);
		return [
			{
				location: atEndpoint(exchange.endpoint),
				evidence: [
					{ source, text },
					...(read.status === "ignored" ? [{ source, text: `Browsers ignore this header: ${read.why}` }] : []),
				],
			},
		];
	},
};
