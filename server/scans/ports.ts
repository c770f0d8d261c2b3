import type { Owner, ScanId } from "#contract/ids.ts";
import type { LabeledRequest, ScanKind, ScanLabels } from "#contract/scans.ts";
import type { ListedEngine } from "../engines/engine-list.ts";
import type { Limit } from "./limits.ts";
import type { Scan, ScanEvent, Transition } from "./scan.ts";

/** An accepted request as it is remembered under its key. */
export type StoredRequest = { bodyHash: Buffer; scanId: ScanId; acceptedAt: Date };

type NewRequest = { owner: Owner; keyHash: Buffer; bodyHash: Buffer; scanId: ScanId };

type NewScan = {
	id: ScanId;
	owner: Owner;
	request: LabeledRequest;
	email: string | null;
	/** The network address of the request. */
	client: string;
};

/** Whether a kind of scan can be run now, as the workers found it. */
export type FindEngine = (kind: ScanKind) => Promise<ListedEngine>;

/** What can be done to scans in one transaction. */
export type ScanTransaction = {
	/** False if the key is taken. If another transaction is inserting it right now, waits for that one to end. */
	insertRequest(request: NewRequest): Promise<boolean>;
	/** Counts one against a limit, or says in how many seconds there is room again. */
	takePoint(limit: Limit): Promise<{ ok: true } | { ok: false; retryAfter: number }>;
	/** Returns when the database says that it was accepted. */
	insertScan(scan: NewScan): Promise<Date>;
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
	findRequest(owner: Owner, keyHash: Buffer): Promise<StoredRequest | undefined>;
	/** Changes whom a scan of an account is for. */
	relabel(id: ScanId, labels: ScanLabels): Promise<void>;
	isSuppressed(mailboxHash: Buffer): Promise<boolean>;
	takePoint: ScanTransaction["takePoint"];
	/** Runs `work` in one transaction. Rolled back when it throws or its outcome is not `ok`. */
	transaction<T extends { ok: boolean }>(work: (tx: ScanTransaction) => Promise<T>): Promise<T>;
	/** Ids of running scans without a heartbeat for `limitMs`, oldest first. */
	silent(limitMs: number): Promise<ScanId[]>;
	/** Ids of scans that have been pending for `limitMs` since their last job was queued, oldest first. */
	waiting(limitMs: number): Promise<ScanId[]>;
	find(id: ScanId): Promise<Scan | undefined>;
};
