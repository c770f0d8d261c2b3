import type { Rule } from "../../rule.ts";
import { atName } from "../places.ts";

export const dnsWeakSpf: Rule<"mail"> = {
	meta: {
		id: "dns-weak-spf",
		title: "The list of allowed email senders lets everyone through",
		severity: "low",
		cwe: 290,
		why: {
			owner: "There is a list of who may send your email, but it does not reject everyone else.",
			engineer:
				"The SPF record has no `-all` or `~all` at its end, allows everyone, or there is a second one, which makes both invalid.",
		},
		fix: {
			owner: "Ask your email provider to close the list.",
			engineer:
				"Keep one SPF record and end it with `~all`, then with `-all` when reports show that every real sender is listed.",
		},
	},
	judge({ domain, spf }) {
		if (spf === undefined || spf.length === 0) return [];
		const [record = ""] = spf;
		const ending = /(?:^|\s)([+?~-]?)all(?:\s|$)/i.exec(record)?.[1];
		const several = spf.length > 1;
		const closed = ending === "-" || ending === "~" || (ending === undefined && /\sredirect=/i.test(record));
		if (closed && !several) return [];
		return [
			{
				location: atName(domain, "SPF"),
				evidence: spf.map((text) => ({ source: `DNS TXT ${domain}`, text })),
				...(several || ending === "+" || ending === "" ? { severity: "medium" } : {}),
			},
		];
	},
};
