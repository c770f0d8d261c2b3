import type { AccountId, ClientId, Owner, WorkspaceId } from "#contract/ids.ts";
import { can } from "#contract/workspaces/roles.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";

/** Who requests a scan, and for which workspace and client. */
export type Asker =
	| { type: "anonymous" }
	| {
			type: "account";
			accountId: AccountId;
			email: string;
			emailConfirmed: boolean;
			workspaceId: WorkspaceId;
			/** Null: the client that the host belongs to. */
			clientId: ClientId | null;
			/** Whether a client's name that was typed may become a client. */
			createsClients: boolean;
	  };
export type Member = Extract<Asker, { type: "account" }>;

/** Under whose name a request's key is remembered. */
export const keeperOf = (asker: Asker): Owner => (asker.type === "account" ? asker.accountId : "anonymous");

/** Whose a scan is. */
export type ScanOwner = "anonymous" | WorkspaceId;

/** A member as their request says it. */
export const askerIn = (
	{ workspaceId, clientId, role }: Scope,
	{ accountId, email, emailConfirmed }: Pick<Member, "accountId" | "email" | "emailConfirmed">,
): Member => ({
	type: "account",
	accountId,
	email,
	emailConfirmed,
	workspaceId,
	clientId,
	createsClients: can(role, "manage"),
});
