import { waitText } from "#contract/format/duration.ts";
import type { AccountId } from "#contract/ids.ts";
import type { InvitationOffer } from "#contract/workspaces/members.ts";
import type { Membership } from "#contract/workspaces/workspaces.ts";
import { tokenHash } from "#server/platform/keys/tokens.ts";
import { maskMailbox } from "#server/platform/mail/mask-mailbox.ts";
import { type Refusal, refuse } from "#server/platform/refusals/refusal.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { SIGNED_OUT } from "../../accounts/passwords/check-password.ts";
import { decideAcceptance, type InvitationState, stateOf } from "./invitation.ts";
import type { OfferRow } from "./invitation-row.ts";
import { openingCounter } from "./limits.ts";
import { FORMER_MEMBER } from "./manage-invitations.ts";
import { isOver, mayGive } from "./member-rules.ts";
import type { PeopleDeps } from "./people-deps.ts";

type Opening = Pick<PeopleDeps, "store" | "limits" | "now">;

/** The same for a link that never existed, one whose invitation was deleted, and one that a newer email replaced. */
const UNKNOWN = refuse(
	"not_found",
	"This link does not work: it is mistyped, cut off, or a newer email has replaced it. Please open the link in the newest email, or ask for a new invitation.",
);

/** What a link is about. */
export async function readInvitation(
	{ store, limits, now }: Opening,
	token: string,
	client: string,
): Promise<{ ok: true; offer: InvitationOffer } | Refusal> {
	const limited = await takeRoom({ store, limits }, client);
	if (limited) return limited;
	const row = await store.findOffer(tokenHash(token));
	if (!row) return UNKNOWN;
	const { workspace, role, clientName, endsOn } = row;
	const offer = {
		workspace,
		invitedBy: inviterOf(row),
		role,
		clientName,
		email: maskMailbox(row.email),
		state: stateOf(row, now()),
		endsOn,
	};
	return { ok: true, offer };
}

/** Makes the account a member. Accepting twice has the same effect as once. */
export async function acceptInvitation(
	{ store, limits, now }: Opening,
	token: string,
	{ accountId, client }: { accountId: AccountId; client: string },
): Promise<{ ok: true; membership: Membership } | Refusal> {
	const limited = await takeRoom({ store, limits }, client);
	if (limited) return limited;
	const hash = tokenHash(token);
	const found = await store.findOffer(hash);
	if (!found) return UNKNOWN;
	const { workspaceId } = found;
	return store.joining({ workspaceId, accountId }, async (tx) => {
		// In the order in which everything locks them: accounts first, then workspaces.
		const account = await tx.joiner(accountId);
		if (!account) return SIGNED_OUT;
		await tx.hold();
		const at = now();
		const today = dayOf(at);
		const invitation = await tx.invitation(found.id);
		if (!invitation) return UNKNOWN;
		const decided = decideAcceptance(invitation, account, at);
		if (!decided.ok) {
			if (decided.because === "ended") return ended(found, decided.state);
			return decided.because === "unconfirmed" ? UNCONFIRMED : otherAddress(found.email, account.email);
		}
		const member = await tx.member(accountId);
		const isMember = member !== undefined && !isOver(member.endsOn, today);
		if (decided.again && !isMember) return ended(found, "accepted");
		if (!decided.again) {
			const inviter = await tx.member(invitation.invitedBy);
			if (!inviter || isOver(inviter.endsOn, today) || !mayGive(inviter.role, invitation.role)) return NOT_BY_THEM;
			if (isOver(invitation.endsOn, today)) return ended(found, "expired");
			await tx.acceptInvitation(invitation.id, accountId, at);
			const { role, clientId, endsOn } = invitation;
			const { invitedBy } = invitation;
			// An invitation never changes the role that a member has got through another one.
			if (!isMember) await tx.addMember(accountId, { role, clientId, endsOn }, { invitedBy, now: at });
		}
		const workspace = await tx.workspace(accountId, null);
		if (!workspace) throw new Error("A workspace is gone that was locked");
		const { clients: _clients, logoVersion: _logo, ...membership } = workspace;
		return { ok: true, membership } as const;
	});
}

const inviterOf = ({ inviter }: Pick<OfferRow, "inviter">): string => inviter ?? FORMER_MEMBER;

const UNCONFIRMED = refuse(
	"email_unconfirmed",
	"Please confirm your email address first, with the code that we sent you. Then open the link again.",
);
const NOT_BY_THEM = refuse(
	"invitation_ended",
	"The member who invited you can no longer invite people to this workspace. Please ask one of its owners for a new invitation.",
);

function ended(row: OfferRow, state: Exclude<InvitationState, "sent">): Refusal {
	const ask = `If you still need access, ask ${inviterOf(row)} for a new invitation.`;
	switch (state) {
		case "accepted":
			return refuse("invitation_ended", `This invitation has been used already. ${ask}`);
		case "expired":
			return refuse("invitation_ended", `This invitation has expired. ${ask}`);
		case "revoked":
			return refuse("invitation_ended", `This invitation was revoked. ${ask}`);
	}
}

const otherAddress = (invited: string, own: string): Refusal =>
	refuse(
		"invitation_of_other_address",
		`This invitation is for ${maskMailbox(invited)}, and you are signed in as ${own}. Sign in with the account of that address, create one, or ask for an invitation to this address.`,
		{ email: maskMailbox(invited) },
	);

async function takeRoom(
	{ store, limits }: Pick<Opening, "store" | "limits">,
	client: string,
): Promise<Refusal | undefined> {
	const room = await store.takePoint(openingCounter(client, limits.calls));
	if (room.ok) return undefined;
	const { retryAfter } = room;
	const message = `Too many invitations were opened from your network. Please try again in ${waitText(retryAfter)}.`;
	return refuse("rate_limited", message, { scope: "entry", retryAfter });
}
