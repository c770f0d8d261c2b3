import type { Subject } from "#contract/evidence/evidence.ts";
import { FILES_LIMIT } from "#contract/evidence/files.ts";
import type { Place } from "#contract/evidence/place.ts";
import type { EntryId } from "#contract/ids.ts";
import { isSameSubject } from "#src/lib/evidence/about.ts";
import type { Box } from "./covers/box.ts";
import type { Given } from "./files/given.ts";
import type { Made } from "./files/make-file.ts";
import { isPhoto } from "./files/picture-size.ts";

/** One file of the evidence being captured. */
export type Part = {
	key: number;
	given: Given;
	/** What gets painted over in the final file. It can be changed until the evidence is saved. */
	covers: readonly Box[];
	/** Increases whenever the file has to be rebuilt. */
	version: number;
	made: Made;
};

/** Why nothing, or not everything, was saved. */
export type Trouble =
	/** Something is missing, or a file cannot be saved as it is. Nothing was saved. */
	| { type: "invalid"; message: string }
	/** The device could not store it. Nothing was saved. `full`: it ran out of space. */
	| { type: "unsaved"; message: string; full: boolean }
	/** The device had no room for the files, so only the text was saved, as this entry. */
	| { type: "files-unsaved"; entry: EntryId; files: number; noun: string };

/** What a person typed and chose. */
type Texts = {
	/** Null: the title is made from its content. */
	title: string | null;
	note: string;
	/** The address of a page elsewhere; empty if there is none. */
	link: string;
	/** The id of the client that was chosen; empty if none was. */
	client: string;
	/** YYYY-MM-DD; empty if none was given. */
	effectiveFrom: string;
	effectiveTo: string;
	expiresOn: string;
};

export type Draft = Texts & {
	parts: readonly Part[];
	keepOriginals: boolean;
	place: Place | null;
	about: readonly Subject[];
	/** When the first part was added, in milliseconds; null if there is none. */
	takenAt: number | null;
	/** Files that were not added, and why. */
	refused: readonly string[];
	/** Text that was saved without its files. It is dropped once everything is saved. */
	textEntry: EntryId | null;
} & (
		| { step: "editing"; trouble: Trouble | null }
		| { step: "saving" }
		/** The draft is empty again after this. */
		| { step: "saved"; title: string; at: readonly Subject[] }
	);

export type CaptureEvent =
	| { type: "opened"; about: readonly Subject[] }
	| { type: "given"; key: number; given: Given; at: number }
	| { type: "refused"; messages: readonly string[] }
	| { type: "made"; key: number; version: number; made: Made }
	| { type: "removed"; key: number }
	| { type: "covered"; key: number; covers: readonly Box[] }
	| { type: "kept-original"; keep: boolean }
	| { type: "edited"; texts: Partial<Texts> }
	| { type: "placed"; place: Place | null }
	| { type: "put-on"; about: Subject }
	| { type: "taken-off"; about: Subject }
	| { type: "save" }
	| { type: "failed"; trouble: Trouble }
	| { type: "saved"; title: string }
	| { type: "again" };

const EMPTY = {
	title: null,
	note: "",
	link: "",
	client: "",
	effectiveFrom: "",
	effectiveTo: "",
	expiresOn: "",
	parts: [],
	keepOriginals: false,
	place: null,
	about: [],
	takenAt: null,
	refused: [],
	textEntry: null,
} as const satisfies Partial<Draft>;

/** Of a file that was just added. */
export const NO_COVERS: readonly Box[] = [];

export const emptyDraft = (): Draft => ({ ...EMPTY, step: "editing", trouble: null });

/** Whether leaving would lose something. */
export const isUnsaved = ({ step, parts, note, link, title }: Draft): boolean =>
	step !== "saved" && (parts.length > 0 || note.trim() !== "" || link.trim() !== "" || title !== null);

/** The part with these changes, to be rebuilt. */
const anew = (part: Part, changes: Partial<Part> = {}): Part => ({
	...part,
	...changes,
	version: part.version + 1,
	made: { status: "making" },
});

/** A piece of evidence from the first input until it is saved. An event that does not apply returns the same object. */
export function capture(draft: Draft, event: CaptureEvent): Draft {
	if (event.type === "made") {
		const isOfIt = ({ key, version }: Part) => key === event.key && version === event.version;
		if (!draft.parts.some(isOfIt)) return draft;
		return { ...draft, parts: draft.parts.map((part) => (isOfIt(part) ? { ...part, made: event.made } : part)) };
	}
	if (event.type === "opened") {
		// Leaving and coming back must not lose anything here, or link the same subject twice.
		const known = draft.step === "saved" ? emptyDraft() : draft;
		if (!isUnsaved(known)) return { ...known, about: event.about };
		const more = event.about.filter((one) => !known.about.some((other) => isSameSubject(one, other)));
		return more.length === 0 ? known : { ...known, about: [...known.about, ...more] };
	}
	if (draft.step === "saving") return settle(draft, event);
	if (draft.step === "saved") return event.type === "again" ? { ...emptyDraft(), about: draft.at } : draft;
	return edit({ ...draft, trouble: null }, draft, event);
}

type Editing = Draft & { step: "editing" };

/** `draft` is `before` without its error. */
function edit(draft: Editing, before: Editing, event: CaptureEvent): Draft {
	const { parts } = draft;
	switch (event.type) {
		case "given": {
			if (parts.length >= FILES_LIMIT) return before;
			const part: Part = {
				key: event.key,
				given: event.given,
				covers: NO_COVERS,
				version: 0,
				made: { status: "making" },
			};
			return { ...draft, parts: [...parts, part], takenAt: draft.takenAt ?? event.at };
		}
		case "refused":
			return { ...draft, refused: event.messages };
		case "removed": {
			const left = parts.filter(({ key }) => key !== event.key);
			return { ...draft, parts: left, refused: [], takenAt: left.length === 0 ? null : draft.takenAt };
		}
		case "covered":
			return {
				...draft,
				parts: parts.map((part) => (part.key === event.key ? anew(part, { covers: event.covers }) : part)),
			};
		case "kept-original":
			if (event.keep === draft.keepOriginals) return before;
			return {
				...draft,
				keepOriginals: event.keep,
				parts: parts.map((part) => (isPhoto(part.given.type) ? anew(part) : part)),
			};
		case "edited":
			return { ...draft, ...event.texts };
		case "placed":
			return { ...draft, place: event.place };
		case "put-on":
			return draft.about.some((one) => isSameSubject(one, event.about))
				? before
				: { ...draft, about: [...draft.about, event.about] };
		case "taken-off":
			return { ...draft, about: draft.about.filter((one) => !isSameSubject(one, event.about)) };
		case "save":
			return without(draft);
		default:
			return before;
	}
}

/** A draft that is being saved. */
function without({ trouble: _, ...draft }: Editing): Draft {
	return { ...draft, step: "saving" };
}

function settle(draft: Draft & { step: "saving" }, event: CaptureEvent): Draft {
	switch (event.type) {
		case "failed": {
			const { trouble } = event;
			const textEntry = trouble.type === "files-unsaved" ? trouble.entry : draft.textEntry;
			return { ...draft, step: "editing", trouble, textEntry };
		}
		case "saved":
			return { ...EMPTY, step: "saved", title: event.title, at: draft.about };
		default:
			return draft;
	}
}
