import type { Me } from "#contract/accounts/accounts.ts";

export type Account = Me & {
	emailKey: string;
	pendingEmailKey: string | null;
	passwordHash: string;
};
