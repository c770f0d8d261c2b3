import type { SignInWay } from "#contract/accounts/accounts.ts";
import type { AccountId, ClientId, WorkspaceId } from "#contract/ids.ts";
import type { MemberHere } from "#server/platform/tenancy/scope.ts";

export type SessionRow = {
	id: string;
	accountId: AccountId;
	device: string;
	/** Null: it started before this was stored. */
	network: string | null;
	signedInWith: SignInWay | null;
	/** Whether its user gave two factors. */
	twoFactors: boolean;
	remembered: boolean;
	createdAt: Date;
	lastSeenAt: Date;
	/** When its user last proved their identity. */
	provedAt: Date;
};

export type FoundSession = SessionRow & {
	email: string;
	emailConfirmed: boolean;
	operator: boolean;
	/** Undefined: the account is not a member there, or there is no such workspace. */
	member: MemberHere | undefined;
};

/** A session by its token, and where its account asks to act today (UTC). No workspace: the account's own. */
export type AskedSession = {
	tokenHash: Buffer;
	workspaceId: WorkspaceId | null;
	clientId: ClientId | null;
	today: string;
};

/** Where sessions are found. */
export type SessionSource = {
	findSession(asked: AskedSession): Promise<FoundSession | undefined>;
	touchSession(id: string, now: Date): Promise<void>;
};
