import { createHash } from "node:crypto";
import { LIBRARY_LIMIT } from "#contract/questionnaires/library.ts";
import { QUESTIONNAIRES_LIMIT } from "#contract/questionnaires/questionnaires.ts";
import type { AnswerSource } from "#contract/questionnaires/sources.ts";
import type { ClientFileRow } from "#contract/workspaces/client-file.ts";
import { insertAll } from "#server/platform/db/insert-all.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import { type ClientFileContents, type Destination, personOf } from "#server/platform/tenancy/taking-in.ts";

const OF_CLIENT = { workspace_id: "uuid", client_id: "uuid" };
const QUESTIONNAIRE = {
	...OF_CLIENT,
	id: "uuid",
	title: "text",
	customer: "text",
	due: "date",
	state: "text",
	file_name: "text",
	file_type: "text",
	sha256: "bytea",
	size: "integer",
	not_taken: "jsonb",
	facts: "jsonb",
	tables: "jsonb",
	lists: "jsonb",
	mapping: "jsonb",
	sources: "text",
	matched_at: "timestamptz",
	uploaded_at: "timestamptz",
	uploaded_by: "uuid",
	uploaded_by_name: "text",
};
const QUESTION = {
	workspace_id: "uuid",
	questionnaire_id: "uuid",
	id: "text",
	no: "integer",
	place: "text",
	section: "text",
	text: "text",
	standing: "text",
	list: "integer",
	has_text: "boolean",
	state: "text",
	candidates: "text[]",
	answer: "text",
	choice: "text",
	origin: "text",
	source: "jsonb",
	said_at: "timestamptz",
	said_by: "uuid",
	said_by_name: "text",
};
const LIBRARY_ANSWER = {
	...OF_CLIENT,
	id: "uuid",
	question: "text",
	answer: "text",
	tags: "text[]",
	evidence: "uuid[]",
	approved_at: "timestamptz",
	approved_by: "uuid",
	approved_by_name: "text",
	expires_on: "date",
	withdrawn: "boolean",
	said: "jsonb",
};
const WORD = {
	...OF_CLIENT,
	subject_type: "text",
	subject_id: "uuid",
	field: "text",
	shown: "text",
	said_at: "timestamptz",
	received_at: "timestamptz",
	said_by: "uuid",
	said_by_name: "text",
	counted: "boolean",
};

/**
 * Stores the questionnaires with the files that came along, the library, and people's entries about both. People are names here, not
 * accounts.
 */
export async function takeInQuestionnaires(destination: Destination, file: ClientFileContents): Promise<void> {
	const { client, workspaceId: workspace_id, id: client_id, idOf } = destination;
	const person = personOf(destination);
	let questionnaires = 0;
	for await (const rows of file.rows("questionnaires")) {
		questionnaires += rows.length;
		if (questionnaires > QUESTIONNAIRES_LIMIT)
			throw new BadFile("This file has more questionnaires than a client can have.");
		for (const row of rows) await takeInOne(destination, file, row, person);
	}
	let answers = 0;
	for await (const rows of file.rows("library")) {
		answers += rows.filter(({ withdrawn }) => !withdrawn).length;
		if (answers > LIBRARY_LIMIT) throw new BadFile("This file has more approved answers than a client can have.");
		const stored = rows.map(
			({ id, question, answer, tags, evidence, approvedAt, approvedBy, expiresOn, withdrawn, said }) => ({
				workspace_id,
				client_id,
				id: idOf(id),
				question,
				answer,
				tags,
				evidence: evidence.map(idOf),
				approved_at: approvedAt,
				approved_by: person(approvedBy),
				approved_by_name: approvedBy,
				expires_on: expiresOn,
				withdrawn,
				said,
			}),
		);
		await insertAll(client, "library_answers", LIBRARY_ANSWER, stored);
	}
	for await (const rows of file.rows("replies")) {
		const stored = rows.map(({ subjectType, subjectId, field, shown, saidAt, receivedAt, saidBy, counted }) => ({
			workspace_id,
			client_id,
			subject_type: subjectType,
			subject_id: idOf(subjectId),
			field,
			shown,
			said_at: saidAt,
			received_at: receivedAt,
			said_by: person(saidBy),
			said_by_name: saidBy,
			counted,
		}));
		await insertAll(client, "answer_words", WORD, stored);
	}
}

async function takeInOne(
	{ client, workspaceId: workspace_id, id: client_id, idOf }: Destination,
	file: ClientFileContents,
	row: ClientFileRow<"questionnaires">,
	person: (name: string) => string,
): Promise<void> {
	const content = row.file === null ? null : await file.content(row.file);
	if (content && (content.length !== row.size || createHash("sha256").update(content).digest("hex") !== row.sha256)) {
		throw new BadFile("A questionnaire in this file is not the one that it was.");
	}
	const id = idOf(row.id);
	/** The new ids of scans, approved answers and assessments. */
	const sourceHere = (source: AnswerSource): AnswerSource => {
		switch (source.type) {
			case "library":
				return { ...source, libraryAnswerId: idOf(source.libraryAnswerId) as typeof source.libraryAnswerId };
			case "observation":
				return {
					...source,
					scans: source.scans.map((scan) => ({ ...scan, scanId: idOf(scan.scanId) as typeof scan.scanId })),
				};
			case "assessment":
				return {
					...source,
					assessmentId: idOf(source.assessmentId) as typeof source.assessmentId,
					wordId: idOf(source.wordId) as typeof source.wordId,
				};
			case "person":
				return source;
		}
	};
	await insertAll(client, "questionnaires", QUESTIONNAIRE, [
		{
			workspace_id,
			client_id,
			id,
			title: row.title,
			customer: row.customer,
			due: row.due,
			state: row.state,
			file_name: row.fileName,
			file_type: row.fileType,
			sha256: `\\x${row.sha256}`,
			size: row.size,
			not_taken: row.notTaken,
			facts: row.facts.map((fact) => ({ ...fact, source: sourceHere(fact.source) })),
			tables: row.tables,
			lists: row.lists,
			mapping: row.mapping,
			sources: row.sources,
			matched_at: row.matchedAt,
			uploaded_at: row.uploadedAt,
			uploaded_by: person(row.uploadedBy),
			uploaded_by_name: row.uploadedBy,
		},
	]);
	if (content) {
		await client.query(
			"INSERT INTO questionnaire_files (workspace_id, questionnaire_id, content) VALUES ($1, $2, $3)",
			[workspace_id, id, content],
		);
	}
	const questions = row.questions.map(({ candidates, source, saidAt, saidBy, hasText, ...question }, no) => ({
		...question,
		has_text: hasText,
		workspace_id,
		questionnaire_id: id,
		no,
		candidates: candidates.map((one) => (one.startsWith("fact:") ? one : idOf(one))),
		origin: source?.type ?? null,
		source: source && sourceHere(source),
		said_at: saidAt,
		said_by: saidAt === null ? null : person(saidBy),
		said_by_name: saidBy,
	}));
	await insertAll(client, "questionnaire_questions", QUESTION, questions);
}
