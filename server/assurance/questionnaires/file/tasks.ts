import { MAPPED_TABLES, type Mapping } from "#contract/questionnaires/mapping.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import type { XlsxParts } from "#server/platform/files/xlsx/read-xlsx.ts";
import { createMatcher, type Known, type Match } from "../match/matcher.ts";
import { fillCsv, readCsv } from "./csv/csv-tasks.ts";
import { fillDocument, readDocumentFile } from "./docx/document-tasks.ts";
import {
	type Answers,
	AS_FOUND,
	type FoundQuestion,
	MOST_NOT_TAKEN,
	MOST_QUESTIONS,
	type ReadQuestionnaire,
} from "./found.ts";
import { fillWorkbook, readWorkbook } from "./xlsx/sheet-tasks.ts";

type Outcome<T> = { ok: true; value: T } | { ok: false; message: string };

const refusing = <T>(work: () => T): Outcome<T> => {
	try {
		return { ok: true, value: work() };
	} catch (error) {
		if (error instanceof BadFile) return { ok: false, message: error.message };
		throw error;
	}
};

const reading = (read: () => ReadQuestionnaire): Outcome<ReadQuestionnaire> =>
	refusing(() => {
		const { questions, lists, tables, notTaken } = read();
		if (questions.length > MOST_QUESTIONS) {
			throw new BadFile("It has more than 10,000 questions. Please split it and upload the parts.");
		}
		checkPlaces(questions);
		const isBare = tables.every(({ columns }) => columns.every(({ head, sample }) => head === "" && sample === ""));
		if (questions.length + notTaken.length === 0 && isBare) throw new BadFile(NONE);
		const left = notTaken.length - MOST_NOT_TAKEN;
		const listed = notTaken.slice(0, MOST_NOT_TAKEN);
		const more = tables.length - MAPPED_TABLES;
		return {
			questions,
			lists,
			tables: tables.slice(0, MAPPED_TABLES),
			notTaken: [
				...listed,
				...(left > 0 ? [{ place: "Elsewhere", why: `${left} more were not taken.` }] : []),
				...(more > 0 ? [{ place: "Elsewhere", why: `${more} more tables are not listed.` }] : []),
			],
		};
	});

/** A damaged workbook may give two rows the same number. */
function checkPlaces(questions: readonly FoundQuestion[]): void {
	const seen = new Set<string>();
	for (const { id, place } of questions) {
		if (seen.has(id)) {
			throw new BadFile(
				`It has two questions in the same place: ${place}. Please open it, save it again and upload that.`,
			);
		}
		seen.add(id);
	}
}

const NONE =
	"No questions were found. Put the questions into a column headed Question, beside a column headed Answer, and upload the file again.";

/** Everything that reads and fills questionnaires, which are untrusted: pure functions that run on a separate thread. */
export const TASKS = {
	readWorkbook: (parts: XlsxParts, mapping: Mapping = {}) => reading(() => readWorkbook(parts, mapping)),
	readCsv: (bytes: Uint8Array, mapping: Mapping = {}) => reading(() => readCsv(bytes, mapping)),
	readDocument: (bytes: Uint8Array, mapping: Mapping = {}) => reading(() => readDocumentFile(bytes, mapping)),
	fillWorkbook: (parts: XlsxParts, answers: Answers, how = AS_FOUND) =>
		refusing(() => fillWorkbook(parts, answers, how)),
	fillCsv: (bytes: Uint8Array, answers: Answers, how = AS_FOUND) => refusing(() => fillCsv(bytes, answers, how)),
	fillDocument: (bytes: Uint8Array, answers: Answers, how = AS_FOUND) =>
		refusing(() => fillDocument(bytes, answers, how)),
	match(known: readonly Known[], questions: readonly string[], most: number): Match[][] {
		const matcher = createMatcher(known);
		return questions.map((question) => matcher.match(question, most));
	},
};
