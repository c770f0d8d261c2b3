import type { CatalogLoaded } from "#contract/frameworks/frameworks.ts";
import type { Pack } from "#contract/frameworks/pack.ts";
import { idFinder } from "./match-ids.ts";

/** The official words of a requirement. */
export type OfficialText = { id: string; title: string; text: string };

/** What was read from a file. All texts are untrusted. */
export type CatalogRead = {
	title: string;
	version: string;
	texts: OfficialText[];
	notTaken: CatalogLoaded["notTaken"];
	/** How many more were skipped. */
	leftOut: number;
};

/** One thing in a file that may be a requirement. */
export type Candidate = {
	/** The place in the file. */
	where: string;
	/** What the file calls it, the best name first. */
	ids: readonly string[];
	title: string;
	text: string;
	/** Why it cannot be used, if that was noticed while reading it. */
	fault?: string;
};

const LISTED = 500;
const TITLE = 500;
const TEXT = 20_000;
const ID = 60;
/** Everything that does not belong in a text: control characters except tabs and line breaks, and lone surrogates. */
const CONTROL = /[^\P{Cc}\t\n\r]|\p{Cs}/u;

const NO_ID = { ok: false, why: "It has no ID." } as const;

function faultOf(title: string, text: string): string | undefined {
	if (title === "" && text === "") return "It has no words.";
	if (CONTROL.test(title) || CONTROL.test(text)) return "Its words contain control characters.";
	if (title.length > TITLE) return `Its title is longer than ${TITLE} characters.`;
	return text.length > TEXT ? "Its text is longer than 20,000 characters." : undefined;
}

/** Matches what a file has with a pack, by ids. The first of each id is used. */
export function collect(pack: Pack) {
	const find = idFinder(pack);
	const taken = new Map<string, OfficialText>();
	const notTaken: CatalogRead["notTaken"] = [];
	let leftOut = 0;
	const refuse = ({ where, ids }: Candidate, why: string): void => {
		const id = (ids[0] ?? "")
			.slice(0, ID)
			.toWellFormed()
			.replace(/[\p{Cc}\p{Cs}]/gu, " ");
		if (notTaken.length < LISTED) notTaken.push({ where, id, why });
		else leftOut += 1;
	};
	return {
		add(candidate: Candidate): void {
			const [title, text] = [candidate.title.trim(), candidate.text.trim()];
			const ids = candidate.ids.map((each) => each.trim()).filter((each) => each !== "");
			const found = ids.length === 0 ? NO_ID : find(ids);
			const fault =
				candidate.fault ??
				(found.ok ? faultOf(title, text) : found.why) ??
				(found.ok && taken.has(found.id) ? `${found.id} is in the file twice. The first one was taken.` : undefined);
			if (fault === undefined && found.ok) {
				// Some files name each one by its id alone.
				taken.set(found.id, { id: found.id, title: ids.includes(title) ? "" : title, text });
			}
			if (fault !== undefined) refuse(candidate, fault);
		},
		result: (title: string, version: string): CatalogRead => ({
			title: oneLine(title),
			version: oneLine(version),
			texts: [...taken.values()],
			notTaken,
			leftOut,
		}),
	};
}

const oneLine = (text: string): string =>
	text
		.replace(/[\p{Cc}\p{Cs}]+/gu, " ")
		.trim()
		.slice(0, 200)
		.toWellFormed();
