import { withPurpose } from "./picture-problems.ts";
import type { PwaAudit } from "./pwa-audit.ts";
import { withManifest } from "./with-manifest.ts";

export const monochromeIcon: PwaAudit = {
	id: "pwa-monochrome-icon",
	title: "There is a monochrome icon",
	failureTitle: "There is no usable monochrome icon",
	description: "Themed launchers and notifications use only its transparency: a picture without any is a solid block.",
	weight: 1,
	group: "install",
	judge: withManifest((_manifest, { icons }) => {
		const monochrome = withPurpose(icons, "monochrome");
		if (monochrome.length === 0) return [{ where: "icons", problem: "None is monochrome." }];
		return monochrome
			.filter(({ seen }) => seen && (seen.transparent === 0 || seen.transparent === 1))
			.map(({ url }) => ({ where: url, problem: "Its transparency draws nothing." }));
	}),
};
