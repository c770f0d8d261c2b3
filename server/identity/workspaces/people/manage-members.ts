import type { AccountId } from "#contract/ids.ts";
import type { Member, MemberChange, MemberList } from "#contract/workspaces/members.ts";
import { can, ROLES, type Role } from "#contract/workspaces/roles.ts";
import { type Refusal, refuse } from "#server/platform/refusals/refusal.ts";
import { OTHER_WORKSPACE } from "#server/platform/tenancy/refusals.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { actorIn, refusedClient } from "./actor.ts";
import { explain } from "./explain.ts";
import { showInvitation } from "./manage-invitations.ts";
import type { MemberRow } from "./member-row.ts";
import { decideChange, decideRemoval, mayGive } from "./member-rules.ts";
import { type PeopleDeps, wholeFor } from "./people-deps.ts";

const NO_MEMBER = refuse("not_found", "This person is not a member of the workspace. They may have left.");

const show = ({ since, ...member }: MemberRow, you: AccountId): Member => ({
	...member,
	since: since.toISOString(),
	you: member.accountId === you,
});

/** Guests see the workspace's own people and the other guests of their client. */
export function listMembers(
	{ store, now }: Pick<PeopleDeps, "store" | "now">,
	scope: Scope,
): Promise<{ ok: true; list: MemberList }> {
	return store.transaction(wholeFor(scope), async (tx) => {
		const members = await tx.members(wholeFor(scope).clientId);
		const invitations = can(scope.role, "manage") ? await tx.invitations(now()) : [];
		const list = {
			members: members.map((one) => show(one, scope.accountId)),
			invitations: invitations.map((one) => showInvitation(one, now())),
		};
		return { ok: true, list } as const;
	});
}

export function changeMember(
	{ store, now }: Pick<PeopleDeps, "store" | "now">,
	scope: Scope,
	accountId: AccountId,
	change: MemberChange,
): Promise<{ ok: true; member: Member } | Refusal> {
	return store.transaction(wholeFor(scope), async (tx) => {
		const today = dayOf(now());
		const actor = await actorIn(tx, scope, today);
		if (!actor) return OTHER_WORKSPACE;
		const target = await tx.member(accountId);
		if (!target) return NO_MEMBER;
		const decided = decideChange(actor, target, change, { owners: await tx.countOwners(), today });
		if (!decided.ok) return explain(decided, actor.role, (roles) => tx.namesOf(roles, today));
		const { standing } = decided;
		const isNew = standing.clientId !== target.clientId;
		const refused = isNew && standing.clientId !== null ? await refusedClient(tx, standing.clientId) : undefined;
		if (refused) return refused;
		await tx.setStanding(accountId, standing);
		await tx.revokeSentBy(accountId, notToGive(standing.role), now());
		return { ok: true, member: show({ ...target, ...standing }, scope.accountId) } as const;
	});
}

/** Ends a membership. Members may leave; the last owner may not. */
export function removeMember(
	{ store, now }: Pick<PeopleDeps, "store" | "now">,
	scope: Scope,
	accountId: AccountId,
): Promise<{ ok: true } | Refusal> {
	return store.transaction(wholeFor(scope), async (tx) => {
		const today = dayOf(now());
		const actor = await actorIn(tx, scope, today);
		if (!actor) return OTHER_WORKSPACE;
		// Those who may not see a member learn nothing about them.
		const members = await tx.members(wholeFor(scope).clientId);
		const target = members.find((one) => one.accountId === accountId);
		if (!target) return NO_MEMBER;
		const decided = decideRemoval(actor, target, { owners: await tx.countOwners() });
		if (!decided.ok) return explain(decided, actor.role, (roles) => tx.namesOf(roles, today));
		await tx.revokeSentBy(accountId, ROLES, now());
		await tx.removeMember(accountId);
		return { ok: true } as const;
	});
}

/** Roles that a member with this role can no longer offer: invitations sent under an earlier role would be a back door. */
const notToGive = (role: Role): Role[] => ROLES.filter((offered) => !mayGive(role, offered));
