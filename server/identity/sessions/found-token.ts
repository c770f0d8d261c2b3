import type { AccountId, ClientId, WorkspaceId } from "#contract/ids.ts";
import type { TokenScope } from "#contract/tokens/token-scopes.ts";
import type { MemberHere } from "#server/platform/tenancy/scope.ts";

/** A token of a current member, with what that member is in its workspace. */
export type FoundToken = {
	id: string;
	workspaceId: WorkspaceId;
	accountId: AccountId;
	scopes: readonly TokenScope[];
	endsOn: string;
	lastUsedOn: string | null;
	revoked: boolean;
	email: string;
	emailConfirmed: boolean;
	member: MemberHere;
};

/** Where tokens are found. */
export type TokenSource = {
	/** `clientId`: the client that the request asks for. */
	find(asked: { hash: Buffer; clientId: ClientId | null; today: string }): Promise<FoundToken | undefined>;
	touch(id: string, today: string): Promise<void>;
};
