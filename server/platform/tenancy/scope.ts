import type { AccountId, ClientId, WorkspaceId } from "#contract/ids.ts";
import type { Role } from "#contract/workspaces/roles.ts";

/** What a request is about: one workspace, and one of its clients or all that the member may see. */
export type Scope = {
	workspaceId: WorkspaceId;
	/** Null: all clients. */
	clientId: ClientId | null;
	/** Who acts in it. */
	accountId: AccountId;
	role: Role;
};

/** What an account is in the workspace that a request is about. */
export type MemberHere = {
	role: Role;
	/** A guest's only client. */
	onlyClient: ClientId | null;
	/** The requested client, if the workspace has it. */
	client: ClientId | null;
	/** Whether the workspace has its members sign in through their company, and this session did not. Never true for an owner. */
	mustSignOn: boolean;
	/** Whether the workspace requires two factors, and this session has only one. */
	mustGiveFactor: boolean;
	/** Whether that client, or a guest's client, is archived. */
	archived: boolean;
};

/** The part of a scope that decides what is visible. */
export type Seen = Pick<Scope, "workspaceId" | "clientId">;

/** The same where it is one client. */
export type SeenClient = Pick<ClientScope, "workspaceId" | "clientId">;

/** The whole workspace. */
export const wholeWorkspace = (workspaceId: WorkspaceId): Seen => ({ workspaceId, clientId: null });

/** A scope that names its client: if a call names none, it is the client that is the workspace itself. */
export type ClientScope = Scope & { clientId: ClientId };
