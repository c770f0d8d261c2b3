import type { WordAccepted } from "#contract/controls/controls.ts";
import type {
	EvidenceAccepted,
	EvidenceChange,
	EvidenceDecisionRequest,
	EvidenceDetail,
	EvidenceFilter,
	EvidencePage,
	EvidenceRequest,
	LinkAccepted,
	LinkRequest,
} from "#contract/evidence/evidence.ts";
import type { EvidenceId } from "#contract/evidence/evidence-id.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";

type Limited = { ok: false; because: "rate_limited"; retryAfter: number };

type Added =
	| { ok: true; answer: EvidenceAccepted }
	| { ok: false; because: "idempotency_mismatch" | "already_exists" | "limit_reached" | "source_missing" }
	| { ok: false; because: "attachments_missing" | "file_refused"; sha256: string[] }
	| Limited;

type Linked =
	| { ok: true; answer: LinkAccepted }
	| { ok: false; because: "idempotency_mismatch" | "not_found" | "limit_reached" }
	| Limited;

type Decided =
	| { ok: true; answer: WordAccepted }
	| { ok: false; because: "idempotency_mismatch" | "not_found" | "role_required" | "changed_meanwhile" }
	| Limited;

/** A stored file, to be read piece by piece. */
export type FileToRead = { name: string; type: string; size: number; pieces: AsyncIterable<Buffer> };

/** Evidence of workspaces. Evidence outside of the scope looks like evidence that does not exist. */
export type EvidenceStore = {
	/** Stores it with all of its files or not at all, once per key. */
	add(scope: Scope, asked: { key: string | null; request: EvidenceRequest }): Promise<Added>;
	/** Puts it on something or takes it off, once per key. What is so already stays so. */
	link(scope: Scope, asked: { key: string | null; request: LinkRequest }): Promise<Linked>;
	/** Submits it, or accepts, returns or withdraws it, once per key. The word said last counts. */
	decide(scope: Scope, asked: { key: string | null; request: EvidenceDecisionRequest }): Promise<Decided>;
	page(
		scope: Scope,
		query: EvidenceFilter & { cursor?: string | undefined; limit?: number | undefined },
	): Promise<EvidencePage | "bad_cursor">;
	detail(scope: Scope, id: EvidenceId): Promise<EvidenceDetail | undefined>;
	change(
		scope: Scope,
		id: EvidenceId,
		change: EvidenceChange,
	): Promise<"changed" | "changed_meanwhile" | "not_found" | "bad_period" | "bad_successor">;
	/** With the files that no other piece names. False if there is none. */
	delete(scope: Scope, id: EvidenceId): Promise<boolean>;
	/** A file of it, or the thumbnail of one. Notes in the custody list that the member opened a file; a thumbnail is only looked at. */
	file(scope: Scope, id: EvidenceId, sha256: string): Promise<FileToRead | undefined>;
};
