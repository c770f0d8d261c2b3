import type { ClientId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";

/** What a person entered about a question, or for a field of an answer in the library. */
export type AnswerWord = { field: string; shown: string; counted: boolean };

type About = {
	clientId: ClientId;
	subject: { type: "questionnaire" | "library-answer"; id: string };
	/** By the device's clock, and never later than `at`. */
	saidAt: Date;
	at: Date;
};

/** Stores entries, whether they count or not. */
export const noteAnswerWords = (
	client: Executor,
	{ workspaceId, accountId }: Pick<Scope, "workspaceId" | "accountId">,
	{ clientId, subject, saidAt, at }: About,
	words: readonly AnswerWord[],
) =>
	client.query(
		`INSERT INTO answer_words (workspace_id, client_id, subject_type, subject_id, field, shown, said_at, received_at, said_by,
		   said_by_name, counted)
		 SELECT $1, $2, $3, $4, field, shown, $5, $6, $7, btrim(first_name || ' ' || last_name), counted
		 FROM jsonb_to_recordset($8) AS word (field text, shown text, counted boolean), accounts WHERE accounts.id = $7`,
		[workspaceId, clientId, subject.type, subject.id, saidAt, at, accountId, JSON.stringify(words)],
	);
