import { createHash } from "node:crypto";
import type { ClientId } from "#contract/ids.ts";
import type { QuestionnaireType } from "#contract/questionnaires/file-types.ts";
import { QUESTIONNAIRE_TYPES } from "#contract/questionnaires/file-types.ts";
import type { Mapping } from "#contract/questionnaires/mapping.ts";
import {
	QUESTION_STATES,
	type QuestionnaireId,
	type QuestionnaireReadAgain,
} from "#contract/questionnaires/questionnaires.ts";
import type { AnswerSource } from "#contract/questionnaires/sources.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { bytes, id, int, json, oneOf, orNull, readRow, readRows, text, time, uuid } from "#server/platform/db/rows.ts";
import { orOutcome, Refused } from "#server/platform/refusals/refused.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { ofScope } from "../../controls/store/of-scope.ts";
import { readStored } from "../../uploads/store/store-file.ts";
import { keepAnswers } from "../keep-answers.ts";
import { type Reading, readingColumns } from "./add-questionnaire.ts";
import { insertQuestions, type Said } from "./insert-questions.ts";

/** A questionnaire whose file is about to be read again. */
export type Opened = {
	clientId: ClientId;
	version: number;
	mapping: Mapping;
	fileType: QuestionnaireType;
	/** Null: it was handed over without its file. */
	file: Buffer | null;
};

export async function openQuestionnaire(
	db: Executor,
	{ workspaceId, clientId }: Scope,
	questionnaire: QuestionnaireId,
): Promise<Opened | undefined> {
	const row = await readRow(
		db,
		{
			client_id: id<ClientId>(),
			version: int,
			mapping: json<Mapping>(),
			file_type: oneOf(QUESTIONNAIRE_TYPES),
			content: orNull(bytes),
		},
		`SELECT client_id, version, mapping, file_type, content FROM questionnaires
		   LEFT JOIN questionnaire_files AS file ON (file.workspace_id, file.questionnaire_id) = (questionnaires.workspace_id, questionnaires.id)
		 WHERE questionnaires.workspace_id = $1 AND questionnaires.id = $2 AND ${ofScope("$3")}`,
		[workspaceId, questionnaire, clientId],
	);
	return (
		row && {
			clientId: row.client_id,
			version: row.version,
			mapping: row.mapping,
			fileType: row.file_type,
			file: row.content,
		}
	);
}

/** Why a reading was not stored. `lost`: how many confirmed answers would lose their questions. */
export type NotReadAgain =
	| { ok: false; because: "not_found" | "changed_meanwhile" | "storage_full" }
	| { ok: false; because: "answers_would_go"; lost: number };

const refused = (outcome: NotReadAgain) => new Refused(outcome);

/** `version`: the one that was read. `newer`: a file that takes the place of the old one. */
export type ReadAgain = {
	version: number;
	reading: Reading;
	loseAnswers: boolean;
	newer?: { file: Buffer; fileName: string };
};

/**
 * Stores a new reading of a questionnaire; what was said stays with its questions. Refused if it was read again since, if there is no room
 * for a newer file, or if confirmed answers would go that may not.
 */
export const createReadAgain =
	(walled: Pool, now: () => Date, workspaceBytes: number) =>
	(
		scope: Scope,
		questionnaire: QuestionnaireId,
		asked: ReadAgain,
	): Promise<{ ok: true; answer: QuestionnaireReadAgain } | NotReadAgain> =>
		orOutcome(async () => ({
			ok: true,
			// Across all clients: their files share one limit.
			answer: await inTransaction(within(walled, { ...scope, clientId: null }), (client) =>
				storeReading(client, scope, questionnaire, { ...asked, at: now(), workspaceBytes }),
			),
		}));

async function storeReading(
	client: Executor,
	scope: Scope,
	questionnaire: QuestionnaireId,
	{ workspaceBytes, at, ...asked }: ReadAgain & { workspaceBytes: number; at: Date },
): Promise<QuestionnaireReadAgain> {
	await holdWorkspaceFor(client, scope, "work");
	const key = { workspaceId: scope.workspaceId, id: questionnaire };
	await hold(client, scope, questionnaire, asked.version);
	const { newer, reading } = asked;
	if (newer) await replaceFile(client, key, newer, workspaceBytes);
	const rows = await readRows(client, QUESTION, SELECT_QUESTIONS, [key.workspaceId, key.id]);
	const before = rows.flatMap(({ id, section, text, said_at, said_by, state, ...said }) =>
		said_at && said_by && state !== "proposed"
			? [{ id, section, text, said: { ...said, state, said_by, said_at: said_at.toISOString() } satisfies Said }]
			: [],
	);
	const { questions, lost } = keepAnswers(before, reading.questions);
	const gone = lost.filter(({ said }) => said.state === "confirmed").length;
	if (gone > 0 && !asked.loseAnswers) throw refused({ ok: false, because: "answers_would_go", lost: gone });
	await client.query("DELETE FROM questionnaire_questions WHERE workspace_id = $1 AND questionnaire_id = $2", [
		key.workspaceId,
		key.id,
	]);
	await insertQuestions(
		client,
		key,
		questions.map((each) => ({ ...each, said: withListedChoice(each.said, reading, each.list) })),
	);
	const columns = { ...readingColumns(reading), matched_at: at, version: asked.version + 1 };
	const set = Object.keys(columns).map((name, at) => `${name} = $${at + 3}`);
	await client.query(`UPDATE questionnaires SET ${set.join(", ")} WHERE workspace_id = $1 AND id = $2`, [
		key.workspaceId,
		key.id,
		...Object.values(columns),
	]);
	const confirmed = questions.filter(({ said }) => said?.state === "confirmed").length;
	const proposed = questions.filter(({ said, isSure }) => said === null && isSure).length;
	return {
		id: questionnaire,
		counts: {
			questions: questions.length,
			confirmed,
			proposed,
			needsPerson: questions.length - confirmed - proposed,
		},
		notTaken: reading.notTaken,
		tables: reading.tables,
		version: asked.version + 1,
		lost: gone,
	};
}

/** Of two people who mend one file, the second one reads what the first one did. */
async function hold(
	client: Executor,
	{ workspaceId, clientId }: Scope,
	questionnaire: QuestionnaireId,
	version: number,
) {
	const row = await readRow(
		client,
		{ version: int },
		`SELECT version FROM questionnaires WHERE workspace_id = $1 AND id = $2 AND ${ofScope("$3")} FOR NO KEY UPDATE`,
		[workspaceId, questionnaire, clientId],
	);
	if (!row) throw refused({ ok: false, because: "not_found" });
	if (row.version !== version) throw refused({ ok: false, because: "changed_meanwhile" });
}

async function replaceFile(
	client: Executor,
	{ workspaceId, id }: { workspaceId: string; id: string },
	{ file, fileName }: { file: Buffer; fileName: string },
	most: number,
): Promise<void> {
	const sha256 = createHash("sha256").update(file).digest();
	await client.query(
		"UPDATE questionnaires SET sha256 = $3, size = $4, file_name = $5 WHERE workspace_id = $1 AND id = $2",
		[workspaceId, id, sha256, file.length, fileName],
	);
	if ((await readStored(client, workspaceId)) > most) throw refused({ ok: false, because: "storage_full" });
	await client.query(
		`INSERT INTO questionnaire_files (workspace_id, questionnaire_id, content) VALUES ($1, $2, $3)
		 ON CONFLICT (workspace_id, questionnaire_id) DO UPDATE SET content = excluded.content`,
		[workspaceId, id, file],
	);
}

/** A newer file may have another list. */
function withListedChoice(said: Said | null, { lists }: Reading, list: number | null): Said | null {
	if (said === null || said.choice === "") return said;
	const isListed = list !== null && (lists[list]?.includes(said.choice) ?? false);
	return isListed ? said : { ...said, choice: "" };
}

const QUESTION = {
	id: text,
	section: text,
	text,
	state: oneOf(QUESTION_STATES),
	answer: text,
	choice: text,
	origin: orNull(text),
	source: orNull(json<AnswerSource>()),
	said_at: orNull(time),
	said_by: orNull(uuid),
	said_by_name: text,
};
const SELECT_QUESTIONS = `SELECT id, section, text, state, answer, choice, origin, source, said_at, said_by, said_by_name
	FROM questionnaire_questions WHERE workspace_id = $1 AND questionnaire_id = $2 ORDER BY no`;
