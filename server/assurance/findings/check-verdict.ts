import type { VerdictRequest } from "#contract/findings/vulnerabilities.ts";
import { dayOf } from "#server/platform/time/day.ts";

export type CheckedVerdict = Pick<VerdictRequest, "state"> & {
	reason: string;
	until: string | undefined;
	saidAt: Date;
};

/** Checks what a schema cannot. A clock that runs ahead must not make a verdict the newest for years. */
export function checkVerdict(
	{ state, reason = "", until, saidAt }: VerdictRequest,
	now: Date,
): { ok: true; verdict: CheckedVerdict } | { ok: false; message: string } {
	const said = new Date(Math.min(Date.parse(saidAt), now.getTime()));
	if (reason === "" && (state === "accepted" || state === "false-positive")) {
		const what = state === "accepted" ? "this risk is accepted" : "this is no problem";
		return { ok: false, message: `Please give the reason why ${what}. Nothing was changed.` };
	}
	if (until !== undefined && state !== "accepted") {
		return { ok: false, message: "Only an accepted risk has a last day. Nothing was changed." };
	}
	// Compared with the day it was given, so that a verdict that waited offline is not refused for good.
	if (until !== undefined && until < dayOf(said)) {
		return {
			ok: false,
			message: `The last day, ${until}, is over already. Please give one that is still to come. Nothing was changed.`,
		};
	}
	return { ok: true, verdict: { state, reason, until, saidAt: said } };
}
