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
	/** A guest's. */
	onlyClient: ClientId | null;
	/** The client that is asked for, if the workspace has it. */
	client: ClientId | null;
	/** Whether the workspace has its members sign in through their company, and this session did not. Never true of an owner. */
	mustSignOn: boolean;
	/** Whether the workspace asks for two factors, and this session has one. */
	mustGiveFactor: boolean;
	/** Whether that client, or a guest's, is archived. */
	archived: boolean;
};

/** The part of a scope that decides what is seen. */
export type Seen = Pick<Scope, "workspaceId" | "clientId">;

/** All of a workspace. */
export const wholeWorkspace = (workspaceId: WorkspaceId): Seen => ({ workspaceId, clientId: null });

/** A scope that names its client: where a call names none, it is the client that is the workspace itself. */
export type ClientScope = Scope & { clientId: ClientId };
