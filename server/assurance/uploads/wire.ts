import type { Base } from "#server/platform/base.ts";
import type { ObjectStore } from "#server/platform/files/object-store.ts";
import type { Seals } from "#server/platform/sealing/seals.ts";
import { deleteLooseObjects } from "./store/loose-objects.ts";
import { piecesInDatabase, piecesInStore } from "./store/piece-store.ts";
import { createUploads } from "./store/upload-store.ts";
import type { UploadLimits } from "./upload.ts";

const MEGABYTE = 1_000_000;
const DAY_MS = 86_400_000;

export type UploadParts = ReturnType<typeof wireUploads>;

type Stores = {
	seals: Seals;
	/** Where bytes of files may be beside the database. */
	objects: ObjectStore | undefined;
};

/** Files that arrive in pieces. */
export function wireUploads({ config, deps: { now, log }, pool, walled }: Base, { seals, objects }: Stores) {
	const limits: UploadLimits = {
		fileBytes: config.EVIDENCE_FILE_MB * MEGABYTE,
		workspaceBytes: config.EVIDENCE_QUOTA_MB * MEGABYTE,
		lifeMs: config.EVIDENCE_UPLOAD_DAYS * DAY_MS,
		begunPerHour: config.LIMIT_UPLOADS,
	};
	const pieces = objects && config.FILE_STORE === "s3" ? piecesInStore(objects) : piecesInDatabase;
	return {
		uploads: createUploads(walled, { limits, seals, now, pieces, objects }),
		limits,
		/** Throws if the store did not delete all of them; the rest is tried again. */
		async deleteLooseObjects(signal: AbortSignal): Promise<void> {
			if (!objects) return;
			const { deleted, error } = await deleteLooseObjects(pool, objects, signal);
			if (deleted > 0) log.info({ objects: deleted }, "deleted what no file needs from the store");
			if (error !== undefined) throw error;
		},
	};
}
