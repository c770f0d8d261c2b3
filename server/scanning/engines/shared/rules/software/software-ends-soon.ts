import { asOfTable } from "../../../../software/table.ts";
import { atEndpoint } from "../../at-endpoint.ts";
import type { SoftwareEvidence } from "../../evidence.ts";
import type { RuleOver } from "../../rule.ts";
import { supportFor } from "./end-of-life.ts";

export const softwareEndsSoon: RuleOver<SoftwareEvidence> = {
	meta: {
		id: "software-ends-soon",
		title: "Server software will soon stop getting security fixes",
		severity: "low",
		cwe: 1104,
		why: {
			owner:
				"The makers of this software will stop fixing it within half a year. It is better to plan the move now than to rush it later.",
			engineer: "The release line reaches its end of life within 180 days; afterwards there are no patches.",
		},
		fix: {
			owner: "Ask your host when the move to the next version is planned.",
			engineer: "Plan the upgrade to a maintained release line before the date shown.",
		},
	},
	judge({ software }, now) {
		return software.flatMap((seen) => {
			const support = supportFor(seen, now);
			if (support.status !== "ends-soon") return [];
			const { name, version, endpoint, source, text } = seen;
			return [
				{
					location: atEndpoint(endpoint, name.toLowerCase()),
					title: `${name} ${version} stops getting security fixes on ${support.end}`,
					evidence: [
						{ source, text },
						{
							source: asOfTable("End-of-life dates", now),
							text: `${support.title} ${support.cycle}: ${support.end}`,
						},
					],
					...(seen.distribution ? { confidence: "low" } : {}),
				},
			];
		});
	},
};
