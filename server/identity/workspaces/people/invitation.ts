import type { AccountId } from "#contract/ids.ts";
import { INVITATION_DAYS, type Invitation } from "#contract/workspaces/members.ts";

/** What we store about an invitation from sent to accepted, expired or revoked. */
export type Progress = {
	expiresAt: Date;
	acceptedAt: Date | null;
	acceptedBy: AccountId | null;
	revokedAt: Date | null;
};

/** The account that wants to accept. `emailKey`: its address in canonical form. */
export type Joiner = { accountId: AccountId; email: string; emailKey: string; emailConfirmed: boolean };

export type InvitationState = Invitation["state"];

/** An invitation ends once: an accepted or revoked one does not expire anymore. */
export function stateOf({ expiresAt, acceptedAt, revokedAt }: Progress, now: Date): InvitationState {
	if (acceptedAt) return "accepted";
	if (revokedAt) return "revoked";
	return expiresAt <= now ? "expired" : "sent";
}

/** When an invitation sent now expires. */
export const expiryFrom = (now: Date): Date => new Date(now.getTime() + INVITATION_DAYS * 86_400_000);

type Acceptance =
	/** `again`: this account has accepted it before. */
	| { ok: true; again: boolean }
	| { ok: false; because: "ended"; state: Exclude<InvitationState, "sent"> }
	| { ok: false; because: "other_address" }
	| { ok: false; because: "unconfirmed" };

/** Whether an account may accept. The address decides, so a forwarded link does not let anyone else in. */
export function decideAcceptance(
	invitation: Progress & { emailKey: string },
	{ accountId, emailKey, emailConfirmed }: Omit<Joiner, "email">,
	now: Date,
): Acceptance {
	const state = stateOf(invitation, now);
	if (state === "accepted" && invitation.acceptedBy === accountId) return { ok: true, again: true };
	if (state !== "sent") return { ok: false, because: "ended", state };
	if (invitation.emailKey !== emailKey) return { ok: false, because: "other_address" };
	return emailConfirmed ? { ok: true, again: false } : { ok: false, because: "unconfirmed" };
}

/** Whether it can be sent again, with a new link and a new expiry: even after it expired, but not once it was accepted or revoked. */
export const isRenewable = (invitation: Progress, now: Date): boolean =>
	["sent", "expired"].includes(stateOf(invitation, now));
