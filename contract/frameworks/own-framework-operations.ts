import * as z from "zod/mini";
import type { Operation } from "#contract/operation.ts";
import { API_PATHS } from "#contract/routes.ts";
import { CATALOG_TYPES } from "./framework-operations.ts";
import {
	ownFrameworkAbout,
	ownFrameworkAdded,
	ownFrameworkChange,
	ownFrameworkReport,
	ownFrameworkUse,
} from "./own-frameworks.ts";
import { ownFrameworkId } from "./pack.ts";

const params = z.object({ ownFrameworkId });

/** Calls about frameworks that a workspace adds from files. All of its clients share them. */
export const OWN_FRAMEWORK_OPERATIONS = {
	previewOwnFramework: {
		method: "POST",
		path: API_PATHS.ownFrameworkPreview,
		access: "account",
		permission: "manage",
		cost: "work",
		tag: "Frameworks",
		summary:
			"What adding a framework from such a file would add: requirements, headings, links to controls, and what is not read. Nothing is stored. 422 `file_refused` if nothing could be added.",
		file: CATALOG_TYPES,
		success: 200,
		answer: ownFrameworkReport,
	},
	addOwnFramework: {
		method: "POST",
		path: API_PATHS.ownFrameworks,
		access: "account",
		permission: "manage",
		cost: "work",
		tag: "Frameworks",
		summary:
			"Add a framework to the workspace from an OSCAL catalog, a CSV or an XLSX file. It then works as ours do. 409 `already_exists` if there is one with this name.",
		query: ownFrameworkAbout,
		file: CATALOG_TYPES,
		success: 201,
		answer: ownFrameworkAdded,
	},
	changeOwnFramework: {
		method: "PUT",
		path: API_PATHS.ownFramework,
		access: "account",
		permission: "manage",
		tag: "Frameworks",
		summary: "Rename a framework that the workspace added, or change its version, publisher or kind.",
		params,
		body: ownFrameworkAbout,
		success: 204,
	},
	previewOwnFrameworkFile: {
		method: "POST",
		path: API_PATHS.ownFrameworkFilePreview,
		access: "account",
		permission: "manage",
		cost: "work",
		tag: "Frameworks",
		summary: "What would change if a framework that the workspace added were read from this file. Nothing is stored.",
		params,
		file: CATALOG_TYPES,
		success: 200,
		answer: ownFrameworkChange,
	},
	replaceOwnFrameworkFile: {
		method: "PUT",
		path: API_PATHS.ownFrameworkFile,
		access: "account",
		permission: "manage",
		cost: "work",
		tag: "Frameworks",
		summary:
			"Read a framework that the workspace added from another file, as its new version. Decisions and links stay on the requirements that are still there.",
		params,
		query: ownFrameworkAbout,
		file: CATALOG_TYPES,
		success: 200,
		answer: ownFrameworkAdded,
	},
	readOwnFrameworkUse: {
		method: "GET",
		path: API_PATHS.ownFrameworkUse,
		access: "account",
		permission: "manage",
		tag: "Frameworks",
		summary: "What rests on a framework that the workspace added, in all of its clients.",
		params,
		success: 200,
		answer: ownFrameworkUse,
	},
	deleteOwnFramework: {
		method: "DELETE",
		path: API_PATHS.ownFramework,
		access: "account",
		permission: "manage",
		tag: "Frameworks",
		summary: "Delete a framework that the workspace added. It can be restored for a day.",
		params,
		success: 204,
	},
	restoreOwnFramework: {
		method: "POST",
		path: API_PATHS.ownFrameworkRestore,
		access: "account",
		permission: "manage",
		tag: "Frameworks",
		summary: "Put back a framework that was deleted less than a day ago. 404 `not_found` if it is gone.",
		params,
		success: 204,
	},
} as const satisfies Record<string, Operation>;
