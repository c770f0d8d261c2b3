import type { ClientId } from "#contract/ids.ts";
import type { Executor } from "../db/pool.ts";
import type { Scope } from "../tenancy/scope.ts";

/** What a person said of one field of something. */
type Word = {
	clientId: ClientId;
	subject: { type: "requirement" | "control" | "task" | "evidence" | "assessment"; id: string };
	field: string;
	/** JSON. */
	value: unknown;
	/** What a person reads: a name instead of an id. */
	shown: string;
	/** By the device's clock, and never later than `at`. */
	saidAt: Date;
	at: Date;
	/** False: a newer word stands. */
	counted: boolean;
};

/** Keeps a word, whether it counts or not. The name is that of now. */
export const noteWord = (
	client: Executor,
	{ workspaceId, accountId }: Pick<Scope, "workspaceId" | "accountId">,
	{ clientId, subject, field, value, shown, saidAt, at, counted }: Word,
) =>
	client.query(
		`INSERT INTO said_words (workspace_id, client_id, subject_type, subject_id, field, value, shown, said_at, received_at, said_by,
		   said_by_name, counted)
		 SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, btrim(first_name || ' ' || last_name), $11 FROM accounts WHERE id = $10`,
		[
			workspaceId,
			clientId,
			subject.type,
			subject.id,
			field,
			JSON.stringify(value ?? null),
			shown,
			saidAt,
			at,
			accountId,
			counted,
		],
	);

/** When something counts as said: a clock that runs ahead must not make a word the newest for years. */
export const saidBy = (saidAt: string, now: Date): Date => new Date(Math.min(Date.parse(saidAt), now.getTime()));
