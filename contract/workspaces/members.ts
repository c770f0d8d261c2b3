import * as z from "zod/mini";
import { emailAddress } from "#contract/accounts/email-address.ts";
import { atMost } from "#contract/at-most.ts";
import { accountId, clientId } from "#contract/ids.ts";
import { role } from "./roles.ts";
import { workspaceKind } from "./workspaces.ts";

const day = z.iso.date("A day looks like 2026-12-31.");

/** A member of the workspace. */
export const member = z.object({
	accountId,
	name: z.string(),
	email: z.string(),
	role,
	/** The only client that a guest sees; null for everyone else. */
	clientId: z.nullable(clientId),
	since: z.iso.datetime(),
	/** The last day (UTC) of the membership; null if it has none. */
	endsOn: z.nullable(z.iso.date()),
	/** Whether this is the account that asks. */
	you: z.boolean(),
});
export type Member = z.infer<typeof member>;

/** A sent invitation. Accepted, expired and revoked ones are listed for 30 days. */
export const invitation = z.object({
	id: z.uuid(),
	email: z.string(),
	role,
	clientId: z.nullable(clientId),
	state: z.enum(["sent", "accepted", "expired", "revoked"]),
	/** Name of the member who sent it. */
	invitedBy: z.string(),
	createdAt: z.iso.datetime(),
	expiresAt: z.iso.datetime(),
	/** The last day (UTC) of the membership it offers; null if it has none. */
	endsOn: z.nullable(z.iso.date()),
});
export type Invitation = z.infer<typeof invitation>;

/** `GET members/`: owners first, then by name; invitations newest first, and none for those who may not manage people. */
export const memberList = z.object({ members: z.array(member), invitations: z.array(invitation) });
export type MemberList = z.infer<typeof memberList>;

/**
 * `PATCH members/{accountId}/`: fields that are left out stay as they are. 409 `last_owner` if the workspace would have no owner;
 * 403 `role_required` if it adds or removes an owner and the sender is not one. A guest needs a client, and no one else may have one.
 */
export const memberChange = z.strictObject({
	role: z.optional(role),
	clientId: z.optional(z.nullable(clientId)),
	endsOn: z.optional(z.nullable(day)),
});
export type MemberChange = z.infer<typeof memberChange>;

/** How long an invitation can be accepted. */
export const INVITATION_DAYS = 7;

/**
 * `POST invitations/`. It replaces an earlier open invitation to this address. 400 `invalid_body` about `/email` if the
 * address is a member's; 403 `email_unconfirmed` if the sender's own address is not confirmed.
 */
export const invitationRequest = z.strictObject({
	email: emailAddress,
	role,
	/** For a guest: the client that they belong to. */
	clientId: z.optional(clientId),
	endsOn: z.optional(day),
});
export type InvitationRequest = z.infer<typeof invitationRequest>;

/** The secret in an invitation's link. The link is the page `/invitation` with this token after a `#`. */
export const invitationToken = z.strictObject({
	token: z
		.string("This link is incomplete.")
		.check(atMost(43, "This link is incomplete."), z.regex(/^[\w-]{43}$/, "This link is incomplete.")),
});

/** `POST invitations/read/`: what a link is about. 404 `not_found` for a link that never existed. */
export const invitationOffer = z.object({
	workspace: z.object({ name: z.string(), kind: workspaceKind }),
	invitedBy: z.string(),
	role,
	/** The client that a guest is invited for; null for everyone else. */
	clientName: z.nullable(z.string()),
	/** The address it was sent to, with the middle hidden. Only an account with this address can accept it. */
	email: z.string(),
	state: invitation.shape.state,
	endsOn: z.nullable(z.iso.date()),
});
export type InvitationOffer = z.infer<typeof invitationOffer>;
