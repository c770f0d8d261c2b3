import type { Base } from "../base.ts";
import { createUploads } from "../db/uploads/upload-store.ts";
import type { Seals } from "../sealing/seals.ts";
import type { UploadLimits } from "./upload.ts";

const MEGABYTE = 1_000_000;
const DAY_MS = 86_400_000;

export type UploadParts = ReturnType<typeof wireUploads>;

/** Files that come in pieces. */
export function wireUploads({ config, deps: { now }, walled }: Base, seals: Seals) {
	const limits: UploadLimits = {
		fileBytes: config.EVIDENCE_FILE_MB * MEGABYTE,
		workspaceBytes: config.EVIDENCE_QUOTA_MB * MEGABYTE,
		lifeMs: config.EVIDENCE_UPLOAD_DAYS * DAY_MS,
		begunPerHour: config.LIMIT_UPLOADS,
	};
	return { uploads: createUploads(walled, { limits, seals, now }), limits };
}
