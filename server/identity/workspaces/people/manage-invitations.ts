import { waitText } from "#contract/format/duration.ts";
import type { Invitation, InvitationRequest } from "#contract/workspaces/members.ts";
import { takePoints } from "#server/platform/db/counter.ts";
import { type Refusal, refuse } from "#server/platform/refusals/refusal.ts";
import { OTHER_WORKSPACE } from "#server/platform/tenancy/refusals.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { isDeliverable, mailboxOf } from "#server/platform/texts/mailbox.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { addressKey } from "../../accounts/email/address.ts";
import { actorIn, refusedClient } from "./actor.ts";
import { badField, explain } from "./explain.ts";
import { expiryFrom, isRenewable, stateOf } from "./invitation.ts";
import type { InvitationRow } from "./invitation-row.ts";
import { invitationCounters, PEOPLE } from "./limits.ts";
import { decideAbout, decideInvitation } from "./member-rules.ts";
import { type PeopleDeps, wholeFor } from "./people-deps.ts";
import type { PeopleStatements } from "./store/people-store.ts";

/** A member whose account is gone. */
export const FORMER_MEMBER = "A former member";

const NO_INVITATION = refuse("not_found", "There is no such invitation. It may have been deleted.");
const UNCONFIRMED = refuse(
	"email_unconfirmed",
	"Please confirm your own email address first: invitations say who sent them. Nothing was sent.",
);
const FULL = refuse(
	"limit_reached",
	`A workspace can have ${PEOPLE} members and open invitations. Please remove a member or revoke an invitation first.`,
);

export const showInvitation = (row: InvitationRow, now: Date): Invitation => ({
	id: row.id,
	email: row.email,
	role: row.role,
	clientId: row.clientId,
	state: stateOf(row, now),
	invitedBy: row.inviter ?? FORMER_MEMBER,
	createdAt: row.createdAt.toISOString(),
	expiresAt: row.expiresAt.toISOString(),
	endsOn: row.endsOn,
});

/** Who sends a request about invitations. */
type Sender = { scope: Scope; emailConfirmed: boolean };

/** Stores an invitation and queues its email. One that is open for the same address is replaced. */
export function invite(
	{ store, newId, now }: Omit<PeopleDeps, "limits">,
	{ scope, emailConfirmed }: Sender,
	{ key, body }: { key: string | null; body: InvitationRequest },
): Promise<{ ok: true; answer: Invitation } | Refusal> {
	const { workspaceId, accountId } = scope;
	return store.once(wholeFor(scope), { key, compared: { invite: body, workspaceId } }, async (tx) => {
		const at = now();
		const today = dayOf(at);
		const actor = await actorIn(tx, scope, today);
		if (!actor) return OTHER_WORKSPACE;
		const denied = (why: Parameters<typeof explain>[0]) =>
			explain(why, actor.role, (roles) => tx.namesOf(roles, today));
		const decided = decideInvitation(actor, body, today);
		if (!decided.ok) return denied(decided);
		if (!emailConfirmed) return UNCONFIRMED;
		if (!isDeliverable(body.email)) return badField("/email", "Please enter a valid email address.");
		const { standing } = decided;
		const refused = standing.clientId === null ? undefined : await refusedClient(tx, standing.clientId);
		if (refused) return refused;
		const emailKey = addressKey(body.email);
		if (await tx.isMember(emailKey, today)) {
			return badField(
				"/email",
				"The account with this address is a member already. You can change its role in the list.",
			);
		}
		for (const earlier of await tx.openTo(emailKey, at)) {
			const replaceable = decideAbout(actor, earlier.role);
			if (!replaceable.ok) return denied(replaceable);
			await tx.revokeInvitation(earlier.id, at);
		}
		if ((await tx.countMembers()) + (await tx.countOpen(at)) >= PEOPLE) return FULL;
		const limited = await takeRoom(tx, scope, body.email);
		if (limited) return limited;
		const invitation = { id: newId(), email: body.email, emailKey, createdAt: at, expiresAt: expiryFrom(at) };
		await tx.insertInvitation({ ...invitation, ...standing, invitedBy: accountId });
		await tx.enqueueMail({ invitationId: invitation.id, expiresAt: invitation.expiresAt.toISOString() });
		return { ok: true, answer: await shown(tx, invitation.id, at) };
	});
}

/** Queues another email with a new link. The old link stops working immediately. */
export function resendInvitation(
	{ store, now }: Pick<PeopleDeps, "store" | "now">,
	{ scope, emailConfirmed }: Sender,
	id: string,
): Promise<{ ok: true; invitation: Invitation } | Refusal> {
	return store.transaction(wholeFor(scope), async (tx) => {
		const at = now();
		const found = await findFor(tx, scope, id, at);
		if (!found.ok) return found;
		if (!emailConfirmed) return UNCONFIRMED;
		const { row } = found;
		if (!isRenewable(row, at)) return ended(row, at);
		if (row.endsOn !== null && row.endsOn < dayOf(at)) {
			return refuse("invitation_ended", "The last day that it offers is over. Please send a new invitation.");
		}
		const limited = await takeRoom(tx, scope, row.email);
		if (limited) return limited;
		const expiresAt = expiryFrom(at);
		await tx.renewInvitation(id, expiresAt);
		await tx.enqueueMail({ invitationId: id, expiresAt: expiresAt.toISOString() });
		return { ok: true, invitation: await shown(tx, id, at) } as const;
	});
}

/** Its link stops working immediately. Revoking twice has the same effect as once. */
export function revokeInvitation(
	{ store, now }: Pick<PeopleDeps, "store" | "now">,
	scope: Scope,
	id: string,
): Promise<{ ok: true } | Refusal> {
	return store.transaction(wholeFor(scope), async (tx) => {
		const at = now();
		const found = await findFor(tx, scope, id, at);
		if (!found.ok) return found;
		const state = stateOf(found.row, at);
		if (state === "accepted") return ended(found.row, at);
		if (state !== "revoked") await tx.revokeInvitation(id, at);
		return { ok: true } as const;
	});
}

/** An invitation of the workspace, if the member may change it. */
async function findFor(
	tx: PeopleStatements,
	scope: Scope,
	id: string,
	at: Date,
): Promise<{ ok: true; row: InvitationRow } | Refusal> {
	const today = dayOf(at);
	const actor = await actorIn(tx, scope, today);
	if (!actor) return OTHER_WORKSPACE;
	const row = await tx.invitation(id);
	if (!row) return NO_INVITATION;
	const decided = decideAbout(actor, row.role);
	return decided.ok ? { ok: true, row } : explain(decided, actor.role, (roles) => tx.namesOf(roles, today));
}

const ended = (row: InvitationRow, at: Date): Refusal =>
	stateOf(row, at) === "accepted"
		? refuse("invitation_ended", "This invitation was accepted. You can change or remove the member in the list.")
		: refuse("invitation_ended", "This invitation was revoked. Please send a new one.");

async function takeRoom(tx: PeopleStatements, scope: Scope, email: string): Promise<Refusal | undefined> {
	const room = await takePoints(tx, invitationCounters(scope.workspaceId, scope.accountId, mailboxOf(email)));
	if (room.ok) return undefined;
	const { retryAfter } = room;
	const message = `Too many invitations were sent in the last hour. Please try again in ${waitText(retryAfter)}. Nothing was sent.`;
	return refuse("rate_limited", message, { scope: "entry", retryAfter });
}

async function shown(tx: PeopleStatements, id: string, at: Date): Promise<Invitation> {
	const row = await tx.invitation(id);
	if (!row) throw new Error("An invitation that was just stored is gone");
	return showInvitation(row, at);
}
