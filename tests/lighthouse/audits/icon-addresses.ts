import type { PwaAudit } from "./pwa-audit.ts";
import { withManifest } from "./with-manifest.ts";

/** Eight characters or more of a hash, including a digit and not a size, before the extension or as the query. */
const HASHED = /[-.=](?!\d+x\d+\b)(?=\w*\d)\w{8,}(\.\w+)?$/;

export const iconAddresses: PwaAudit = {
	id: "pwa-icon-addresses",
	title: "Icons have a hash of their content in their address",
	failureTitle: "Icons have an address that outlives their content",
	description: "Installed apps keep an icon by its address: under the same one, a new icon may never come.",
	weight: 1,
	group: "install",
	judge: withManifest((_manifest, { icons }) =>
		icons
			.filter(({ url }) => !HASHED.test(new URL(url).pathname + new URL(url).search))
			.map(({ url }) => ({ where: url, problem: "Its address would stay the same with another content." })),
	),
};
