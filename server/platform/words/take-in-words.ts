import { insertAll } from "../db/insert-all.ts";
import { type ClientFileContents, type Destination, personOf } from "../tenancy/taking-in.ts";

const WORD = {
	workspace_id: "uuid",
	client_id: "uuid",
	subject_type: "text",
	subject_id: "text",
	field: "text",
	value: "jsonb",
	shown: "text",
	said_at: "timestamptz",
	received_at: "timestamptz",
	said_by: "uuid",
	said_by_name: "text",
	counted: "boolean",
};

/** Stores what people entered. They are names here, not accounts. */
export async function takeInWords(destination: Destination, file: ClientFileContents): Promise<void> {
	const { client, workspaceId: workspace_id, id: client_id, idOf } = destination;
	const person = personOf(destination);
	for await (const rows of file.rows("words")) {
		await insertAll(
			client,
			"said_words",
			WORD,
			rows.map(({ subjectType, subjectId, field, value, shown, saidAt, receivedAt, saidBy, counted }) => ({
				workspace_id,
				client_id,
				subject_type: subjectType,
				// The ids of packs are the same everywhere. All others are new here.
				subject_id: subjectType === "requirement" ? subjectId : idOf(subjectId),
				field,
				value: value ?? null,
				shown,
				said_at: saidAt,
				received_at: receivedAt,
				said_by: person(saidBy),
				said_by_name: saidBy,
				counted,
			})),
		);
	}
}
