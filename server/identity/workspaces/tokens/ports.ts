import type { ClientId } from "#contract/ids.ts";
import type { ApiToken, OwnToken, TokenRequest } from "#contract/tokens/tokens.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import type { TokenSource } from "../../sessions/found-token.ts";

export type TokenStore = TokenSource & {
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
