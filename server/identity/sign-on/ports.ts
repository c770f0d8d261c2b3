import type { AccountId, WorkspaceId } from "#contract/ids.ts";
import type { MappedRole } from "#contract/sign-on/sign-on.ts";
import type { AccountStatements } from "../accounts/ports.ts";
import type { MemberRow } from "../workspaces/people/ports.ts";

export type Provider = {
	workspaceId: WorkspaceId;
	issuer: string;
	clientId: string;
	sealedSecret: Buffer;
	roleClaim: string | null;
	roleValues: { value: string; role: MappedRole }[];
	defaultRole: MappedRole | null;
	required: boolean;
};

export type DomainRow = { domain: string; token: string; verified: boolean; problem: string | null };

/** A sign-in that is at the provider. */
export type Attempt = {
	workspaceId: WorkspaceId;
	browserHash: Buffer;
	codeVerifier: string;
	nonce: string;
	nextPath: string;
	expiresAt: Date;
};

/** Who a person is at a workspace's provider. */
export type Identity = { workspaceId: WorkspaceId; issuer: string; subject: string };

/** Company sign-in of one workspace, as its owners see it. */
export type SignOnRows = {
	provider(): Promise<Provider | undefined>;
	setProvider(provider: Omit<Provider, "workspaceId">, now: Date): Promise<void>;
	removeProvider(): Promise<void>;
	domains(): Promise<DomainRow[]>;
	/** Does nothing for a domain that is there. */
	addDomain(domain: string, token: string): Promise<void>;
	/** False if another workspace has verified it. */
	verifyDomain(domain: string, now: Date): Promise<boolean>;
	noteProblem(domain: string, problem: string): Promise<void>;
	removeDomain(domain: string): Promise<void>;
};

/** What a sign-in does to accounts and members, in one transaction. */
export type SignOnStatements = AccountStatements & {
	accountOf(identity: Identity): Promise<AccountId | undefined>;
	/** Whether the account came from a provider of the workspace before `now`. Each that did was made a member then. */
	cameBefore(workspaceId: WorkspaceId, accountId: AccountId, now: Date): Promise<boolean>;
	insertIdentity(identity: Identity, accountId: AccountId, now: Date): Promise<void>;
	/** Says who acts, for the audit log. */
	actAs(accountId: AccountId): Promise<void>;
	holdWorkspace(workspaceId: WorkspaceId): Promise<void>;
	workspaceName(workspaceId: WorkspaceId): Promise<string>;
	member(workspaceId: WorkspaceId, accountId: AccountId): Promise<MemberRow | undefined>;
	giveRole(
		workspaceId: WorkspaceId,
		accountId: AccountId,
		role: MappedRole,
		member: MemberRow | undefined,
		now: Date,
	): Promise<void>;
	/** Says which workspace's provider a session came through, and where the browser can sign out there. */
	markSession(tokenHash: Buffer, workspaceId: WorkspaceId, signOutPage: string | null): Promise<void>;
};

export type SignOnStore = {
	/** Seen and changed by an owner. */
	ofWorkspace(scope: { workspaceId: WorkspaceId; accountId: AccountId }): SignOnRows;
	/** The provider that addresses of a verified domain lead to. */
	providerOf(domain: string): Promise<Provider | undefined>;
	providerById(workspaceId: WorkspaceId): Promise<Provider | undefined>;
	verifiedDomains(workspaceId: WorkspaceId): Promise<string[]>;
	insertAttempt(stateHash: Buffer, attempt: Attempt): Promise<void>;
	/** Takes it away: a state works once. */
	takeAttempt(stateHash: Buffer, browserHash: Buffer, now: Date): Promise<Attempt | undefined>;
	transaction<T extends { ok: boolean }>(work: (tx: SignOnStatements) => Promise<T>): Promise<T>;
};
