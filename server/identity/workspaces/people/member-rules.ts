import type { AccountId, ClientId } from "#contract/ids.ts";
import type { InvitationRequest, MemberChange } from "#contract/workspaces/members.ts";
import { can, type Role, rolesThatCan } from "#contract/workspaces/roles.ts";

/** What a membership is, or what an invitation offers. A day is UTC. */
export type MemberTerms = { role: Role; clientId: ClientId | null; endsOn: string | null };

type Person = { accountId: AccountId; role: Role };

/** Why a member may not do something. `role`: members with one of these roles can. */
export type Denied =
	| { ok: false; because: "role"; needs: readonly Role[] }
	| { ok: false; because: "last_owner" }
	| { ok: false; because: "field"; field: string; message: string };

type Decided = { ok: true; standing: MemberTerms } | Denied;

const MANAGE: Denied = { ok: false, because: "role", needs: rolesThatCan("manage") };
const OWN: Denied = { ok: false, because: "role", needs: rolesThatCan("own") };
const LAST_OWNER: Denied = { ok: false, because: "last_owner" };
const wrong = (field: string, message: string): Denied => ({ ok: false, because: "field", field, message });

/** Those who manage people may give every role, but only owners make owners. So nobody gives a role above their own. */
export const mayGive = (giver: Role, role: Role): boolean =>
	can(giver, "manage") && (role !== "owner" || can(giver, "own"));

/** Whether a day is over. */
export const isOver = (day: string | null, today: string): boolean => day !== null && day < today;

/** The result of changing a member. `owners`: how many the workspace has now. */
export function decideChange(
	actor: Person,
	target: Person & MemberTerms,
	change: MemberChange,
	{ owners, today }: { owners: number; today: string },
): Decided {
	const role = change.role ?? target.role;
	const clientId = change.clientId === undefined && role === "guest" ? target.clientId : (change.clientId ?? null);
	const kept = role === "owner" ? null : target.endsOn;
	const endsOn = change.endsOn === undefined ? kept : change.endsOn;
	if (!can(actor.role, "manage")) return MANAGE;
	if ([role, target.role].includes("owner") && !can(actor.role, "own")) return OWN;
	const problem = problemOf({ role, clientId, endsOn }, change.endsOn === undefined ? undefined : today);
	if (problem) return problem;
	if (target.role === "owner" && role !== "owner" && owners <= 1) return LAST_OWNER;
	return { ok: true, standing: { role, clientId, endsOn } };
}

/** Whether a member may remove another one, or leave. */
export function decideRemoval(actor: Person, target: Person, { owners }: { owners: number }): { ok: true } | Denied {
	const leaves = actor.accountId === target.accountId;
	if (!leaves && !can(actor.role, "manage")) return MANAGE;
	if (!leaves && target.role === "owner" && !can(actor.role, "own")) return OWN;
	return target.role === "owner" && owners <= 1 ? LAST_OWNER : { ok: true };
}

/** What an invitation offers, if its sender may offer it. */
export function decideInvitation(
	actor: Pick<Person, "role">,
	offered: Pick<InvitationRequest, "role" | "clientId" | "endsOn">,
	today: string,
): Decided {
	const { role } = offered;
	if (!can(actor.role, "manage")) return MANAGE;
	if (!mayGive(actor.role, role)) return OWN;
	const standing = { role, clientId: offered.clientId ?? null, endsOn: offered.endsOn ?? null };
	return problemOf(standing, today) ?? { ok: true, standing };
}

/** Whether a member may resend or revoke an invitation that offers this role. */
export function decideAbout(actor: Pick<Person, "role">, offered: Role): { ok: true } | Denied {
	if (!can(actor.role, "manage")) return MANAGE;
	return mayGive(actor.role, offered) ? { ok: true } : OWN;
}

/** What is wrong with a membership in itself. `today`: left out if its last day is unchanged. */
function problemOf({ role, clientId, endsOn }: MemberTerms, today: string | undefined): Denied | undefined {
	if (role === "guest" && clientId === null)
		return wrong("/clientId", "Please choose the client that this guest belongs to.");
	if (role !== "guest" && clientId !== null) return wrong("/clientId", "Only client guests belong to a client.");
	if (role === "owner" && endsOn !== null) return wrong("/endsOn", "An owner’s membership has no last day.");
	if (today !== undefined && isOver(endsOn, today)) {
		return wrong("/endsOn", "This day is over. Please choose today or a later day.");
	}
	return undefined;
}
