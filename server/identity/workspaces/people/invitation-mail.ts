/** An email with an invitation, as its job knows it. It is not sent if the invitation ends at another time by then. */
export type InvitationMail = { invitationId: string; expiresAt: string };
