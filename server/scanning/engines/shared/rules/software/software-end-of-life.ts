import type { SoftwareEvidence } from "../../evidence.ts";
import type { RuleOver } from "../../rule.ts";
import { endedObservation } from "./end-of-life.ts";

export const softwareEndOfLife: RuleOver<SoftwareEvidence> = {
	meta: {
		id: "software-end-of-life",
		title: "Server software no longer gets security fixes",
		severity: "high",
		cwe: 1104,
		why: {
			owner:
				"The makers of the software behind your site no longer fix it. Security holes found from now on stay open, and attackers look for them.",
			engineer:
				"The version's release line is past its end of life upstream, so published and future vulnerabilities get no patch.",
		},
		fix: {
			owner: "Ask your host to move to a supported version, and when that will be done.",
			engineer:
				"Upgrade to a maintained release line; if the package comes from a distribution, check that the distribution itself is still supported.",
		},
	},
	judge({ software }, now) {
		return software.flatMap((seen) => {
			const observation = endedObservation(seen, now);
			return observation ? [observation] : [];
		});
	},
};
