import type { PwaAudit } from "./pwa-audit.ts";
import { withManifest } from "./with-manifest.ts";

export const appId: PwaAudit = {
	id: "pwa-app-id",
	title: "The manifest has an id",
	failureTitle: "The manifest has no id",
	description: "Without `id` the start address is the app's identity: when it moves, everybody has two apps.",
	weight: 2,
	group: "install",
	judge: withManifest(({ id }) => (id ? [] : [{ where: "id", problem: "It is not there." }])),
};
