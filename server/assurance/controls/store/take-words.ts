import type { ClientId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { noteWord } from "#server/platform/words/said-words.ts";
import { isNewest, type Said } from "../newest-word.ts";

/** What a person entered for one field. `columns`: what is written if it counts; null if it is only stored as an entry, as a note is. */
export type FieldWord = {
	field: string;
	value: unknown;
	/** What a person reads. */
	shown: string;
	columns: Readonly<Record<string, unknown>> | null;
};

type Spoken = {
	client_id: ClientId;
	/** The current value. */
	said: Said;
	words: readonly FieldWord[];
	/** When the entry was made, and when it arrived. */
	saidAt: Date;
	at: Date;
};

/** Stores the entries about a control or a task, and writes what counts. Returns how many fields changed. */
export async function takeWords(
	client: Executor,
	scope: Scope,
	{ type, table, id }: { type: "control" | "task"; table: "controls" | "tasks"; id: string },
	{ client_id: clientId, said, words, saidAt, at }: Spoken,
): Promise<number> {
	const counted = words.filter(({ field, columns }) => columns === null || isNewest(said, field, saidAt));
	for (const word of words) {
		const { field, value, shown } = word;
		const counts = counted.includes(word);
		await noteWord(client, scope, {
			clientId,
			subject: { type, id },
			field,
			value,
			shown,
			saidAt,
			at,
			counted: counts,
		});
	}
	const written = counted.filter(({ columns }) => columns !== null);
	if (written.length > 0) {
		const columns = Object.entries(Object.assign({}, ...written.map((word) => word.columns)));
		const stands = Object.fromEntries(written.map(({ field }) => [field, saidAt.toISOString()]));
		await client.query(
			`UPDATE ${table} SET said = said || $3::jsonb${columns.map(([name], n) => `, ${name} = $${n + 4}`).join("")}
			 WHERE workspace_id = $1 AND id = $2`,
			[scope.workspaceId, id, JSON.stringify(stands), ...columns.map(([, value]) => value)],
		);
	}
	return counted.length;
}
