import { type EvidenceRequest, NOTE_LIMIT, TITLE_LIMIT } from "#contract/evidence/evidence.ts";
import type { EvidenceId } from "#contract/evidence/evidence-id.ts";
import { toldInNote } from "#contract/evidence/told-in-note.ts";
import type { Draft } from "./capture-state.ts";
import { draftTitle } from "./files/draft-title.ts";
import type { MadeFile, SavedFile } from "./files/make-file.ts";

type Facts = { id: EvidenceId; now: number; device: string };

/** A draft in the form it is sent, with its files and their thumbnails by SHA-256; or why it cannot be sent. */
export type ReadDraft =
	| { ok: true; request: EvidenceRequest; files: ReadonlyMap<string, SavedFile> }
	| { ok: false; message: string };

const refusal = (message: string): ReadDraft => ({ ok: false, message });

/** What to save for a draft whose files are ready. A file added twice is saved once. */
export function readDraft(draft: Draft, { id, now, device }: Facts): ReadDraft {
	const { parts, place, about, effectiveFrom, effectiveTo, expiresOn } = draft;
	const made = new Map<string, MadeFile>();
	const small = new Map<string, SavedFile>();
	for (const { given, made: one } of parts) {
		if (one.status === "refused") {
			return refusal(`${one.message} Make it smaller or remove it, and save again. Nothing was saved yet.`);
		}
		if (one.status === "making") return refusal(`“${given.name}” is not ready yet. Nothing was saved yet.`);
		if (made.has(one.file.sha256)) continue;
		made.set(one.file.sha256, one.file);
		if (one.thumbnail) small.set(one.thumbnail.sha256, one.thumbnail);
	}
	// If a user adds a file that equals a thumbnail, it counts as a file.
	for (const sha256 of made.keys()) small.delete(sha256);
	const note = draft.note.trim();
	if (made.size === 0 && note === "") return refusal("Add a photo, a file or a note first.");
	const files = [...made.values()];
	const takenAt = draft.takenAt ?? now;
	const title = draft.title?.trim() || draftTitle(files, takenAt);
	if (title.length > TITLE_LIMIT) return refusal(`The title is too long: at most ${TITLE_LIMIT} characters.`);
	if (note.length > NOTE_LIMIT)
		return refusal(`The note is too long: at most ${NOTE_LIMIT.toLocaleString("en")} characters.`);
	if (effectiveFrom !== "" && effectiveTo !== "" && effectiveTo < effectiveFrom)
		return refusal("Its period ends before it begins. Nothing was saved yet.");
	return {
		ok: true,
		request: {
			id,
			title: title.replaceAll(/\s+/g, " "),
			note,
			takenAt: new Date(takenAt).toISOString(),
			device,
			...(place && { place }),
			files: files.map(({ bytes: _, thumbnail, ...file }) => ({
				...file,
				...(thumbnail !== undefined && small.has(thumbnail) && { thumbnail }),
			})),
			about: [...about],
			...(effectiveFrom && { effectiveFrom }),
			...(effectiveTo && { effectiveTo }),
			...(expiresOn && { expiresOn }),
		},
		files: new Map([...small, ...made]),
	};
}

/** The same without its files, when the device has no room for them. The note lists the missing files. */
export function withoutFiles(request: EvidenceRequest): EvidenceRequest {
	const names = request.files.map(({ name }) => `“${name}”`).join(", ");
	const missing = `Not saved, because the device was full: ${names}.`;
	return { ...request, note: toldInNote(request.note, missing), files: [] };
}
