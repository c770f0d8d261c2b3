import type { Lead } from "#contract/site/leads.ts";

export type StoredLead = Lead & { id: string; acceptedAt: Date; confirmed: boolean };
