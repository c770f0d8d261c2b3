import type { ClientId } from "#contract/ids.ts";
import type { Executor } from "../db/pool.ts";
import type { Scope } from "../tenancy/scope.ts";

type SubjectType = "requirement" | "control" | "task" | "evidence" | "assessment";

/** What a person entered for one field. */
type Said = {
	clientId: ClientId;
	field: string;
	/** JSON. */
	value: unknown;
	/** What a person reads: a name instead of an id. */
	shown: string;
	/** By the device's clock, and never later than `at`. */
	saidAt: Date;
	at: Date;
};
/** `counted`: false if a newer entry stands. */
type Word = Said & { subject: { type: SubjectType; id: string }; counted: boolean };
type WordOfMany = Said & { type: SubjectType; subjects: readonly { id: string; counted: boolean }[] };
type Speaker = Pick<Scope, "workspaceId" | "accountId">;

/** Stores an entry, whether it counts or not. The name is the person's current one. */
export const noteWord = (client: Executor, speaker: Speaker, { subject, counted, ...said }: Word): Promise<void> =>
	noteWords(client, speaker, { ...said, type: subject.type, subjects: [{ id: subject.id, counted }] });

/** The same for an entry about many things at once. */
export async function noteWords(
	client: Executor,
	{ workspaceId, accountId }: Speaker,
	{ clientId, type, subjects, field, value, shown, saidAt, at }: WordOfMany,
): Promise<void> {
	await client.query(
		`INSERT INTO said_words (workspace_id, client_id, subject_type, subject_id, field, value, shown, said_at, received_at, said_by,
		   said_by_name, counted)
		 SELECT $1, $2, $3, said.id, $5, $6, $7, $8, $9, $10, btrim(first_name || ' ' || last_name), said.counted
		 FROM jsonb_to_recordset($4) AS said (id text, counted boolean), accounts WHERE accounts.id = $10`,
		[
			workspaceId,
			clientId,
			type,
			JSON.stringify(subjects),
			field,
			JSON.stringify(value ?? null),
			shown,
			saidAt,
			at,
			accountId,
		],
	);
}

/** The time an entry counts from: a clock that runs ahead must not make an entry the newest for years. */
export const saidBy = (saidAt: string, now: Date): Date => new Date(Math.min(Date.parse(saidAt), now.getTime()));
