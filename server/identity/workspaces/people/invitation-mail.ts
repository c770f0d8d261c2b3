/** An email with an invitation, as its job knows it. It is not sent if the invitation expires at a different time by then. */
export type InvitationMail = { invitationId: string; expiresAt: string };
