import type { Rule } from "../../rule.ts";
import { atPage, header, sent } from "../places.ts";

export const redirectDowngraded: Rule<"redirects"> = {
	meta: {
		id: "redirect-downgraded",
		title: "A redirect leads from HTTPS back to HTTP",
		severity: "medium",
		cwe: 319,
		why: {
			owner: "Visitors who come in safely are sent on to a page that others on the network can read and change.",
			engineer:
				"An https answer redirects to an http address, so the connection loses its encryption on the way and cookies may leak.",
		},
		fix: {
			owner: "Ask for the redirect to point to the https address.",
			engineer:
				"Change the Location of the redirect to https, and look for a wrong base URL or a proxy that does not pass X-Forwarded-Proto on.",
		},
	},
	judge({ walks }) {
		return walks.flatMap(({ hops, end }) => {
			const redirects = [...hops, ...(end.status === "stopped" ? [end.from] : [])];
			return redirects.flatMap((exchange) => {
				const location = header(exchange, "location") ?? "";
				const leadsTo = URL.parse(location, exchange.url)?.protocol;
				if (exchange.endpoint.scheme !== "https" || leadsTo !== "http:") return [];
				return [{ location: atPage(exchange), evidence: [sent(exchange, "Location", location)] }];
			});
		});
	},
};
