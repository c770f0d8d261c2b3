import { createHash } from "node:crypto";
import type { QuestionnaireType } from "#contract/questionnaires/file-types.ts";
import { type Mapping, SOURCES_PLACES, type SourcesPlace } from "#contract/questionnaires/mapping.ts";
import {
	QUESTIONNAIRES_LIMIT,
	type QuestionnaireAdded,
	type QuestionnaireUpload,
	questionnaireId,
} from "#contract/questionnaires/questionnaires.ts";
import { type Answered, askedIn, oncePerKey } from "#server/identity/accounts/store/account-requests.ts";
import { insertRow, nameNow } from "#server/platform/db/insert-row.ts";
import type { Executor, Pool } from "#server/platform/db/pool.ts";
import { int, oneOf, readRow } from "#server/platform/db/rows.ts";
import { uuidV7 } from "#server/platform/ids/uuid-v7.ts";
import { orRefused, Refused } from "#server/platform/refusals/refused.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { ClientScope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import type { Fact } from "../../findings/facts/facts.ts";
import { readStored } from "../../uploads/store/store-file.ts";
import type { ReadQuestionnaire } from "../file/found.ts";
import type { MatchedQuestion } from "../matched-question.ts";
import { insertQuestions } from "./insert-questions.ts";

const ADDED_PER_HOUR = 200;
const REFUSALS = ["limit_reached", "storage_full"] as const;

type NewQuestionnaire = {
	key: string | null;
	upload: Omit<QuestionnaireUpload, "mapping">;
	file: Buffer;
	fileType: QuestionnaireType;
	reading: Reading;
};

/** What was read from a file, and what is proposed for it. */
export type Reading = Omit<ReadQuestionnaire, "questions"> & {
	questions: readonly MatchedQuestion[];
	/** What a person said about its tables, here or for an earlier file of the same form. */
	mapping: Mapping;
	facts: readonly Fact[];
};

/** A reading, as columns of `questionnaires`. */
export const readingColumns = ({ notTaken, facts, tables, lists, mapping }: Reading) => ({
	not_taken: JSON.stringify(notTaken),
	facts: JSON.stringify(facts),
	tables: JSON.stringify(tables),
	lists: JSON.stringify(lists),
	mapping: JSON.stringify(mapping),
});

export const createAddQuestionnaire =
	(walled: Pool, now: () => Date, workspaceBytes: number) =>
	(
		scope: ClientScope,
		asked: NewQuestionnaire,
	): Promise<Answered<QuestionnaireAdded, "limit_reached" | "storage_full">> => {
		const { key, upload, file } = asked;
		const counter = { what: "questionnaires", whom: scope.accountId, points: ADDED_PER_HOUR, windowSeconds: 3_600 };
		const sha256 = createHash("sha256").update(file).digest();
		const compared = askedIn(scope, { questionnaire: { ...upload, sha256: sha256.toString("hex") } });
		// Across all clients: their files share one limit.
		const whole = within(walled, { ...scope, clientId: null });
		return orRefused(REFUSALS, () =>
			oncePerKey<QuestionnaireAdded>(whole, { ...compared, key, counter }, async (client) => {
				await holdWorkspaceFor(client, scope, "work");
				await checkRoom(client, scope, file.length, workspaceBytes);
				return insert(client, scope, { ...asked, sha256, at: now() });
			}),
		);
	};

async function checkRoom(client: Executor, { workspaceId, clientId }: ClientScope, size: number, most: number) {
	const kept = await readRow(
		client,
		{ questionnaires: int },
		"SELECT count(*) AS questionnaires FROM questionnaires WHERE workspace_id = $1 AND client_id = $2",
		[workspaceId, clientId],
	);
	if ((kept?.questionnaires ?? 0) >= QUESTIONNAIRES_LIMIT) throw new Refused("limit_reached");
	if ((await readStored(client, workspaceId)) + size > most) throw new Refused("storage_full");
}

async function insert(
	client: Executor,
	scope: ClientScope,
	{ upload, file, fileType, reading, sha256, at }: NewQuestionnaire & { sha256: Buffer; at: Date },
): Promise<QuestionnaireAdded> {
	const { workspaceId, clientId, accountId } = scope;
	const id = questionnaireId.parse(uuidV7(at));
	await insertRow(client, "questionnaires", {
		workspace_id: workspaceId,
		client_id: clientId,
		id,
		title: upload.title,
		customer: upload.customer,
		due: upload.due ?? null,
		file_name: upload.fileName,
		file_type: fileType,
		sha256,
		size: file.length,
		...readingColumns(reading),
		sources: await lastSources(client, scope),
		matched_at: at,
		uploaded_at: at,
		uploaded_by: accountId,
		uploaded_by_name: nameNow(accountId),
	});
	await client.query("INSERT INTO questionnaire_files (workspace_id, questionnaire_id, content) VALUES ($1, $2, $3)", [
		workspaceId,
		id,
		file,
	]);
	const { questions, notTaken, tables } = reading;
	await insertQuestions(
		client,
		{ workspaceId, id },
		questions.map((question) => ({ ...question, said: null })),
	);
	const proposed = questions.filter(({ isSure }) => isSure).length;
	return {
		id,
		counts: { questions: questions.length, confirmed: 0, proposed, needsPerson: questions.length - proposed },
		notTaken,
		version: 1,
		tables,
	};
}

/** Where the sources went the last time: people choose it once. */
async function lastSources(client: Executor, { workspaceId, clientId }: ClientScope): Promise<SourcesPlace> {
	const last = await readRow(
		client,
		{ sources: oneOf(SOURCES_PLACES) },
		`SELECT sources FROM questionnaires WHERE workspace_id = $1 AND client_id = $2 ORDER BY uploaded_at DESC, id DESC LIMIT 1`,
		[workspaceId, clientId],
	);
	return last?.sources ?? "column";
}
