import ipaddr from "ipaddr.js";
import type { Observation } from "../../../shared/rule.ts";
import type { Exchange, Walk } from "../../evidence.ts";
import { answerOf } from "../../gather/web/answer.ts";
import type { Rule } from "../../rule.ts";
import { atPage, header } from "../places.ts";

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
				"The plain HTTP origin answers with content, or with a redirect that does not lead to HTTPS of the same host, so a first visit is open to reading and to tampering on the path, and HSTS cannot protect the next one.",
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
		return walks
			.filter(({ start }) => start.scheme === "http")
			.flatMap((walk) => {
				const { end } = walk;
				return end.status === "answered" && end.exchange.endpoint.scheme === "http"
					? observePage(end.exchange, walk)
					: observeDetour(walk);
			});
	},
};

function observePage(exchange: Exchange, { start }: Walk): Observation[] {
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
}

/** A browser takes HSTS only over https, and only for the host that sent it, so the first step has to lead there. */
function observeDetour({ hops, end }: Walk): Observation[] {
	// Where a redirect must not lead at all is what counts then, and another rule.
	if (end.status === "stopped" && end.why !== "off-site") return [];
	const first = hops[0] ?? (end.status === "stopped" ? end.from : undefined);
	const to = first && URL.parse(header(first, "location") ?? "", first.url);
	if (!to || (to.protocol === "https:" && to.hostname === new URL(first.url).hostname)) return [];
	return [
		{
			location: atPage(first),
			title: "Visitors who arrive over HTTP take a detour before HTTPS",
			severity: "low",
			evidence: [
				{
					source: `Answer of ${first.url}`,
					text: `The first redirect leads to ${to.protocol}//${to.host}, and not to https of the same host`,
				},
			],
		},
	];
}
