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
			/** Null: whichever client the host belongs to. */
			clientId: ClientId | null;
			/** Whether a typed client name may create a client. */
			createsClients: boolean;
	  };
export type Member = Extract<Asker, { type: "account" }>;

/** The name under which a request's key is remembered. */
export const keeperOf = (asker: Asker): Owner => (asker.type === "account" ? asker.accountId : "anonymous");

/** The owner of a scan. */
export type ScanOwner = "anonymous" | WorkspaceId;

/** A member, as described by their request. */
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
