import type { UpdateFound } from "../gather/artifact.ts";
import type { PwaAudit } from "./pwa-audit.ts";

const PROBLEMS: Record<UpdateFound, string | null> = {
	waits: null,
	nothing: "The changed script was not found.",
	"took over": "The new worker took over by itself.",
	"thrown away": "The new worker could not be installed.",
	"still installing": "The new worker was still being installed after half a minute.",
};

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
		const problem = PROBLEMS[update.found];
		return problem ? [{ where: "update", problem }] : [];
	},
};
