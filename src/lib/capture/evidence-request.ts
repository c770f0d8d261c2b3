import {
	type EvidenceRequest,
	type EvidenceSource,
	evidenceSource,
	NOTE_LIMIT,
	TITLE_LIMIT,
} from "#contract/evidence/evidence.ts";
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

/** Addresses are pasted with and without their scheme. Null if it is not a web address, or has a password in it. */
function linkOf(text: string): EvidenceSource | null {
	const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
	const read = evidenceSource.safeParse({ type: "link", url });
	return read.success && new URL(url).username === "" ? read.data : null;
}

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
	const link = draft.link.trim();
	if (made.size === 0 && note === "" && link === "") return refusal("Add a photo, a file, a note or a link first.");
	const source = link === "" ? undefined : linkOf(link);
	if (source === null)
		return refusal("The link is not a web address such as https://docs.example.com/plan. Nothing was saved yet.");
	const files = [...made.values()];
	const takenAt = draft.takenAt ?? now;
	const title = draft.title?.trim() || draftTitle(files, takenAt, source ? "link" : "note");
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
			...(source && { source }),
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
