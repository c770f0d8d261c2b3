import ipaddr from "ipaddr.js";
import { answerOf } from "../../gather/web/answer.ts";
import type { Rule } from "../../rule.ts";
import { atPage } from "../places.ts";

export const httpNotRedirected: Rule<"redirects"> = {
	meta: {
		id: "http-not-redirected",
		title: "Visitors who arrive over HTTP are not moved to HTTPS",
		severity: "medium",
		cwe: 319,
		why: {
			owner:
				"Someone who types your address without https stays on an unencrypted page, where others on the same network can read and change what they see.",
			engineer:
				"The plain HTTP origin answers with content instead of a redirect, so a first visit is open to reading and to tampering on the path.",
		},
		fix: {
			owner: "Ask for a permanent redirect from http to https for the whole site.",
			engineer:
				"Answer every request on the HTTP port with 301 or 308 to the same path on https, and serve nothing else there.",
		},
	},
	judge({ ports, walks }) {
		// Without HTTPS there is nothing to redirect to; `no-https` says so.
		if (ports.some(({ port, status }) => port === 443 && status === "closed")) return [];
		return walks.flatMap(({ start, end }) => {
			if (start.scheme !== "http" || end.status !== "answered" || end.exchange.endpoint.scheme !== "http") return [];
			const { exchange } = end;
			if ((exchange.status >= 400 && exchange.status !== 401) || answerOf(exchange).kind === "bot-wall") return [];
			// Loopback crosses no network; browsers also trust it without encryption (W3C Secure Contexts, 3.1).
			const local = ipaddr.process(start.at.address).range() === "loopback";
			const text = `Status ${exchange.status}, no redirect to https`;
			return [
				{
					location: atPage(exchange),
					evidence: [
						{
							source: `Answer of ${exchange.url}`,
							text: local ? `${text}; on this machine only, so no one else can listen` : text,
						},
					],
					...(local ? { severity: "none" } : {}),
				},
			];
		});
	},
};
