/** Who gets a mail about a lead. */
export type LeadMail = { leadId: string; to: "visitor" | "team" };
