import type { AccountId, ClientId, WorkspaceId } from "#contract/ids.ts";
import type { TokenScope } from "#contract/tokens/token-scopes.ts";
import type { ApiToken, OwnToken, TokenRequest } from "#contract/tokens/tokens.ts";
import type { MemberHere, Scope } from "#server/platform/tenancy/scope.ts";

/** A token of a present member, with what that member is in its workspace. */
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

export type TokenStore = {
	/** `clientId`: the client that the request asks for. */
	find(asked: { hash: Buffer; clientId: ClientId | null; today: string }): Promise<FoundToken | undefined>;
	touch(id: string, today: string): Promise<void>;
	/** `all`: everyone's and not only the account's own. */
	list(scope: Scope, today: string, all: boolean): Promise<ApiToken[]>;
	/** What a token of the scope’s member is. */
	own(scope: Scope, id: string): Promise<Omit<OwnToken, "role" | "clientId"> | undefined>;
	countActive(scope: Scope, today: string): Promise<number>;
	add(scope: Scope, token: TokenRequest & { id: string; hash: Buffer; prefix: string; createdAt: Date }): Promise<void>;
	hasClient(scope: Scope, clientId: ClientId): Promise<boolean>;
	/** False if there is no such token that works. */
	revoke(scope: Scope, id: string, now: Date, all: boolean): Promise<boolean>;
};
