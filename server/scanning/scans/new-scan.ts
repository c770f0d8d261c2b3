import type { AccountId, ClientId, Owner, ScanId, WorkspaceId } from "#contract/ids.ts";
import type { LabeledRequest } from "#contract/scans/scans.ts";
import type { RequestIdentity } from "#server/platform/ids/request-identity.ts";
import type { Limit } from "./limits.ts";

/** The workspace that a scan becomes part of. */
export type AskedIn = {
	workspaceId: WorkspaceId;
	by: AccountId;
	/** The client that its host is given if it has none; null if the request names none. */
	clientId: ClientId | null;
	/** Whether a typed name may become a client. */
	createsClients: boolean;
};

export type NewScan = {
	id: ScanId;
	/** As in ToBegin. */
	keeper: Owner;
	/** Who owns it and who asks; undefined for a visitor's scan. */
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

/** `known`: the same request came twice at once, and the other one was faster. If the result is not ok, nothing was changed. */
export type Outcome =
	| { ok: true; acceptedAt: Date }
	| { ok: false; because: "known" }
	/** Its host does not, or no longer, belong to the client that it names, or the client was archived. */
	| { ok: false; because: "misplaced" }
	| { ok: false; because: "full"; limit: Limit; retryAfter: number };
