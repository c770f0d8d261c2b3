import { QUESTIONNAIRE_TYPES, type QuestionnaireType } from "#contract/questionnaires/file-types.ts";
import { type Mapping, SOURCES_PLACES, type SourcesPlace } from "#contract/questionnaires/mapping.ts";
import type { QuestionnaireId } from "#contract/questionnaires/questionnaires.ts";
import type { AnswerSource } from "#contract/questionnaires/sources.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { bytes, json, neverNull, oneOf, orNull, readRow, readRows, text, time } from "#server/platform/db/rows.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { ofScope } from "../../controls/store/of-scope.ts";

/** What a file is filled with. */
export type Filling = {
	fileName: string;
	fileType: QuestionnaireType;
	/** Whose answers they are, by its name of today. */
	clientName: string;
	mapping: Mapping;
	sources: SourcesPlace;
	/** Null: it was handed over without its file. */
	file: Buffer | null;
	answers: readonly {
		id: string;
		answer: string;
		choice: string;
		source: AnswerSource;
		confirmedBy: string;
		confirmedAt: Date;
	}[];
};

/** What a questionnaire's file is filled with: only confirmed answers. */
export async function readFilling(
	db: Executor,
	{ workspaceId, clientId }: Scope,
	id: QuestionnaireId,
): Promise<Filling | undefined> {
	const whole = await readRow(
		db,
		{
			file_name: text,
			file_type: oneOf(QUESTIONNAIRE_TYPES),
			client: text,
			mapping: json<Mapping>(),
			sources: oneOf(SOURCES_PLACES),
			content: orNull(bytes),
		},
		`SELECT file_name, file_type, coalesce(nullif(clients.name, ''), workspaces.name) AS client, mapping, sources, content
		 FROM questionnaires JOIN clients ON clients.id = client_id JOIN workspaces ON workspaces.id = clients.workspace_id
		   LEFT JOIN questionnaire_files AS file ON (file.workspace_id, file.questionnaire_id) = (questionnaires.workspace_id, questionnaires.id)
		 WHERE questionnaires.workspace_id = $1 AND questionnaires.id = $2 AND ${ofScope("$3")}`,
		[workspaceId, id, clientId],
	);
	if (!whole) return undefined;
	const answers = await readRows(
		db,
		{
			id: text,
			answer: text,
			choice: text,
			source: neverNull(json<AnswerSource>()),
			confirmedBy: text,
			confirmedAt: neverNull(time),
		},
		`SELECT id, answer, choice, source, said_by_name AS "confirmedBy", said_at AS "confirmedAt" FROM questionnaire_questions
		 WHERE workspace_id = $1 AND questionnaire_id = $2 AND state = 'confirmed' ORDER BY no`,
		[workspaceId, id],
	);
	return {
		fileName: whole.file_name,
		fileType: whole.file_type,
		clientName: whole.client,
		mapping: whole.mapping,
		sources: whole.sources,
		file: whole.content,
		answers,
	};
}
