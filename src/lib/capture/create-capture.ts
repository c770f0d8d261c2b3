import type { EvidenceRequest } from "#contract/evidence/evidence.ts";
import type { EvidenceId } from "#contract/evidence/evidence-id.ts";
import type { EntryId } from "#contract/ids.ts";
import {
	type CaptureEvent,
	capture,
	type Draft,
	emptyDraft,
	isUnsaved,
	NO_COVERS,
	type Part,
	type Trouble,
} from "./capture-state.ts";
import { readDraft, withoutFiles } from "./evidence-request.ts";
import { filesNoun } from "./files/draft-title.ts";
import type { Given } from "./files/given.ts";
import type { Made, MakeOptions, SavedFile } from "./files/make-file.ts";
import type { Parking } from "./parking.ts";

/** Why the device did not store something. */
export type NotStored = { reason: "full" | "unavailable"; message: string };

export type CaptureDeps = {
	make(given: Given, options: MakeOptions): Promise<Made>;
	/** Null if an error is not about the device's storage. */
	notStored(error: unknown): NotStored | null;
	/** Discards an entry that was not sent yet. */
	discard(id: EntryId): Promise<unknown>;
	newId(): EvidenceId;
	now(): number;
	device: string;
	/** Blocks anything that would lose an unsaved draft until the returned function is called. */
	hold(): () => void;
	/** Keeps files until their evidence is saved. */
	parking: Parking;
};

const filesUnsaved = (entry: EntryId, { files }: EvidenceRequest): Trouble => ({
	type: "files-unsaved",
	entry,
	files: files.length,
	noun: filesNoun(files),
});

/** Stores a piece of evidence on the device, with its files by their SHA-256. */
export type Store = (request: EvidenceRequest, files: ReadonlyMap<string, SavedFile>) => Promise<EntryId>;

export type Capture = ReturnType<typeof createCapture>;

/** A piece of evidence being captured, without its UI. It outlives its screen, so leaving loses nothing. */
export function createCapture(deps: CaptureDeps) {
	let draft = emptyDraft();
	let keys = 0;
	let release: (() => void) | null = null;
	/** Photos are processed one at a time: each briefly takes a hundred megabytes. */
	let line: Promise<unknown> = Promise.resolve();
	const listeners = new Set<() => void>();
	const parked = new Map<number, { covers: Part["covers"]; drop(): void }>();

	/** Keeps what was added or covered, and drops what was removed or is saved now. */
	function park(): void {
		for (const { key, given, covers } of draft.parts) {
			const before = parked.get(key);
			if (before?.covers === covers) continue;
			parked.set(key, { covers, drop: deps.parking.keep({ given, covers, at: deps.now() }) });
			before?.drop();
		}
		for (const [key, { drop }] of parked) {
			if (draft.parts.some((part) => part.key === key)) continue;
			drop();
			parked.delete(key);
		}
	}

	/** Brings back what an earlier page left: it was reloaded, or the browser was killed. */
	async function restore(): Promise<void> {
		for (const { part, drop } of await deps.parking.left()) {
			keys += 1;
			parked.set(keys, { covers: NO_COVERS, drop });
			dispatch({ type: "given", key: keys, given: part.given, at: part.at });
			if (part.covers.length > 0) dispatch({ type: "covered", key: keys, covers: part.covers });
		}
	}
	const restored = restore().catch(() => undefined);

	function dispatch(event: CaptureEvent): void {
		const before = draft;
		draft = capture(before, event);
		if (draft === before) return;
		makeAnew(before);
		park();
		if (isUnsaved(draft)) release ??= deps.hold();
		else {
			release?.();
			release = null;
		}
		for (const listener of listeners) listener();
	}

	/** Rebuilds the files that the last event changed. */
	function makeAnew(before: Draft): void {
		const versions = new Map(before.parts.map(({ key, version }) => [key, version]));
		for (const { key, version } of draft.parts.filter((part) => versions.get(part.key) !== part.version)) {
			line = line.then(async () => {
				// It may have been changed again while it waited.
				const part = draft.parts.find((one) => one.key === key && one.version === version);
				if (!part) return;
				const options = { keepOriginal: draft.keepOriginals, covers: part.covers };
				const made = await deps
					.make(part.given, options)
					.catch((): Made => ({ status: "refused", message: `“${part.given.name}” could not be read.` }));
				dispatch({ type: "made", key, version, made });
			});
		}
	}

	/** Resolves when all files are made. */
	async function whenMade(): Promise<void> {
		while (draft.parts.some(({ made }) => made.status === "making")) await line;
	}

	async function storeText(request: EvidenceRequest, store: Store, { message }: NotStored): Promise<void> {
		try {
			const entry = await store(withoutFiles(request), new Map());
			dispatch({ type: "failed", trouble: filesUnsaved(entry, request) });
		} catch (error) {
			const why = deps.notStored(error);
			dispatch({
				type: "failed",
				trouble: { type: "unsaved", message: why?.message ?? message, full: why?.reason === "full" },
			});
			if (!why) throw error;
		}
	}

	return {
		draft: () => draft,
		/** Resolves once files that an earlier page left are back. */
		restored,
		dispatch,
		subscribe(listener: () => void): () => void {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		/** Adds a file from its copied bytes. */
		give(given: Given): void {
			keys += 1;
			dispatch({ type: "given", key: keys, given, at: deps.now() });
		},
		/** Saves it once. A second call while saving does nothing. `keepsText`: if there is no room for its files, only its text is saved. */
		async save(store: Store, { keepsText = true } = {}): Promise<void> {
			if (draft.step !== "editing") return;
			dispatch({ type: "save" });
			await whenMade();
			const read = readDraft(draft, { id: deps.newId(), now: deps.now(), device: deps.device });
			if (!read.ok) return dispatch({ type: "failed", trouble: { type: "invalid", message: read.message } });
			const { request, files } = read;
			const { textEntry } = draft;
			try {
				await store(request, files);
			} catch (error) {
				const why = deps.notStored(error);
				const mayKeepText = keepsText && why?.reason === "full" && files.size > 0 && textEntry === null;
				if (why && mayKeepText) return storeText(request, store, why);
				const trouble: Trouble =
					textEntry === null
						? { type: "unsaved", message: why?.message ?? "", full: why?.reason === "full" }
						: filesUnsaved(textEntry, request);
				dispatch({ type: "failed", trouble });
				if (!why) throw error;
				return;
			}
			// Everything is saved now, so the text-only entry would be a duplicate.
			if (textEntry !== null) await deps.discard(textEntry).catch(() => undefined);
			dispatch({ type: "saved", title: request.title });
		},
		/** Discards the draft. */
		clear(): void {
			draft = emptyDraft();
			park();
			release?.();
			release = null;
			for (const listener of listeners) listener();
		},
	};
}
