import type { AccountId, ClientId, Owner, ScanId, WorkspaceId } from "#contract/ids.ts";
import type { LabeledRequest, ScanKind, ScanLabels } from "#contract/scans/scans.ts";
import type { RequestIdentity } from "#server/platform/ids/request-identity.ts";
import type { ListedEngine } from "../engines/engine-list.ts";
import type { HostsClient } from "../targets/refuse-place.ts";
import type { Member } from "./asker.ts";
import type { Limit } from "./limits.ts";
import type { Scan, ScanEvent, Transition } from "./scan.ts";

/** An accepted request as it is remembered under its key. */
export type StoredRequest = { bodyHash: Buffer; scanId: ScanId; acceptedAt: Date };

/** A request before its target is looked up. */
export type ToBegin = {
	/** Under whose name its key is remembered: an account, or all visitors. */
	keeper: Owner;
	/** Undefined without an Idempotency-Key. */
	keyHash?: Buffer | undefined;
	/** The limit that the attempt counts against; undefined to count nothing. */
	attempt?: Limit | undefined;
	/** The mailbox whose opt-out matters, if any. */
	mailbox?: Buffer | undefined;
	/** A member's host, whose client matters. */
	host?: { workspaceId: WorkspaceId; name: string } | undefined;
};

/** What has to be known first. The attempt was counted unless the request is known, scans are stopped, or there was no room. */
export type Begun = {
	known: StoredRequest | undefined;
	/** Why the operator has stopped all scans. */
	stopped: string | undefined;
	/** Whether the mailbox has opted out. */
	suppressed: boolean;
	/** In how many seconds there is room for another attempt; undefined if there was. */
	retryAfter: number | undefined;
	/** The client that the host was given; undefined if it was given none. */
	clientOfHost: HostsClient | undefined;
};

/** The workspace that a scan becomes part of. */
export type AskedIn = {
	workspaceId: WorkspaceId;
	by: AccountId;
	/** The client that its host is given, if it has none; null if the request names none. */
	clientId: ClientId | null;
	/** Whether a typed name may become a client. */
	createsClients: boolean;
};

export type NewScan = {
	id: ScanId;
	/** As in ToBegin. */
	keeper: Owner;
	/** Whose it becomes, and who asks; undefined for a visitor's. */
	asked: AskedIn | undefined;
	/** How its request is remembered; undefined without an Idempotency-Key. */
	identity: RequestIdentity | undefined;
	request: LabeledRequest;
	email: string | null;
	/** The network address of the request. */
	client: string;
	/** What it counts against. */
	limits: readonly Limit[];
};

/** `known`: the same request came twice at once, and the other one was faster. Whatever is not ok has changed nothing. */
export type Outcome =
	| { ok: true; acceptedAt: Date }
	| { ok: false; because: "known" }
	/** Its host is not, or no longer, that of the client that it names, or the client was archived. */
	| { ok: false; because: "misplaced" }
	| { ok: false; because: "full"; limit: Limit; retryAfter: number };

/** Accepts scans. Calls that come at once share a round trip and a commit; each still has its own outcome. */
export type AcceptStore = {
	begin(request: ToBegin): Promise<Begun>;
	/** Stores the scan and queues its run: both are committed, or neither is. If its key is being taken, waits for that to end. */
	accept(scan: NewScan): Promise<Outcome>;
};

/** Whether a kind of scan can be run now, as the workers found it. */
export type FindEngine = (kind: ScanKind) => Promise<ListedEngine>;

/** What can be done to scans in one transaction. */
export type ScanTransaction = {
	/**
	 * Locks the scan, moves it by `transition`, stores it, and does what goes with the move. Undefined when there is no such
	 * scan anymore.
	 */
	apply(id: ScanId, event: ScanEvent): Promise<Transition | undefined>;
	/** Whether the scan may begin now; if not, in how many seconds to ask again. */
	takeTurn(id: ScanId): Promise<{ ok: true } | { ok: false; wait: number }>;
	/** Queues the scan's run; the job exists if and only if this transaction commits. */
	enqueueScan(id: ScanId, afterSeconds?: number): Promise<void>;
};

export type ScanStore = {
	/** Changes whom a scan of an account is for. */
	relabel(id: ScanId, labels: ScanLabels, by: Pick<Member, "accountId" | "createsClients">): Promise<void>;
	/** Counts one against a limit, or says in how many seconds there is room again. */
	takePoint(limit: Limit): Promise<{ ok: true } | { ok: false; retryAfter: number }>;
	/** Runs `work` in one transaction. Rolled back when it throws or its outcome is not `ok`. `by`: who acts, for the audit log. */
	transaction<T extends { ok: boolean }>(work: (tx: ScanTransaction) => Promise<T>, by?: AccountId): Promise<T>;
	/** Ids of running scans without a heartbeat for `limitMs`, oldest first. */
	silent(limitMs: number): Promise<ScanId[]>;
	/** Ids of scans that have been pending for `limitMs` since their last job was queued, oldest first. */
	waiting(limitMs: number): Promise<ScanId[]>;
	find(id: ScanId): Promise<Scan | undefined>;
};
