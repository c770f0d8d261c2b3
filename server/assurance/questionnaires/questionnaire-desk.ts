import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";
import type { QuestionnaireType } from "#contract/questionnaires/file-types.ts";
import { PROPOSALS, type QuestionnaireId, type QuestionnaireUpload } from "#contract/questionnaires/questionnaires.ts";
import type { AnswerSource } from "#contract/questionnaires/sources.ts";
import type { ClientScope, Scope } from "#server/platform/tenancy/scope.ts";
import { type QuestionnaireFiles, QuestionnaireRefused } from "./file/questionnaire-files.ts";
import type { MatchedQuestion } from "./matched-question.ts";
import type { KnownAnswers } from "./store/known-answers.ts";
import type { QuestionnaireStore } from "./store/questionnaire-store.ts";

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

/** `message` is for the person whose file it is. */
type FileRefused = { ok: false; because: "refused"; message: string; notTaken: { place: string; why: string }[] };

/** What is done with a customer's file: taking it in, matching its questions, and giving it back. */
export function createQuestionnaireDesk(files: QuestionnaireFiles, store: QuestionnaireStore) {
	const orRefused = async <T>(work: () => Promise<T>): Promise<T | FileRefused> => {
		try {
			return await work();
		} catch (error) {
			if (!(error instanceof QuestionnaireRefused)) throw error;
			return { ok: false, because: "refused", message: error.message, notTaken: [] };
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

	return {
		/** Finds the questions in a file, matches them, and stores all of it or nothing. */
		receive: (
			scope: ClientScope,
			asked: { key: string | null; upload: QuestionnaireUpload; file: Buffer; fileType: QuestionnaireType },
		) =>
			orRefused(async () => {
				const { questions, notTaken } = await files.readQuestionnaire(asked.file, asked.fileType);
				if (questions.length === 0) {
					const message = "Nothing was kept, because no question with a place for its answer was found in this file.";
					return { ok: false, because: "refused", message, notTaken } satisfies FileRefused;
				}
				const known = await store.known(scope);
				const matched = await match(questions, known);
				return store.add(scope, { ...asked, questions: matched, notTaken, facts: known.facts });
			}),

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
		fill: (scope: Scope, id: QuestionnaireId) =>
			orRefused(async () => {
				const filling = await store.filling(scope, id);
				if (!filling) return { ok: false, because: "not_found" } as const;
				const { file, fileName, fileType, answers } = filling;
				if (file === null) return { ok: false, because: "no_file" } as const;
				const content = await files.fillQuestionnaire(
					file,
					fileType,
					new Map(
						answers.map(({ id: question, answer, source, confirmedBy: by, confirmedAt: at }) => [
							question,
							{ answer, sources: sourceText(source, { by, at }) },
						]),
					),
				);
				return { ok: true, content, fileName, fileType } as const;
			}),
	};
}
export type QuestionnaireDesk = ReturnType<typeof createQuestionnaireDesk>;
