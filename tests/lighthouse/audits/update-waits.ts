import type { PwaAudit } from "./pwa-audit.ts";

export const updateWaits: PwaAudit = {
	id: "pwa-update-waits",
	title: "A changed worker is found, and waits to be asked in",
	failureTitle: "A changed worker is not found, or takes over unasked",
	description: "A worker that takes over by itself changes the code under an open page and a half-filled form.",
	weight: 3,
	group: "offline",
	judge: ({ update }) => {
		if (!update) return null;
		if (!update.tried) return [{ where: "update", problem: `Not tried: ${update.reason}.` }];
		if (!update.found) return [{ where: "update", problem: "The changed script was not found." }];
		return update.waits ? [] : [{ where: "update", problem: "The new worker took over by itself." }];
	},
};
