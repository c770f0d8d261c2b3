import { atEndpoint } from "../../at-endpoint.ts";
import type { SoftwareEvidence } from "../../evidence.ts";
import type { RuleOver } from "../../rule.ts";
import { supportFor } from "./end-of-life.ts";

export const softwareSupportUnknown: RuleOver<SoftwareEvidence> = {
	meta: {
		id: "software-support-unknown",
		title: "We do not know whether this software still gets fixes",
		severity: "none",
		cwe: null,
		why: {
			owner:
				"We have no dates for this software, so we cannot say whether it is still maintained. That does not mean it is fine.",
			engineer: "The product, or this version of it, is not in our table of end-of-life dates.",
		},
		fix: {
			owner: "Ask your host whether this software still gets security updates.",
			engineer: "Look up the maker's or the distribution's support policy for the version shown.",
		},
	},
	judge({ software }, now) {
		return software.flatMap((seen) => {
			if (supportFor(seen, now).status !== "unknown") return [];
			const { name, version, endpoint, source, text } = seen;
			return [
				{
					location: atEndpoint(endpoint, name.toLowerCase()),
					title: `Support status unknown: ${name} ${version}`,
					evidence: [{ source, text }],
				},
			];
		});
	},
};
