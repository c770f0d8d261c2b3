import { dayText } from "#contract/format/time.ts";
import type { Invitation, Member } from "#contract/workspaces/members.ts";
import { can, ROLE_LABELS, type Role } from "#contract/workspaces/roles.ts";
import type { Client } from "#contract/workspaces/workspaces.ts";
import { listText } from "#src/lib/workspace/members/list-text.ts";

type Named = Pick<Client, "id" | "name">;
type Membership = Pick<Member, "role" | "clientId" | "endsOn">;

/** `Client guest of Acme Bank`: what a member or an invitation is for. */
export function roleOfText(
	{ role, clientId }: Pick<Membership, "role" | "clientId">,
	clients: readonly Named[],
): string {
	const name = clients.find(({ id }) => id === clientId)?.name;
	return name === undefined ? ROLE_LABELS[role] : `${ROLE_LABELS[role]} of ${name}`;
}

/** The small line below a member's name. */
export const memberText = ({ since, endsOn }: Pick<Member, "since" | "endsOn">): string =>
	`Since ${dayText(since)}${endsOn === null ? "" : `. Last day: ${dayText(endsOn)}`}`;

/** The state of an invitation in a few words. */
export function invitationText({ state, invitedBy, createdAt, expiresAt }: Invitation): string {
	switch (state) {
		case "sent":
			return `Sent by ${invitedBy} on ${dayText(createdAt)}. Works until ${dayText(expiresAt)}.`;
		case "accepted":
			return `Accepted. Sent by ${invitedBy} on ${dayText(createdAt)}.`;
		case "expired":
			return `Expired on ${dayText(expiresAt)} without an answer.`;
		case "revoked":
			return `Revoked. Its link no longer works.`;
	}
}

/** Who can change people here: `Ada Lovelace and Grace Hopper`. Empty if no name is known. */
export const helpersText = (members: readonly Member[]): string =>
	listText(members.filter(({ role }) => can(role, "manage")).map(({ name }) => name));

/** Which roles a member may give: only owners make owners. */
export const rolesToGive = (roles: readonly Role[], own: boolean): Role[] =>
	roles.filter((role) => own || role !== "owner");
