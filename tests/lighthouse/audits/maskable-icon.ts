import { withPurpose } from "./picture-problems.ts";
import type { PwaAudit } from "./pwa-audit.ts";
import { withManifest } from "./with-manifest.ts";

export const maskableIcon: PwaAudit = {
	id: "pwa-maskable-icon",
	title: "There is an icon of its own for masks",
	failureTitle: "There is no icon of its own for masks",
	description:
		"Android cuts icons to its own shape. Without a maskable one it puts ours on a white plate; one icon for both is cut, or too small.",
	weight: 2,
	group: "install",
	judge: withManifest((_manifest, { icons }) => {
		const maskable = withPurpose(icons, "maskable");
		if (maskable.length === 0) return [{ where: "icons", problem: "None is maskable." }];
		return withPurpose(maskable, "any").map(({ url }) => ({
			where: url,
			problem: "It is for masks and for any purpose.",
		}));
	}),
};
