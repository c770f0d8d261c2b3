/** Who gets an email about a lead. */
export type LeadMail = { leadId: string; to: "visitor" | "team" };
