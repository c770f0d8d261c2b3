import * as z from "zod/mini";
import { wordAccepted } from "#contract/controls/controls.ts";
import type { Operation } from "#contract/operation.ts";
import { API_PATHS } from "#contract/routes.ts";
import { effectiveness, effectivenessFormat, oscalModel, window } from "./effectiveness.ts";
import {
	approvalRequest,
	catalogReport,
	decisionRequest,
	frameworkChoice,
	frameworkChosen,
	frameworkDetail,
	frameworkList,
	statementFormat,
} from "./frameworks.ts";
import { frameworkId, shippedId } from "./pack.ts";

const params = z.object({ frameworkId });
/** A framework that a workspace added has the words of its file. */
const shippedParams = z.object({ frameworkId: shippedId });

/** Accepted formats for a catalog. */
export const CATALOG_TYPES = [
	"application/json",
	"text/csv",
	"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
] as const;
/** Most bytes of a catalog's file. */
export const CATALOG_BYTES = 50_000_000;

/** Calls about frameworks. Without a client they concern the workspace itself. */
export const FRAMEWORK_OPERATIONS = {
	listFrameworks: {
		method: "GET",
		path: API_PATHS.frameworks,
		access: "account",
		permission: "read",
		scope: "controls:read",
		tag: "Frameworks",
		summary:
			"All frameworks: what each pack is and as of when, and how the client stands. Those that the workspace added are a list of their own.",
		success: 200,
		answer: frameworkList,
		conditional: true,
	},
	decideRequirements: {
		method: "POST",
		path: API_PATHS.decisions,
		access: "account",
		permission: "work",
		tag: "Frameworks",
		summary:
			"Decide whether requirements apply, or say that decisions still hold. The word said last counts, whenever it arrives.",
		body: decisionRequest,
		success: 202,
		answer: wordAccepted,
		idempotent: true,
	},
	readFramework: {
		method: "GET",
		path: API_PATHS.framework,
		access: "account",
		permission: "read",
		scope: "controls:read",
		tag: "Frameworks",
		summary: "A framework with all of its requirements: decision, standing, controls.",
		params,
		success: 200,
		answer: frameworkDetail,
		conditional: true,
	},
	approveStatement: {
		method: "POST",
		path: API_PATHS.approvals,
		access: "account",
		permission: "manage",
		tag: "Frameworks",
		summary:
			"Approve the statement of applicability as it is now, as its next version. Refused if it has changed meanwhile.",
		params,
		body: approvalRequest,
		success: 201,
		answer: frameworkDetail,
	},
	chooseFramework: {
		method: "PUT",
		path: API_PATHS.frameworkChoice,
		access: "account",
		permission: "arrange",
		tag: "Frameworks",
		summary:
			"Choose a framework, which adds those of our controls that serve it, or give it up. Decisions and controls stay.",
		params,
		body: frameworkChoice,
		success: 200,
		answer: frameworkChosen,
	},
	readStatement: {
		method: "GET",
		path: API_PATHS.statement,
		access: "account",
		permission: "read",
		cost: "work",
		scope: "controls:read",
		tag: "Frameworks",
		summary: "The statement of applicability, as a PDF, CSV or XLSX file.",
		params: z.extend(params, { format: statementFormat }),
		success: 200,
	},
	previewCatalog: {
		method: "POST",
		path: API_PATHS.catalogPreview,
		access: "account",
		permission: "manage",
		cost: "work",
		tag: "Frameworks",
		summary:
			"What loading such a file would take: which of its IDs fit, which do not, and which were withdrawn. Nothing is stored. 422 `file_refused` if nothing could be taken, as from another edition.",
		params: shippedParams,
		file: CATALOG_TYPES,
		success: 200,
		answer: catalogReport,
	},
	loadCatalog: {
		method: "POST",
		path: API_PATHS.catalog,
		access: "account",
		permission: "manage",
		cost: "work",
		tag: "Frameworks",
		summary:
			"Load the official words of a framework into the workspace, from an OSCAL catalog, a CSV or an XLSX file. They replace those loaded before. The answer lists what was not taken. 422 `file_refused` if nothing could be.",
		params: shippedParams,
		file: CATALOG_TYPES,
		success: 200,
		answer: catalogReport,
	},
	dropCatalog: {
		method: "DELETE",
		path: API_PATHS.catalog,
		access: "account",
		permission: "manage",
		tag: "Frameworks",
		summary: "Take the official words of a framework out of the workspace. They can be restored for a day.",
		params: shippedParams,
		success: 204,
	},
	restoreCatalog: {
		method: "POST",
		path: API_PATHS.catalogRestore,
		access: "account",
		permission: "manage",
		tag: "Frameworks",
		summary: "Put back the official words that were taken out last. 404 `not_found` if they are gone.",
		params: shippedParams,
		success: 204,
	},
	readEffectiveness: {
		method: "GET",
		path: API_PATHS.effectiveness,
		access: "account",
		permission: "read",
		scope: "controls:read",
		tag: "Frameworks",
		summary: "How the controls of a framework operated between two days.",
		params,
		query: window,
		success: 200,
		answer: effectiveness,
	},
	readEffectivenessFile: {
		method: "GET",
		path: API_PATHS.effectivenessFile,
		access: "account",
		permission: "read",
		cost: "stream",
		scope: "controls:read",
		tag: "Frameworks",
		summary: "The same as a PDF; as CSV its population of findings.",
		params: z.extend(params, { format: effectivenessFormat }),
		query: window,
		success: 200,
	},
	readOscal: {
		method: "GET",
		path: API_PATHS.oscal,
		access: "account",
		permission: "read",
		cost: "stream",
		scope: "controls:read",
		tag: "Frameworks",
		summary:
			"What is known about a framework between two days, as an OSCAL document. The same data gives the same bytes.",
		params: z.extend(params, { model: oscalModel }),
		query: window,
		success: 200,
	},
} as const satisfies Record<string, Operation>;
