import type { ClientId, WorkspaceId } from "#contract/ids.ts";
import type { TicketAccepted, TicketList, TicketRequest, TicketSubject } from "#contract/tickets/tickets.ts";
import type {
	Tracker,
	TrackerChange,
	TrackerProblem,
	TrackerRequest,
	TrackerSystem,
} from "#contract/tickets/trackers.ts";
import type { Limited } from "#server/identity/accounts/store/account-requests.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import type { TicketFacts } from "./facts.ts";
import type { Standing } from "./moves.ts";

/** Where issues go, and with what. */
export type Connection = {
	workspaceId: WorkspaceId;
	trackerId: string;
	system: TrackerSystem;
	url: string;
	project: string;
	issueType: string;
	email: string;
	/** Encrypted. */
	token: Buffer;
};

/** Trackers as their workspace sets them up. */
export type TrackerStore = {
	list(scope: Scope): Promise<Tracker[]>;
	hasClient(scope: Scope, clientId: ClientId): Promise<boolean>;
	/** False if the workspace has as many as it may. */
	add(
		scope: Scope,
		tracker: Omit<TrackerRequest, "token" | "url"> & { id: string; url: string; token: Buffer; createdAt: Date },
	): Promise<boolean>;
	/** What was given up is tried again. False if there is none. */
	change(
		scope: Scope,
		id: string,
		change: Omit<TrackerChange, "token"> & { token?: Buffer | undefined },
		now: Date,
	): Promise<boolean>;
	remove(scope: Scope, id: string): Promise<boolean>;
	connection(scope: Scope, id: string): Promise<Connection | undefined>;
};

/** Tickets as members see them. */
export type TicketStore = {
	list(scope: Scope, about: TicketSubject, may: { create: boolean }): Promise<TicketList>;
	create(
		scope: Scope,
		asked: { key: string | null; request: TicketRequest },
	): Promise<
		| { ok: true; answer: TicketAccepted }
		| { ok: false; because: "idempotency_mismatch" | "not_found" | "no_tracker" | "already_finished" }
		| Limited
	>;
	/** False if there is none that waits or was given up. */
	retry(scope: Scope, id: string, now: Date): Promise<boolean>;
};

/** An issue as its tracker knows it. */
export type Issue = { ref: string; key: string; url: string };

/** A ticket that is this process's to bring to where it should be, until `leasedUntil`. */
export type Due = {
	id: string;
	connection: Connection;
	standing: Standing;
	/** A try before this one began, and what came of it is not known. */
	isUnsure: boolean;
	/** Undefined if there is none yet. */
	issue: Issue | undefined;
	turn: number;
	turnedAt: Date;
	createdAt: Date;
	/** Tries with this one. */
	attempts: number;
	leasedUntil: Date;
};

/** What came of a try. */
export type Settled =
	| { ok: true; remote: "open" | "closed" | "told"; issue: Issue }
	| {
			ok: false;
			problem: TrackerProblem;
			code: number | null;
			detail: string;
			/** Whether something may have been done all the same. */
			isUnsure: boolean;
			/** Null if it is given up. */
			nextAt: Date | null;
			/** The tracker wants to hear nothing until then; null if it did not say so. */
			pausedUntil: Date | null;
	  };

export type DueTickets = {
	/** Takes what is due, at most `atMost`, and of one tracker one at a time. */
	take(now: Date, atMost: number): Promise<Due[]>;
	/** What the ticket is about, as it is now. Undefined if it was deleted meanwhile. */
	facts(id: string): Promise<TicketFacts | undefined>;
	settle(due: Due, settled: Settled, now: Date): Promise<void>;
};
