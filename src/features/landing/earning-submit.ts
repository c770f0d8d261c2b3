import { earnInstall } from "#src/lib/device/install.ts";
import { submitScan as submit } from "./submit-scan.ts";

/** Submits; a scan that was asked for is also when the app may be offered. */
export const submitScan: typeof submit = async (...given) => {
	const outcome = await submit(...given);
	if (outcome.type === "accepted" || outcome.type === "queued" || outcome.type === "waiting") earnInstall();
	return outcome;
};
