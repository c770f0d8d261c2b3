import * as z from "zod/mini";
import { wordAccepted } from "#contract/controls/controls.ts";
import type { Operation } from "#contract/operation.ts";
import { API_PATHS } from "#contract/routes.ts";
import { pageFields } from "#contract/scans/scan-query.ts";
import { answerWords } from "./answers.ts";
import { libraryFilter, libraryPage, libraryWord } from "./library.ts";
import {
	QUESTIONNAIRE_FILES,
	questionnaireAdded,
	questionnaireChange,
	questionnaireDetail,
	questionnaireFilter,
	questionnaireId,
	questionnairePage,
	questionnaireUpload,
} from "./questionnaires.ts";

const params = z.object({ questionnaireId });

/** Calls about questionnaires that customers sent, and the library of approved answers. */
export const QUESTIONNAIRE_OPERATIONS = {
	listQuestionnaires: {
		method: "GET",
		path: API_PATHS.questionnaires,
		access: "account",
		permission: "read",
		scope: "questionnaires:read",
		tag: "Questionnaires",
		summary: "Questionnaires that customers sent, the newest first, page by page.",
		query: z.extend(questionnaireFilter, pageFields),
		success: 200,
		answer: questionnairePage,
		conditional: true,
	},
	addQuestionnaire: {
		method: "POST",
		path: API_PATHS.questionnaires,
		access: "account",
		permission: "work",
		cost: "work",
		tag: "Questionnaires",
		summary:
			"Send a customer’s questionnaire as XLSX, CSV or DOCX. Its questions are found and matched with approved answers, answers of signed assessments, and what scans observed. The answer lists rows that look like questions and were not taken. 422 `file_refused` if none was found.",
		query: questionnaireUpload,
		file: QUESTIONNAIRE_FILES,
		success: 201,
		answer: questionnaireAdded,
		idempotent: true,
	},
	answerQuestions: {
		method: "POST",
		path: API_PATHS.questionnaireAnswers,
		access: "account",
		permission: "work",
		tag: "Questionnaires",
		summary:
			"Confirm proposals, answer questions in one’s own words, or take answers back. The word said last counts, whenever it arrives.",
		body: answerWords,
		success: 202,
		answer: wordAccepted,
		idempotent: true,
	},
	readCustomerQuestionnaire: {
		method: "GET",
		path: API_PATHS.questionnaireById,
		access: "account",
		permission: "read",
		scope: "questionnaires:read",
		tag: "Questionnaires",
		summary: "A questionnaire with its questions, what is proposed for them, and what was confirmed.",
		params,
		success: 200,
		answer: questionnaireDetail,
		conditional: true,
	},
	changeQuestionnaire: {
		method: "PATCH",
		path: API_PATHS.questionnaireById,
		access: "account",
		permission: "work",
		tag: "Questionnaires",
		summary:
			"Change the title, customer, due day or state of a questionnaire. Fields that are left out stay as they are.",
		params,
		body: questionnaireChange,
		success: 204,
	},
	deleteQuestionnaire: {
		method: "DELETE",
		path: API_PATHS.questionnaireById,
		access: "account",
		permission: "arrange",
		tag: "Questionnaires",
		summary: "Delete a questionnaire with its file and its answers. Answers in the library stay.",
		params,
		success: 204,
	},
	matchQuestionnaire: {
		method: "POST",
		path: API_PATHS.questionnaireMatch,
		access: "account",
		permission: "work",
		cost: "work",
		tag: "Questionnaires",
		summary:
			"Match the questions that are not confirmed again, with the library and the scans of now. Proposals that a person turned down stay so.",
		params,
		success: 204,
	},
	readQuestionnaireFile: {
		method: "GET",
		path: API_PATHS.questionnaireFile,
		access: "account",
		permission: "read",
		cost: "work",
		scope: "questionnaires:read",
		tag: "Questionnaires",
		summary: "The customer’s file, with confirmed answers in its own cells and a column that says where each is from.",
		params,
		success: 200,
	},
	listLibraryAnswers: {
		method: "GET",
		path: API_PATHS.libraryAnswers,
		access: "account",
		permission: "read",
		scope: "questionnaires:read",
		tag: "Questionnaires",
		summary: "Answers of the library, the ones approved last first, page by page.",
		query: z.extend(libraryFilter, pageFields),
		success: 200,
		answer: libraryPage,
		conditional: true,
	},
	approveAnswer: {
		method: "POST",
		path: API_PATHS.libraryAnswers,
		access: "account",
		permission: "work",
		tag: "Questionnaires",
		summary:
			"Approve an answer into the library, change it, extend it or withdraw it, as a reviewer. The word said last counts, whenever it arrives.",
		body: libraryWord,
		success: 202,
		answer: wordAccepted,
		idempotent: true,
	},
} as const satisfies Record<string, Operation>;
