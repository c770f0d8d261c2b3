import * as z from "zod/mini";
import { wordAccepted } from "#contract/controls/controls.ts";
import type { Operation } from "#contract/operation.ts";
import { API_PATHS } from "#contract/routes.ts";
import { scanQuery } from "#contract/scans/scan-query.ts";
import {
	evidenceAccepted,
	evidenceChange,
	evidenceDecision,
	evidenceDetail,
	evidenceFilter,
	evidencePage,
	evidenceRequest,
	linkAccepted,
	linkRequest,
} from "./evidence.ts";
import { evidenceId } from "./evidence-id.ts";
import { sha256 } from "./files.ts";
import { UPLOAD_PIECE, uploadId } from "./uploads.ts";

const params = z.object({ evidenceId });
const uploadParams = z.object({ uploadId });

/** Calls about evidence and the files that belong to it. */
export const EVIDENCE_OPERATIONS = {
	addEvidence: {
		method: "POST",
		path: API_PATHS.evidence,
		access: "account",
		permission: "work",
		tag: "Evidence",
		summary:
			"Add a piece of evidence. 409 `attachments_missing` names files and thumbnails that have not been uploaded: nothing is stored until all are there. 422 `file_refused` if a thumbnail is not a small picture.",
		body: evidenceRequest,
		success: 202,
		answer: evidenceAccepted,
		idempotent: true,
	},
	listEvidence: {
		method: "GET",
		path: API_PATHS.evidence,
		access: "account",
		permission: "read",
		scope: "evidence:read",
		tag: "Evidence",
		summary: "Evidence, last received first, page by page.",
		query: z.extend(evidenceFilter, z.pick(scanQuery, { cursor: true, limit: true }).shape),
		success: 200,
		answer: evidencePage,
		conditional: true,
	},
	linkEvidence: {
		method: "POST",
		path: API_PATHS.evidenceLinks,
		access: "account",
		permission: "work",
		tag: "Evidence",
		summary: "Put evidence on a finding, an asset or a scan, or take it off. Repeating it changes nothing.",
		body: linkRequest,
		success: 202,
		answer: linkAccepted,
		idempotent: true,
	},
	decideEvidence: {
		method: "POST",
		path: API_PATHS.evidenceDecisions,
		access: "account",
		permission: "work",
		tag: "Evidence",
		summary:
			"Submit evidence, or accept, return or withdraw it, which needs the right to arrange. The word said last counts, whenever it arrives.",
		body: evidenceDecision,
		success: 202,
		answer: wordAccepted,
		idempotent: true,
	},
	readEvidence: {
		method: "GET",
		path: API_PATHS.evidenceById,
		access: "account",
		permission: "read",
		scope: "evidence:read",
		tag: "Evidence",
		summary: "One piece of evidence with its files and its custody list.",
		params,
		success: 200,
		answer: evidenceDetail,
		conditional: true,
	},
	changeEvidence: {
		method: "PATCH",
		path: API_PATHS.evidenceById,
		access: "account",
		permission: "work",
		tag: "Evidence",
		summary: "Correct a title or a note. 409 `changed_meanwhile` if another member did first.",
		params,
		body: evidenceChange,
		success: 200,
		answer: evidenceDetail,
	},
	deleteEvidence: {
		method: "DELETE",
		path: API_PATHS.evidenceById,
		access: "account",
		permission: "arrange",
		tag: "Evidence",
		summary: "Delete a piece of evidence, and the files that no other piece has. The audit log says so.",
		params,
		success: 204,
	},
	readEvidenceFile: {
		method: "GET",
		path: API_PATHS.evidenceFile,
		access: "account",
		permission: "read",
		scope: "evidence:read",
		tag: "Evidence",
		summary:
			"A file of a piece of evidence, to save, or the thumbnail of one. A browser never opens it as a page. The custody list says who read a file.",
		params: z.extend(params, { sha256 }),
		success: 200,
	},
	beginUpload: {
		method: "POST",
		path: API_PATHS.uploads,
		access: "account",
		permission: "work",
		tag: "Evidence",
		summary:
			"Begin to upload a file, by tus 1.0: `Upload-Length`, and `Upload-Metadata` with `sha256` and `type`. `Upload-Offset` in the answer is the whole length if the workspace has the file.",
		success: 201,
	},
	readUpload: {
		method: "HEAD",
		path: API_PATHS.upload,
		access: "account",
		permission: "work",
		tag: "Evidence",
		summary: "How much of an upload has arrived: `Upload-Offset`.",
		params: uploadParams,
		success: 200,
	},
	sendUpload: {
		method: "PATCH",
		path: API_PATHS.upload,
		access: "account",
		permission: "work",
		tag: "Evidence",
		summary:
			"The next bytes of a file, from `Upload-Offset` on. What arrives before a line breaks counts. 422 `file_refused` after the last byte if the file is not what was announced.",
		params: uploadParams,
		file: [UPLOAD_PIECE],
		success: 204,
	},
	endUpload: {
		method: "DELETE",
		path: API_PATHS.upload,
		access: "account",
		permission: "work",
		tag: "Evidence",
		summary: "Give an upload up. What arrived is deleted.",
		params: uploadParams,
		success: 204,
	},
} as const satisfies Record<string, Operation>;
