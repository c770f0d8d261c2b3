import type { EvidenceRequest } from "#contract/evidence/evidence.ts";
import type { Attachment } from "#src/outbox/files/attachment.ts";
import type { SavedFile } from "./files/make-file.ts";

/** A piece of evidence in the form the outbox takes, with the bytes of its files and their thumbnails by their SHA-256. */
export type EvidenceEntry = {
	kind: "evidence";
	body: EvidenceRequest;
	attachments: Attachment[];
	files: ReadonlyMap<string, ArrayBuffer>;
};

/** `files`: its files and their thumbnails, by their SHA-256. */
export const evidenceEntry = (body: EvidenceRequest, files: ReadonlyMap<string, SavedFile>): EvidenceEntry => ({
	kind: "evidence",
	body,
	attachments: [...files.values()].map(({ sha256, size, type, name }) => ({ sha256, size, type, name })),
	files: new Map([...files].map(([sha256, file]) => [sha256, file.bytes])),
});
