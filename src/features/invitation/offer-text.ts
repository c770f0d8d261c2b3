import { dayText } from "#contract/format/time.ts";
import type { InvitationOffer } from "#contract/workspaces/members.ts";
import { ROLE_LABELS } from "#contract/workspaces/roles.ts";
import { abilityText } from "#src/lib/workspace/members/role-text.ts";

const article = (word: string) => (/^[aeiou]/i.test(word) ? "an" : "a");

/** The page's heading: what can be done with the invitation, or that it has ended. */
export function headingOf({ state, workspace }: Pick<InvitationOffer, "state" | "workspace">): string {
	switch (state) {
		case "sent":
		case "accepted":
			return `Join ${workspace.name}`;
		case "expired":
			return "Invitation expired";
		case "revoked":
			return "Invitation revoked";
	}
}

/** `Ada Lovelace invites you to join Acme Security as an owner.` */
export function offerText({ invitedBy, workspace, role, clientName }: InvitationOffer): string {
	const label = ROLE_LABELS[role].toLowerCase();
	const client = clientName === null ? "" : ` of ${clientName}`;
	return `${invitedBy} invites you to join ${workspace.name} as ${article(label)} ${label}${client}.`;
}

/** What accepting means. */
export const meaningText = ({ role, endsOn }: Pick<InvitationOffer, "role" | "endsOn">): string =>
	`You ${abilityText(role)}${endsOn === null ? "" : ` Your access ends after ${dayText(endsOn)} (UTC).`}`;

/** Why an invitation can no longer be accepted; empty while it can. */
export function endedText({ state, invitedBy, workspace }: InvitationOffer): string {
	const ask = `If you still need access to ${workspace.name}, ask ${invitedBy} for a new invitation.`;
	switch (state) {
		case "sent":
			return "";
		case "accepted":
			return `This invitation to ${workspace.name} was accepted already.`;
		case "expired":
			return `This invitation has expired. ${ask}`;
		case "revoked":
			return `This invitation was revoked. ${ask}`;
	}
}
