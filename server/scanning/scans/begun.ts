import type { Owner, ScanId, WorkspaceId } from "#contract/ids.ts";
import type { HostsClient } from "../targets/refuse-place.ts";
import type { Limit } from "./limits.ts";

/** An accepted request as it is remembered under its key. */
export type StoredRequest = { bodyHash: Buffer; scanId: ScanId; acceptedAt: Date };

/** A request before its target is looked up. */
export type ToBegin = {
	/** The name under which its key is remembered: an account, or all visitors. */
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

/** What has to be known first. The attempt is counted unless the request is known, scans are stopped, or there is no room. */
export type Begun = {
	known: StoredRequest | undefined;
	/** Why the operator has stopped all scans. */
	stopped: string | undefined;
	/** Whether the mailbox has opted out. */
	suppressed: boolean;
	/** In how many seconds there will be room for another attempt; undefined if there was room. */
	retryAfter: number | undefined;
	/** The client that the host was given; undefined if none. */
	clientOfHost: HostsClient | undefined;
};
