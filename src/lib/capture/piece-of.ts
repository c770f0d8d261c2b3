import type { Subject } from "#contract/evidence/evidence.ts";
import type { EvidenceId } from "#contract/evidence/evidence-id.ts";
import { sha256Of } from "#src/lib/evidence/sha256.ts";
import { newId } from "#src/lib/words/new-id.ts";
import { emptyDraft } from "./capture-state.ts";
import { deviceName } from "./device-name.ts";
import { type EvidenceEntry, evidenceEntry } from "./evidence-entry.ts";
import { readDraft } from "./evidence-request.ts";
import type { Given } from "./files/given.ts";
import { makeFile } from "./files/make-file.ts";
import { redraw } from "./files/redraw.ts";

/** One added file, unchanged, as its own piece of evidence; or why it cannot be one. */
export async function pieceOf(
	given: Given,
	{ title, about }: { title: string; about: readonly Subject[] },
): Promise<{ ok: true; piece: EvidenceEntry } | { ok: false; message: string }> {
	const made = await makeFile(given, { keepOriginal: true, covers: [] }, { redraw, hash: sha256Of });
	const now = Date.now();
	const draft = {
		...emptyDraft(),
		parts: [{ key: 0, given, covers: [], version: 0, made }],
		title,
		about,
		takenAt: now,
	};
	const id = newId() as string as EvidenceId;
	const read = readDraft(draft, { id, now, device: deviceName(navigator) });
	return read.ok ? { ok: true, piece: evidenceEntry(read.request, read.files) } : read;
}
