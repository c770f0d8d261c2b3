import type { AccountId, ClientId, WorkspaceId } from "#contract/ids.ts";
import type { Role } from "#contract/workspaces/roles.ts";
import type {
	LogoType,
	Membership,
	Workspace,
	WorkspaceChange,
	WorkspaceCreation,
	WorkspaceKind,
} from "#contract/workspaces/workspaces.ts";
import type { Counter, Point } from "#server/platform/db/counter.ts";
import type { Refusal } from "#server/platform/refusals/refusal.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import type { Logo } from "./logo.ts";
import type { Standing } from "./member-rules.ts";

/** What is stored of an invitation's way from sent to accepted, expired or revoked. */
export type Progress = {
	expiresAt: Date;
	acceptedAt: Date | null;
	acceptedBy: AccountId | null;
	revokedAt: Date | null;
};

export type MemberRow = Standing & { accountId: AccountId; name: string; email: string; since: Date };

export type InvitationRow = Standing &
	Progress & {
		id: string;
		workspaceId: WorkspaceId;
		email: string;
		emailKey: string;
		createdAt: Date;
		invitedBy: AccountId;
		/** Null once that account is deleted. */
		inviter: string | null;
	};

/** An invitation with what its reader has to know. */
export type OfferRow = InvitationRow & {
	workspace: { name: string; kind: WorkspaceKind };
	clientName: string | null;
	/** Of the member who sent it. */
	inviterEmail: string | null;
};

/** The account that wants to accept. `emailKey`: its address in canonical form. */
export type Joiner = { accountId: AccountId; email: string; emailKey: string; emailConfirmed: boolean };

export type NewInvitation = Standing &
	Pick<InvitationRow, "id" | "email" | "emailKey" | "invitedBy" | "createdAt" | "expiresAt">;

type MemberRows = {
	/** Owners first, then by name. With a client: without guests of others. */
	members(onlyOf: ClientId | null): Promise<MemberRow[]>;
	/** Also one whose last day is over. */
	member(accountId: AccountId): Promise<MemberRow | undefined>;
	countOwners(): Promise<number>;
	countMembers(): Promise<number>;
	/** Whether the account with this address is a member today. */
	isMember(emailKey: string, today: string): Promise<boolean>;
	/** Names of members with these roles, the most powerful first. */
	namesOf(roles: readonly Role[], today: string): Promise<string[]>;
	setStanding(accountId: AccountId, standing: Standing): Promise<void>;
	/** Also makes a member again of one whose last day is over. */
	addMember(accountId: AccountId, standing: Standing, by: { invitedBy: AccountId | null; now: Date }): Promise<void>;
	removeMember(accountId: AccountId): Promise<void>;
};

type InvitationRows = {
	/** Newest first: those that are open, and those that ended within 30 days. */
	invitations(now: Date): Promise<InvitationRow[]>;
	invitation(id: string): Promise<InvitationRow | undefined>;
	openTo(emailKey: string, now: Date): Promise<InvitationRow[]>;
	countOpen(now: Date): Promise<number>;
	insertInvitation(invitation: NewInvitation): Promise<void>;
	/** Its link no longer works; the next email has another one. */
	renewInvitation(id: string, expiresAt: Date): Promise<void>;
	revokeInvitation(id: string, now: Date): Promise<void>;
	/** Open ones that this member sent and that offer one of these roles. */
	revokeSentBy(accountId: AccountId, roles: readonly Role[], now: Date): Promise<void>;
	acceptInvitation(id: string, accountId: AccountId, now: Date): Promise<void>;
	/** Sends its email if and only if the transaction commits. */
	enqueueMail(mail: InvitationMail): Promise<void>;
};

type WorkspaceRows = {
	/** As the member sees it. A client hides the others. */
	workspace(accountId: AccountId, onlyOf: ClientId | null): Promise<Workspace | undefined>;
	hasOtherClients(): Promise<boolean>;
	changeWorkspace(change: WorkspaceChange): Promise<void>;
	setLogo(logo: Logo | null): Promise<void>;
	logo(): Promise<{ content: Buffer; type: LogoType; version: string } | undefined>;
	client(id: ClientId): Promise<{ archived: boolean } | undefined>;
	/** Makes the workspace, with the client that is itself. */
	beginWorkspace(workspace: WorkspaceCreation, now: Date): Promise<void>;
};

/** Who acts in which workspace. */
export type Acting = Omit<Scope, "role">;

/** An email with an invitation, as its job knows it. It is not sent if the invitation ends at another time by then. */
export type InvitationMail = { invitationId: string; expiresAt: string };

/** What can be done to the people of one workspace, and to the workspace itself. */
export type PeopleStatements = MemberRows &
	InvitationRows &
	WorkspaceRows & {
		/** Locks the workspace until the transaction ends: changes of its people happen one after another. */
		hold(): Promise<void>;
		/** Locks the account that is about to join. Undefined if it is gone. */
		joiner(accountId: AccountId): Promise<Joiner | undefined>;
		takePoint(counter: Counter): Promise<Point>;
	};

/** Names one request, and what a repeat must be the same in. */
export type Asked = { key: string | null; compared: object };

export type PeopleStore = {
	/** Runs `work` in one transaction. Rolled back when it throws or its outcome is not `ok`. */
	transaction<T extends { ok: boolean }>(scope: Acting, work: (tx: PeopleStatements) => Promise<T>): Promise<T>;
	/** The same, once for each key: a repeat gets the first answer. */
	once<T extends object>(
		scope: Acting,
		asked: Asked,
		work: (tx: PeopleStatements) => Promise<{ ok: true; answer: T } | Refusal>,
	): Promise<{ ok: true; answer: T } | Refusal>;
	/** The same for an account that is about to become a member. */
	joining<T extends { ok: boolean }>(
		about: { workspaceId: WorkspaceId; accountId: AccountId },
		work: (tx: PeopleStatements) => Promise<T>,
	): Promise<T>;
	/** The account's own first, then by name. */
	workspacesOf(accountId: AccountId, today: string): Promise<Membership[]>;
	countOwned(accountId: AccountId): Promise<number>;
	takePoint(counter: Counter): Promise<Point>;
	/** What a link is about. */
	findOffer(tokenHash: Buffer): Promise<OfferRow | undefined>;
	/** Where an email goes; undefined if there is no reason for it anymore. */
	findInvited(mail: InvitationMail, now: Date): Promise<string | undefined>;
	/** Stores the hash of a new link, if the invitation is open and was not sent again since. */
	saveToken(about: InvitationMail, tokenHash: Buffer, now: Date): Promise<OfferRow | undefined>;
};
