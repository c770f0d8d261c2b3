import ipaddr from "ipaddr.js";
import { isPublicAddress } from "#server/platform/outgoing/public-address.ts";
import type { Rule } from "../../rule.ts";
import { atPage, sent } from "../places.ts";

export const redirectToPrivateAddress: Rule<"redirects"> = {
	meta: {
		id: "redirect-to-private-address",
		title: "A redirect gives away an internal address",
		severity: "low",
		cwe: 200,
		why: {
			owner:
				"Visitors are sent to an address that only exists inside your network. They see an error, and strangers learn how your network is laid out.",
			engineer:
				"The Location header points to a private or reserved address. It breaks the site for outsiders and discloses internal structure.",
		},
		fix: {
			owner: "Ask for the redirect to use the site's public name.",
			engineer:
				"Set the public host name in the application or proxy configuration instead of the upstream's own address.",
		},
	},
	judge({ walks }) {
		return walks.flatMap(({ end }) => {
			if (end.status !== "stopped" || end.why !== "refused") return [];
			const { hostname } = URL.parse(end.location, end.from.url) ?? {};
			const address = hostname?.replace(/^\[|\]$/g, "") ?? "";
			if (!ipaddr.isValid(address) || isPublicAddress(address)) return [];
			return [
				{
					location: atPage(end.from, "location"),
					evidence: [
						sent(end.from, "Location", end.location),
						{ source: "What we did", text: "It redirects to a private address; not followed" },
					],
				},
			];
		});
	},
};
