import type { Rule } from "../../rule.ts";
import { atName } from "../places.ts";
import { readSpf } from "./read-spf.ts";

const VOID = "Receivers ignore the list of allowed email senders";

export const dnsWeakSpf: Rule<"mail"> = {
	meta: {
		id: "dns-weak-spf",
		title: "The list of allowed email senders lets everyone through",
		severity: "low",
		cwe: 290,
		why: {
			owner: "There is a list of who may send your email, but it does not reject everyone else.",
			engineer:
				"The SPF record has no `-all` or `~all`, allows everyone, has a fault that makes all of it invalid (RFC 7208, 4.6), or there is a second one, which makes both invalid.",
		},
		fix: {
			owner: "Ask your email provider to close the list.",
			engineer:
				"Keep one SPF record without faults and with at most ten look-ups, and end it with `~all`, then with `-all` when reports show that every real sender is listed.",
		},
	},
	judge({ domain, spf }) {
		if (spf === undefined || spf.length === 0) return [];
		const [record = ""] = spf;
		const several = spf.length > 1;
		const { all, redirect, fault } = readSpf(record);
		const records = spf.map((text) => ({ source: `DNS TXT ${domain}`, text }));
		const location = atName(domain, "SPF");
		if (fault !== undefined && !several) {
			const made = { source: "What receivers make of it", text: `A permanent error, as if there were none: ${fault}` };
			return [{ location, title: VOID, severity: "medium", evidence: [...records, made] }];
		}
		const closed = all === "-" || all === "~" || (all === undefined && redirect);
		if (closed && !several) return [];
		return [{ location, evidence: records, ...(several || all === "+" ? { severity: "medium" } : {}) }];
	},
};
