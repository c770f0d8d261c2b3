import { evidenceId } from "#contract/evidence/evidence-id.ts";
import type { EvidenceDecision, EvidenceState } from "#contract/evidence/state.ts";
import type { ClientId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { orNull, readRows, uuid } from "#server/platform/db/rows.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { noteWords } from "#server/platform/words/said-words.ts";
import { noteCustody } from "./custody.ts";

/** Who moves it. */
type Mover = Pick<Scope, "workspaceId" | "accountId">;

type Moved = {
	id: string;
	/** The piece that it supersedes once it is accepted. */
	supersedes: string | null;
	state: EvidenceDecision;
	reason: string;
	saidAt: Date;
	at: Date;
};

/** Moves evidence to another state, if that is allowed. */
export async function moveEvidence(
	client: Executor,
	scope: Scope,
	{ id, supersedes, state, reason, saidAt, at }: Moved,
): Promise<void> {
	await client.query(
		"UPDATE evidence SET state = $3, state_reason = $4, state_said_at = $5 WHERE workspace_id = $1 AND id = $2",
		[scope.workspaceId, id, state, reason, saidAt],
	);
	await noteCustody(client, scope, evidenceId.parse(id), at, state);
	if (state === "accepted" && supersedes !== null) await supersede(client, scope, { id: supersedes, saidAt, at });
}

type MovedWith = Omit<Moved, "id" | "supersedes"> & {
	ids: readonly string[];
	/** All of them belong to it. */
	clientId: ClientId;
};

/** Moves pieces along with what they are attached to. A piece about which something newer was said stays as it is. */
export async function movePieces(
	client: Executor,
	mover: Mover,
	{ ids, clientId, state, reason, saidAt, at }: MovedWith,
): Promise<void> {
	const moved = await readRows(
		client,
		{ id: uuid, supersedes: orNull(uuid) },
		`UPDATE evidence SET state = $3, state_reason = $4, state_said_at = $5
		 WHERE workspace_id = $1 AND id = ANY ($2::uuid[]) AND state <> $3 AND (state_said_at IS NULL OR state_said_at <= $5)
		 RETURNING id, supersedes`,
		[mover.workspaceId, ids, state, reason, saidAt],
	);
	if (moved.length === 0) return;
	await noteWords(client, mover, {
		clientId,
		type: "evidence",
		subjects: moved.map(({ id }) => ({ id, counted: true })),
		field: "state",
		value: state,
		shown: reason === "" ? state : `${state}: ${reason}`,
		saidAt,
		at,
	});
	for (const { id, supersedes } of moved) {
		await noteCustody(client, mover, evidenceId.parse(id), at, state);
		if (state === "accepted" && supersedes !== null) await supersede(client, mover, { id: supersedes, saidAt, at });
	}
}

type Superseded = Pick<Moved, "id" | "saidAt" | "at">;

/** A superseded piece. If it was not accepted, it stays as it is. */
export const supersede = (client: Executor, scope: Mover, piece: Superseded): Promise<void> =>
	markSuperseded(client, scope, piece, ["accepted"]);

/** A submission that a newer one replaced before anyone accepted it. */
export const supersedeOpen = (client: Executor, scope: Mover, piece: Superseded): Promise<void> =>
	markSuperseded(client, scope, piece, OPEN);

/** Neither accepted nor in a final state. */
const OPEN: readonly EvidenceState[] = ["draft", "submitted", "returned"];

async function markSuperseded(
	client: Executor,
	scope: Mover,
	{ id, saidAt, at }: Superseded,
	from: readonly EvidenceState[],
): Promise<void> {
	const { rowCount } = await client.query(
		"UPDATE evidence SET state = 'superseded', state_said_at = $3 WHERE workspace_id = $1 AND id = $2 AND state = ANY ($4)",
		[scope.workspaceId, id, saidAt, from],
	);
	if (rowCount === 1) await noteCustody(client, scope, evidenceId.parse(id), at, "superseded");
}
