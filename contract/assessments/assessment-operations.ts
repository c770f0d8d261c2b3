import * as z from "zod/mini";
import { wordAccepted } from "#contract/controls/controls.ts";
import type { Operation } from "#contract/operation.ts";
import { API_PATHS } from "#contract/routes.ts";
import { pageFields } from "#contract/scans/scan-query.ts";
import {
	answerRequest,
	assessmentDetail,
	assessmentFilter,
	assessmentId,
	assessmentPage,
	assessmentRequest,
	proposalList,
	proposalQuery,
	signOffRequest,
	stateRequest,
	templateList,
	templateLoaded,
} from "./assessments.ts";
import { templateId } from "./template.ts";

const params = z.object({ assessmentId });

/** Most bytes of a loaded template. */
export const TEMPLATE_BYTES = 5_000_000;
export const TEMPLATE_TYPES = [
	"application/json",
	"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
] as const;
const templateFormat = z.enum(["json", "xlsx"], "A template is exported as json or xlsx.");
export type TemplateFormat = z.infer<typeof templateFormat>;

/** Calls about assessments: a person's answers to a template's questions. Without a client they concern the workspace itself. */
export const ASSESSMENT_OPERATIONS = {
	listTemplates: {
		method: "GET",
		path: API_PATHS.templates,
		access: "account",
		permission: "read",
		scope: "assessments:read",
		tag: "Assessments",
		summary: "The newest version of each template, ours and the workspace’s.",
		success: 200,
		answer: templateList,
		conditional: true,
	},
	loadTemplate: {
		method: "POST",
		path: API_PATHS.templates,
		access: "account",
		permission: "arrange",
		cost: "work",
		tag: "Assessments",
		summary:
			"Load a template as the next version of its ID, as JSON, or as XLSX in the form in which templates are exported. 422 `file_refused` lists what is wrong, and nothing is taken.",
		file: TEMPLATE_TYPES,
		success: 200,
		answer: templateLoaded,
	},
	readTemplateFile: {
		method: "GET",
		path: API_PATHS.templateFile,
		access: "account",
		permission: "read",
		scope: "assessments:read",
		tag: "Assessments",
		summary: "The newest version of a template as a file, in a form that can be loaded again.",
		params: z.object({ templateId, format: templateFormat }),
		success: 200,
	},
	listProposals: {
		method: "GET",
		path: API_PATHS.proposals,
		access: "account",
		permission: "read",
		scope: "assessments:read",
		tag: "Assessments",
		summary: "What scans observed and what was said last time, as proposals for the questions of a template.",
		query: proposalQuery,
		success: 200,
		answer: proposalList,
		conditional: true,
	},
	listAssessments: {
		method: "GET",
		path: API_PATHS.assessments,
		access: "account",
		permission: "read",
		scope: "assessments:read",
		tag: "Assessments",
		summary: "The client’s assessments, what was last changed first, page by page.",
		query: z.extend(assessmentFilter, pageFields),
		success: 200,
		answer: assessmentPage,
		conditional: true,
	},
	beginAssessment: {
		method: "POST",
		path: API_PATHS.assessments,
		access: "account",
		permission: "work",
		tag: "Assessments",
		summary: "Begin an assessment along a version of a template.",
		body: assessmentRequest,
		success: 202,
		answer: wordAccepted,
		idempotent: true,
	},
	answerQuestion: {
		method: "POST",
		path: API_PATHS.assessmentAnswers,
		access: "account",
		permission: "answer",
		tag: "Assessments",
		summary:
			"Answer a question, or take an answer back. It takes the place of the words it names. If other words stand beside it, both do, until one is picked.",
		body: answerRequest,
		success: 202,
		answer: wordAccepted,
		idempotent: true,
	},
	moveAssessment: {
		method: "POST",
		path: API_PATHS.assessmentStates,
		access: "account",
		permission: "work",
		tag: "Assessments",
		summary: "Submit, accept, return, close or reopen an assessment. The word said last counts.",
		body: stateRequest,
		success: 202,
		answer: wordAccepted,
		idempotent: true,
	},
	signAssessment: {
		method: "POST",
		path: API_PATHS.signOffs,
		access: "account",
		permission: "work",
		tag: "Assessments",
		summary:
			"Sign the answers as they stood on the device. 422 `file_refused` if the hash is not that of the words it covers. A signature of answers that changed meanwhile is kept, and stands no more.",
		body: signOffRequest,
		success: 202,
		answer: wordAccepted,
		idempotent: true,
	},
	readAssessment: {
		method: "GET",
		path: API_PATHS.assessment,
		access: "account",
		permission: "read",
		scope: "assessments:read",
		tag: "Assessments",
		summary: "An assessment with its questions, every word that was said, and its sign-offs.",
		params,
		success: 200,
		answer: assessmentDetail,
		conditional: true,
	},
	readAssessmentPdf: {
		method: "GET",
		path: API_PATHS.assessmentPdf,
		access: "account",
		permission: "read",
		cost: "work",
		scope: "assessments:read",
		tag: "Assessments",
		summary: "An assessment as a PDF: as it stands, or as it was signed in a revision.",
		params,
		query: z.object({ revision: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000))) }),
		success: 200,
	},
} as const satisfies Record<string, Operation>;
