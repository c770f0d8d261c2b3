import { asOfTable } from "../../../../software/table.ts";
import { compareVersions, precision } from "../../../../software/version.ts";
import { atEndpoint } from "../../at-endpoint.ts";
import type { SoftwareEvidence } from "../../evidence.ts";
import type { RuleOver } from "../../rule.ts";
import { supportFor } from "./end-of-life.ts";

export const softwareBehindLatest: RuleOver<SoftwareEvidence> = {
	meta: {
		id: "software-behind-latest",
		title: "Server software is behind its newest release",
		severity: "low",
		cwe: 1104,
		why: {
			owner: "The release line is still maintained, but the version shown is not the newest, so fixes may be missing.",
			engineer:
				"The version shown is older than the newest of its release line. Each release in between may hold security fixes.",
		},
		fix: {
			owner: "Ask your host when updates are installed.",
			engineer:
				"Install the newest release of the line and automate updates; check the changelog for security fixes in between.",
		},
	},
	judge({ software }, now) {
		return software.flatMap((seen) => {
			const support = supportFor(seen, now);
			if (support.status !== "supported" && support.status !== "ends-soon") return [];
			const { name, version, lookup, distribution, endpoint, source, text } = seen;
			const { latest } = support;
			if (latest === undefined || precision(lookup) < precision(latest) || compareVersions(lookup, latest) >= 0)
				return [];
			return [
				{
					location: atEndpoint(endpoint, name.toLowerCase()),
					title: `${name} ${version} is behind ${latest}`,
					evidence: [
						{ source, text },
						{
							source: asOfTable("Releases", now),
							text: distribution
								? `Newest of the line: ${latest}. ${distribution} may have added fixes without changing this number.`
								: `Newest of the line: ${latest}`,
						},
					],
					...(distribution ? { severity: "none", confidence: "low" } : {}),
				},
			];
		});
	},
};
