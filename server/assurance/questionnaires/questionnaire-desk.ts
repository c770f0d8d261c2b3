import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";
import type { QuestionnaireType } from "#contract/questionnaires/file-types.ts";
import type { Mapping } from "#contract/questionnaires/mapping.ts";
import {
	type FillingQuery,
	type NewerFile,
	PROPOSALS,
	type QuestionnaireId,
	type QuestionnaireUpload,
	type TablesChange,
} from "#contract/questionnaires/questionnaires.ts";
import type { AnswerSource } from "#contract/questionnaires/sources.ts";
import type { ClientScope, Scope } from "#server/platform/tenancy/scope.ts";
import { cut } from "./file/cut.ts";
import type { ReadQuestionnaire } from "./file/found.ts";
import { type QuestionnaireFiles, QuestionnaireRefused } from "./file/questionnaire-files.ts";
import type { MatchedQuestion } from "./matched-question.ts";
import type { Reading } from "./store/add-questionnaire.ts";
import type { KnownAnswers } from "./store/known-answers.ts";
import type { QuestionnaireStore } from "./store/questionnaire-store.ts";
import type { Opened } from "./store/read-again.ts";

const day = (at: string): string => dayText(at, "utc");

/** The source of an answer, in a sentence for the customer. Hosts, scans and the titles of visits stay with us. */
function sourceText(source: AnswerSource, confirmed: { by: string; at: Date }): string {
	const by = confirmed.by === "" ? "" : ` by ${confirmed.by}`;
	switch (source.type) {
		case "library": {
			const approver = source.approvedBy === "" ? "" : ` by ${source.approvedBy}`;
			return `Approved answer${approver}, ${day(source.approvedAt)}. Confirmed${by}, ${dayText(confirmed.at, "utc")}.`;
		}
		case "observation":
			return `Observed by ${counted(source.scansTotal, "scan")} of ${counted(source.hostsTotal, "host")}, the newest on ${day(source.to)}. Confirmed${by}, ${dayText(confirmed.at, "utc")}.`;
		case "assessment":
			return `${source.template}, signed by ${source.signedBy}, ${day(source.signedAt)}. Confirmed${by}, ${dayText(confirmed.at, "utc")}.`;
		case "person":
			return `Answered${by}, ${dayText(confirmed.at, "utc")}.`;
	}
}

/** Says whose answers a filled file holds, or several clients' files would have one name. */
function filledName(fileName: string, clientName: string): string {
	const end = fileName.lastIndexOf(".");
	const [name, type] = end > 0 ? [fileName.slice(0, end), fileName.slice(end)] : [fileName, ""];
	return `${name}, answers of ${clientName}${type}`;
}

/** `message` is for the person whose file it is. */
type FileRefused = { ok: false; because: "refused"; message: string } & Pick<ReadQuestionnaire, "notTaken" | "tables">;

/** How many columns of a file without questions are named. */
const NAMED_COLUMNS = 6;

/** Names what was seen, so that a person can say which of it are the questions. */
function nothingFound({ notTaken, tables }: ReadQuestionnaire): FileRefused {
	const [first] = tables;
	const seen = (first?.columns ?? []).map(({ head, sample }) => head || sample).filter((text) => text !== "");
	const named = seen.slice(0, NAMED_COLUMNS).map((text) => `“${cut(text, 40, "…")}”`);
	const more = seen.length > named.length ? ` and ${seen.length - named.length} more` : "";
	const why =
		notTaken.length > 0
			? "No question with a place for its answer was found."
			: `No questions were found${named.length === 0 ? "" : `: its columns begin with ${named.join(", ")}${more}`}.`;
	const next = "Say which column has them, or put them into a column headed Question, beside a column headed Answer.";
	return { ok: false, because: "refused", message: `Nothing of this file was kept. ${why} ${next}`, notTaken, tables };
}

/** What is done with a customer's file: taking it in, matching its questions, and giving it back. */
export function createQuestionnaireDesk(files: QuestionnaireFiles, store: QuestionnaireStore) {
	const orRefused = async <T>(work: () => Promise<T>): Promise<T | FileRefused> => {
		try {
			return await work();
		} catch (error) {
			if (!(error instanceof QuestionnaireRefused)) throw error;
			return { ok: false, because: "refused", message: error.message, notTaken: [], tables: [] };
		}
	};

	const match = async <Q extends { text: string }>(
		questions: readonly Q[],
		{ known }: KnownAnswers,
	): Promise<(Q & Pick<MatchedQuestion, "candidates" | "isSure">)[]> => {
		const matches = await files.matchQuestions(
			known,
			questions.map(({ text }) => text),
			PROPOSALS,
		);
		return questions.map((question, n) => {
			const found = matches[n] ?? [];
			return { ...question, candidates: found.map(({ id }) => id), isSure: found[0]?.sure ?? false };
		});
	};

	/** Reads a file and matches its questions; a refusal if it has none. */
	const read = async (
		scope: ClientScope,
		file: Buffer,
		fileType: QuestionnaireType,
		known: Mapping,
	): Promise<Reading | FileRefused> => {
		const found = await files.readQuestionnaire(file, fileType, known);
		if (found.questions.length === 0) return nothingFound(found);
		const answers = await store.known(scope);
		const shapes = new Set(found.tables.map(({ shape }) => shape));
		const mapping = Object.fromEntries(Object.entries(known).filter(([shape]) => shapes.has(shape)));
		return { ...found, questions: await match(found.questions, answers), mapping, facts: answers.facts };
	};

	const readAgain = (
		scope: Scope,
		id: QuestionnaireId,
		version: number,
		loseAnswers: boolean,
		what: (
			opened: Opened,
		) => { file: Buffer | null; mapping: Mapping; newer?: { file: Buffer; fileName: string } } | "other-type",
	) =>
		orRefused(async () => {
			const opened = await store.opened(scope, id);
			if (!opened) return { ok: false, because: "not_found" } as const;
			if (opened.version !== version) return { ok: false, because: "changed_meanwhile" } as const;
			const given = what(opened);
			if (given === "other-type") return { ok: false, because: "other_type", fileType: opened.fileType } as const;
			const { file, mapping, newer } = given;
			if (file === null) return { ok: false, because: "no_file" } as const;
			const reading = await read({ ...scope, clientId: opened.clientId }, file, opened.fileType, mapping);
			if ("because" in reading) return reading;
			return store.readAgain(scope, id, { version, reading, loseAnswers, ...(newer && { newer }) });
		});

	return {
		/** Finds the questions in a file, matches them, and stores all of it or nothing. */
		receive: (
			scope: ClientScope,
			asked: {
				key: string | null;
				upload: QuestionnaireUpload;
				/** What the sender says about its tables. */
				mapping: Mapping;
				file: Buffer;
				fileType: QuestionnaireType;
			},
		) =>
			orRefused(async () => {
				const known = { ...(await store.knownMapping(scope)), ...asked.mapping };
				const reading = await read(scope, asked.file, asked.fileType, known);
				return "because" in reading ? reading : store.add(scope, { ...asked, reading });
			}),

		/** Reads the file again with what a person said about its tables. */
		changeTables: (scope: Scope, id: QuestionnaireId, { version, mapping, loseAnswers = false }: TablesChange) =>
			readAgain(scope, id, version, loseAnswers, ({ file }) => ({ file, mapping })),

		/** Reads a newer file of the same questionnaire. */
		replaceFile: (
			scope: Scope,
			id: QuestionnaireId,
			{ file, fileType, ...asked }: NewerFile & { file: Buffer; fileType: QuestionnaireType },
		) =>
			readAgain(scope, id, asked.version, asked.loseAnswers === "true", (opened) =>
				opened.fileType === fileType
					? { file, mapping: opened.mapping, newer: { file, fileName: asked.fileName } }
					: "other-type",
			),

		/** Matches again what is not confirmed. */
		matchAgain: (scope: Scope, id: QuestionnaireId) =>
			orRefused(async () => {
				const open = await store.open(scope, id);
				if (!open) return { ok: false, because: "not_found" } as const;
				const known = await store.known({ ...scope, clientId: open.clientId });
				await store.rematch(scope, id, await match(open.questions, known), known.facts);
				return { ok: true } as const;
			}),

		/** The customer's file with confirmed answers, and the source of each. */
		fill: (scope: Scope, id: QuestionnaireId, { full = "keep" }: FillingQuery) =>
			orRefused(async () => {
				const filling = await store.filling(scope, id);
				if (!filling) return { ok: false, because: "not_found" } as const;
				const { file, fileName, fileType, answers, mapping, sources, clientName } = filling;
				if (file === null) return { ok: false, because: "no_file" } as const;
				const content = await files.fillQuestionnaire(
					file,
					fileType,
					new Map(
						answers.map(({ id: question, answer, choice, source, confirmedBy: by, confirmedAt: at }) => [
							question,
							{ answer, choice, sources: sourceText(source, { by, at }) },
						]),
					),
					{ mapping, sources, replace: full === "replace" },
				);
				return { ok: true, content, fileName: filledName(fileName, clientName), fileType } as const;
			}),
	};
}
export type QuestionnaireDesk = ReturnType<typeof createQuestionnaireDesk>;
