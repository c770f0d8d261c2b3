export type DomainRow = { domain: string; token: string; verified: boolean; problem: string | null };
