import type { RuleOver } from "../../shared/rule.ts";
import type { SslyzeEvidence } from "../evidence.ts";
import { observed } from "./observed.ts";

export const mozillaIntermediate: RuleOver<SslyzeEvidence> = {
	meta: {
		id: "tls-mozilla-intermediate",
		title: "The encryption settings differ from Mozilla's recommendation",
		severity: "low",
		cwe: 327,
		why: {
			owner: "Browser makers publish settings that are safe and work everywhere. Yours differ from them.",
			engineer: "The server does not comply with Mozilla's intermediate TLS configuration in the points listed.",
		},
		fix: {
			owner: "Ask your host to use Mozilla's intermediate settings.",
			engineer: "Generate the settings for your server at ssl-config.mozilla.org and compare them point by point.",
		},
	},
	judge({ endpoint, mozilla }) {
		return mozilla.length === 0 ? [] : [observed(endpoint, `Not as recommended: ${mozilla.join(", ")}`)];
	},
};
