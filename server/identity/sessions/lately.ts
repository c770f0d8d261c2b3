import type { AccessRefusal } from "./refusal.ts";

/** How long a proof counts for actions that cannot be undone. */
export const PROOF_MS = 15 * 60_000;

export const isProvedLately = ({ provedAt }: { provedAt: Date }, now: Date): boolean =>
	now.getTime() - provedAt.getTime() < PROOF_MS;

export const STEP_UP_REQUIRED: AccessRefusal = {
	ok: false,
	code: "step_up_required",
	message: "Please confirm that it is you: you signed in a while ago. Nothing was done.",
	reason: "not_lately",
};
