import { clientId } from "#contract/ids.ts";
import type { InvitationRequest, MemberChange } from "#contract/workspaces/members.ts";
import { role } from "#contract/workspaces/roles.ts";

type Texts = Readonly<Record<string, string>>;

/** What the fields of an invitation hold. The server says what is wrong with them. */
export const readInvitation = ({ email = "", role: chosen, clientId: client, endsOn }: Texts): InvitationRequest => ({
	email: email.trim(),
	role: role.parse(chosen),
	...(client && { clientId: clientId.parse(client) }),
	...(endsOn && { endsOn }),
});

/** The membership that the fields describe; empty fields remove existing values. */
export const readMemberChange = ({ role: chosen, clientId: client, endsOn }: Texts): MemberChange => ({
	role: role.parse(chosen),
	clientId: client ? clientId.parse(client) : null,
	endsOn: endsOn || null,
});
