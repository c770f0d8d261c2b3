import { randomUUID } from "node:crypto";
import type { Executor } from "#server/platform/db/pool.ts";
import type { ClientScope } from "#server/platform/tenancy/scope.ts";

/** Days from now; in the past if negative. */
type Piece = {
	control: string;
	title: string;
	note: string;
	takenOn: number;
	expiresOn: number;
	state: "accepted" | "submitted";
};

/** One control is covered, one has gone stale, and one piece waits for review. */
const PIECES: readonly Piece[] = [
	{
		control: "BC-01",
		title: "Record of the restore test",
		note: "The appointments of one week were restored to the test system and compared. All were there.",
		takenOn: -20,
		expiresOn: 160,
		state: "accepted",
	},
	{
		control: "PE-02",
		title: "Attendance list of last year’s training",
		note: "Everyone but two people on parental leave.",
		takenOn: -400,
		expiresOn: -35,
		state: "accepted",
	},
	{
		control: "PH-01",
		title: "The door of the server room",
		note: "It closes by itself again. The badge reader was replaced.",
		takenOn: -3,
		expiresOn: 362,
		state: "submitted",
	},
];

/** Evidence that people provided, and a task that a person added. */
export async function addSampleEvidence(client: Executor, scope: ClientScope, now: Date): Promise<void> {
	const { workspaceId, clientId, accountId } = scope;
	for (const { control, title, note, takenOn, expiresOn, state } of PIECES) {
		const of = [workspaceId, randomUUID()];
		await client.query(
			`INSERT INTO evidence (workspace_id, id, client_id, title, note, taken_at, received_at, taken_by, taken_by_name, device,
			   expires_on, state, state_said_at)
			 SELECT $1, $2, $3, $4, $5, $7::timestamptz + $8 * interval '1 day', $7::timestamptz + $8 * interval '1 day', $6,
			   btrim(first_name || ' ' || last_name), '', ($7::timestamptz AT TIME ZONE 'UTC')::date + $9::integer, $10, $7
			 FROM accounts WHERE id = $6`,
			[...of, clientId, title, note, accountId, now, takenOn, expiresOn, state],
		);
		await client.query(
			`INSERT INTO evidence_links (workspace_id, evidence_id, subject_type, subject_id, linked_at)
			 SELECT $1, $2, 'control', id::text, $5 FROM controls WHERE client_id = $3 AND code = $4`,
			[...of, clientId, control, now],
		);
	}
	await client.query(
		`INSERT INTO tasks (workspace_id, client_id, id, title, cause_type, owner, due, state, created_at)
		 VALUES ($1, $2, $3, 'Prepare the management review', 'person', $4, ($5::timestamptz AT TIME ZONE 'UTC')::date + 6, 'open', $5)`,
		[workspaceId, clientId, randomUUID(), accountId, now],
	);
}
