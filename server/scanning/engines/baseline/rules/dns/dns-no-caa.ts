import type { Rule } from "../../rule.ts";
import { atName } from "../places.ts";

export const dnsNoCaa: Rule<"caa"> = {
	meta: {
		id: "dns-no-caa",
		title: "Any authority may issue certificates for the domain",
		severity: "none",
		cwe: null,
		why: {
			owner: "Nothing is broken. A short DNS record would limit who can issue certificates in your name.",
			engineer:
				"There is no CAA record with `issue` (RFC 8659) for the host or above it, so every public authority may issue for it.",
		},
		fix: {
			owner: "Ask for a CAA record that names the authority you use.",
			engineer: 'Publish for example `CAA 0 issue "letsencrypt.org"` and `CAA 0 iodef "mailto:…"`.',
		},
	},
	judge({ domain, records }) {
		// Others, such as `iodef` and `issuewild` alone, leave certificates for this name to everyone.
		if (records.some((record) => /^issue\s/i.test(record))) return [];
		const texts = records.length === 0 ? ["No CAA record here or above"] : records;
		return [
			{
				location: atName(domain, "CAA"),
				evidence: texts.map((text) => ({ source: `DNS CAA ${domain}`, text })),
			},
		];
	},
};
