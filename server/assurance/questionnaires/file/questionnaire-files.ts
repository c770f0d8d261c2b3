import { QUESTIONNAIRE_BYTES, type QuestionnaireType } from "#contract/questionnaires/file-types.ts";
import type { Mapping } from "#contract/questionnaires/mapping.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import { readIndex, WORKBOOK, xlsxParts } from "#server/platform/files/xlsx/unpack-xlsx.ts";
import { createOffLoop, type GaveUp, tooMuch } from "#server/platform/off-loop/off-loop.ts";
import type { Known, Match } from "../match/matcher.ts";
import { type Answers, AS_FOUND, type HowToFill, type ReadQuestionnaire } from "./found.ts";
import { mainPart, openQuestionnaire, withParts } from "./office-file.ts";
import type { TASKS } from "./tasks.ts";
import { addNotes } from "./xlsx/notes.ts";
import { recalculated } from "./xlsx/recalculated.ts";

/** Thrown with a message for the person whose file it is: what is wrong, that nothing was kept or changed, and what to do. */
export class QuestionnaireRefused extends Error {}

export type QuestionnaireFiles = {
	/**
	 * Finds the questions in a file. `mapping`: what a person said about its tables. Throws QuestionnaireRefused if nothing in it can be
	 * read.
	 */
	readQuestionnaire(file: Buffer, type: QuestionnaireType, mapping?: Mapping): Promise<ReadQuestionnaire>;
	/**
	 * The same file with these answers in their places, and their sources. Nothing else changes, except that formulas are recalculated
	 * when it is opened. Throws QuestionnaireRefused, also if an answer has no place in the file.
	 */
	fillQuestionnaire(file: Buffer, type: QuestionnaireType, answers: Answers, how?: HowToFill): Promise<Buffer>;
	/** For each question, at most this many possible answers, the best first. Throws QuestionnaireRefused if that takes too much. */
	matchQuestions(known: readonly Known[], questions: readonly string[], most: number): Promise<Match[][]>;
	close(): Promise<void>;
};

/** Smaller than a catalog: each is copied to the thread that reads it. */
const LIMITS = { unpacked: 60_000_000, sheets: 250 };

/** Other work gets its turn in between. */
const MATCHED_AT_ONCE = 1_000;

/** How long one task may run. */
const TIME_MS = 20_000;

/** Reads, fills and matches on a separate thread. */
export function createQuestionnaireFiles({ timeMs = TIME_MS } = {}): QuestionnaireFiles {
	const { run, close } = createOffLoop<typeof TASKS>({
		module: new URL("./tasks.ts", import.meta.url),
		threads: 1,
		timeMs,
		megabytes: 1_024,
	});
	const read = {
		xlsx: async (file: Buffer, mapping: Mapping) =>
			unwrap(await run("readWorkbook", await xlsxParts(await openQuestionnaire(file, "xlsx"), LIMITS), mapping)),
		csv: async (file: Buffer, mapping: Mapping) => unwrap(await run("readCsv", file, mapping)),
		async docx(file: Buffer, mapping: Mapping) {
			const zip = await openQuestionnaire(file, "docx");
			return unwrap(await run("readDocument", await zip.read(await mainPart(zip)), mapping));
		},
	};
	const fill = {
		async xlsx(file: Buffer, answers: Answers, how: HowToFill) {
			const zip = await openQuestionnaire(file, "xlsx");
			const { changed, notes, used, hasFormulas } = unwrap(
				await run("fillWorkbook", await xlsxParts(zip, LIMITS), answers, how),
			);
			checkUsed(answers, used);
			const parts = new Map(changed);
			for (const [path, added] of notes) await addNotes(zip, parts, path, added);
			if (hasFormulas) parts.set(WORKBOOK, recalculated(await readIndex(zip, WORKBOOK)));
			return withParts(zip, parts);
		},
		async csv(file: Buffer, answers: Answers, how: HowToFill) {
			const { content, used } = unwrap(await run("fillCsv", file, answers, how));
			checkUsed(answers, used);
			return Buffer.from(content);
		},
		async docx(file: Buffer, answers: Answers, how: HowToFill) {
			const zip = await openQuestionnaire(file, "docx");
			const path = await mainPart(zip);
			const { content, used } = unwrap(await run("fillDocument", await zip.read(path), answers, how));
			checkUsed(answers, used);
			return withParts(zip, new Map([[path, content]]));
		},
	};
	return {
		readQuestionnaire: (file, type, mapping = {}) =>
			refusing("This file could not be read, and nothing of it was kept.", file, () => read[type](file, mapping)),
		fillQuestionnaire: (file, type, answers, how = AS_FOUND) =>
			refusing("This file could not be filled, and nothing was changed.", file, () => fill[type](file, answers, how)),
		async matchQuestions(known, questions, most) {
			const matches: Match[][] = [];
			for (let at = 0; at < questions.length; at += MATCHED_AT_ONCE) {
				const done = await run("match", known, questions.slice(at, at + MATCHED_AT_ONCE), most);
				if (done.status === "gave-up") {
					throw new QuestionnaireRefused(
						`Comparing its questions with your library took more ${done.why} than we allow. Nothing was changed. Please split the questionnaire, or withdraw answers that you no longer need.`,
					);
				}
				matches.push(...done.value);
			}
			return matches;
		},
		close,
	};
}

async function refusing<T>(what: string, file: Buffer, work: () => Promise<T>): Promise<T> {
	try {
		if (file.length > QUESTIONNAIRE_BYTES) {
			throw new BadFile(
				`It is larger than ${QUESTIONNAIRE_BYTES / 1_000_000} MB. Please take pictures out of it, or upload it in parts.`,
			);
		}
		return await work();
	} catch (error) {
		if (error instanceof BadFile) throw new QuestionnaireRefused(`${what} ${error.message}`, { cause: error });
		throw error;
	}
}

function unwrap<T>(
	done: { status: "done"; value: { ok: true; value: T } | { ok: false; message: string } } | GaveUp,
): T {
	if (done.status === "gave-up") throw new BadFile(`It ${tooMuch(done)}. Please upload it in parts.`);
	if (!done.value.ok) throw new BadFile(done.value.message);
	return done.value.value;
}

/** A release may find different questions in a file that was read before it. */
function checkUsed(answers: Answers, used: readonly string[]): void {
	const lost = answers.size - used.length;
	if (lost === 0) return;
	throw new BadFile(
		`${lost === 1 ? "One answer has" : `${lost} answers have`} no place in it any more. Please upload it again; your answers stay in the library.`,
	);
}
