import type { Config } from "lighthouse";
import { audits } from "./audits/audits.ts";
import { PwaGatherer } from "./gather/pwa-gatherer.ts";
import type { PwaSettings } from "./gather/settings.ts";
import { lighthouseAudit } from "./lighthouse-audit.ts";

const groupId = (group: string) => `pwa-${group}`;

/** Lighthouse's own configuration, with the category `pwa` beside its five. */
export function pwaConfig(settings: PwaSettings): Config {
	return {
		extends: "lighthouse:default",
		artifacts: [{ id: "Pwa", gatherer: { instance: new PwaGatherer(settings) } }],
		audits: audits.map((audit) => ({ implementation: lighthouseAudit(audit) })),
		groups: {
			[groupId("install")]: { title: "Install", description: "What the system shows of the app before it opens." },
			[groupId("offline")]: { title: "Network off", description: "Tried in the browser, with the network off." },
			[groupId("page")]: { title: "Page", description: "What a phone needs from the page." },
		},
		categories: {
			pwa: {
				title: "PWA",
				description: "Installed, with the network off, and on a phone: each audit tries it in this browser.",
				supportedModes: ["navigation"],
				auditRefs: audits.map(({ id, weight, group }) => ({ id, weight, group: groupId(group) })),
			},
		},
	};
}
