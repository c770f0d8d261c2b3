import type { Rule } from "../../rule.ts";
import { atPage, header, notSent, sent } from "../places.ts";
import { openerPolicy, resourcePolicy } from "./cross-origin.ts";

/** `open` allows what browsers allow without the header. */
const POLICIES = [
	{ name: "Cross-Origin-Opener-Policy", read: openerPolicy, open: "unsafe-none" },
	{ name: "Cross-Origin-Resource-Policy", read: resourcePolicy, open: "cross-origin" },
];

export const crossOriginPoliciesMissing: Rule<"headers"> = {
	meta: {
		id: "cross-origin-policies-missing",
		title: "Other sites may keep hold of your windows or load your pages as parts of theirs",
		severity: "none",
		cwe: 693,
		why: {
			owner:
				"Nothing is broken. Two headers would keep other sites from learning things about your visitors through windows they open or parts they load.",
			engineer:
				"No Cross-Origin-Opener-Policy, so a site that opens the page shares its browsing context group, or no Cross-Origin-Resource-Policy, so others may load it without CORS. Both help side-channel attacks.",
		},
		fix: {
			owner: "Nothing urgent. Ask your developers whether the two headers can be added.",
			engineer:
				"Send `Cross-Origin-Opener-Policy: same-origin`, or `same-origin-allow-popups` where sign-in or payment windows need it, and `Cross-Origin-Resource-Policy: same-origin` on what no other site has to load.",
		},
	},
	judge({ exchange, html }) {
		// Browsers ignore an opener policy over plain http (HTML standard, 7.1.3).
		if (!html || exchange.endpoint.scheme !== "https") return [];
		const evidence = POLICIES.flatMap(({ name, read, open }) => {
			const value = header(exchange, name.toLowerCase());
			if (value === undefined) return [notSent(exchange, name)];
			const policy = read(value);
			const { source, text } = sent(exchange, name, value);
			if (policy === undefined)
				return [
					{ source, text },
					{ source, text: `Browsers ignore this ${name}` },
				];
			return policy === open ? [{ source, text }] : [];
		});
		return evidence.length === 0 ? [] : [{ location: atPage(exchange), evidence }];
	},
};
