import type { PwaAudit } from "./pwa-audit.ts";
import { withManifest } from "./with-manifest.ts";

export const manifestParses: PwaAudit = {
	id: "pwa-manifest-parses",
	title: "The manifest is read without complaint",
	failureTitle: "The browser complains about the manifest",
	description: "A field that the browser drops does nothing, and only the console says so.",
	weight: 2,
	group: "install",
	judge: withManifest((_manifest, { manifestErrors }) =>
		manifestErrors.map((problem) => ({ where: "manifest", problem })),
	),
};
