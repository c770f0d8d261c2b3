import type { CatalogReport } from "#contract/frameworks/frameworks.ts";
import type { ShippedPack } from "#contract/frameworks/pack.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import { identityOf, type Said } from "./identify.ts";
import { countUnfit, type FindId, hasId, idFinder, rivalOf } from "./match-ids.ts";

/** The official words of a requirement. */
export type OfficialText = { id: string; title: string; text: string };

/** What was read from a file. All texts are untrusted. */
export type CatalogRead = {
	title: string;
	version: string;
	/** Null if it has none. */
	uuid: string | null;
	/** Whether it says that it is of the pack's edition. Otherwise it is joined by its ids alone. */
	isSaid: boolean;
	texts: OfficialText[];
	/** The first of what cannot be taken, and how many there are of each kind. */
	notTaken: CatalogReport["notTaken"];
	leftOut: number;
	counts: CatalogReport["counts"];
	/** Heads of columns that are not read. */
	unread: string[];
};

/** What the file says of an entry’s place and its controls. Only frameworks that a workspace adds need it. */
export type Placed = {
	/** Where the entry above it is in the file. */
	above?: string;
	/** The id of the entry above it, where the file names it. */
	parent?: string;
	/** Names of the groups it is in, the largest first. */
	groups?: readonly string[];
	/** Whether it can only be a heading. */
	isGroup?: boolean;
	/** Codes of controls, as they are written. */
	controls?: string;
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
	/** Whether the file says that it is no longer a requirement. */
	withdrawn?: boolean;
	placed?: Placed;
};

/** Takes what a reader finds in a file, and makes something of it. */
export type Collector<R> = {
	add(candidate: Candidate): void;
	result(said: Said, unread?: readonly string[]): R;
	/** Whether a field is an id, for tables whose heads do not say which column has them. Left out: that cannot be told. */
	isId?(spelling: string): boolean;
	/** Whether it takes groups, parents and controls, so that their columns are read. */
	takesPlaces: boolean;
};

export const LISTED = 500;
const TITLE = 500;
const TEXT = 20_000;
export const ID = 60;
/** No pack has an id as long as this. Comparing ids costs more than reading them, so longer ones are cut off first. */
const ID_READ = 200;
export const UNREAD_LISTED = 20;
/** Everything that does not belong in a text: control characters except tabs and line breaks, and lone surrogates. */
export const CONTROL = /[^\P{Cc}\t\n\r]|\p{Cs}/u;

export function faultOf(title: string, text: string): string | undefined {
	if (title === "" && text === "") return "It has no words.";
	if (CONTROL.test(title) || CONTROL.test(text)) return "Its words contain control characters.";
	if (title.length > TITLE) return `Its title is longer than ${TITLE} characters.`;
	return text.length > TEXT ? "Its text is longer than 20,000 characters." : undefined;
}

/** A candidate without words that are not taken anyway, however long they are. */
type Read = Omit<Candidate, "title" | "text" | "placed"> & {
	words: { ok: true; title: string; text: string } | { ok: false; why: string };
};

/** Collects what may be a requirement, and then joins it with a pack: first by what the file says that it is, then by ids. */
export function collect(pack: ShippedPack): Collector<CatalogRead> {
	const candidates: Read[] = [];
	return {
		takesPlaces: false,
		isId: hasId(pack),
		add({ ids, title, text, placed: _, ...rest }): void {
			const words = { title: title.trim(), text: text.trim() };
			const wrong = faultOf(words.title, words.text);
			candidates.push({
				...rest,
				ids: ids.map((each) => each.slice(0, ID_READ).trim()).filter((each) => each !== ""),
				words: wrong === undefined ? { ok: true, ...words } : { ok: false, why: wrong },
			});
		},
		result(said, unread = []) {
			const about = {
				title: oneLine(said.title) || said.format,
				version: oneLine(said.version),
				uuid: oneLine(said.uuid) || null,
				unread: unread.slice(0, UNREAD_LISTED).map((head) => oneLine(head).slice(0, ID)),
			};
			const ids = candidates.filter(({ withdrawn }) => withdrawn !== true).map((each) => each.ids);
			const identity = identityOf(pack, said);
			const stranger =
				identity.is === "other"
					? { name: identity.name, says: "It says that it is" }
					: identity.is === "unsaid" && {
							name: rivalOf(pack, { ids, isNamed: identity.isNamed }),
							says: "Its IDs are those of",
						};
			if (stranger && stranger.name !== undefined) {
				const { all, unfit } = countUnfit(pack, ids);
				const message = `${stranger.says} ${stranger.name}, and this is ${pack.name} (${pack.version}). ${unfit.toLocaleString("en")} of its ${all.toLocaleString("en")} IDs would not fit.`;
				throw new BadFile(message);
			}
			const isSaid = identity.is === "this";
			const words = `${said.title} ${said.more}`;
			return { ...about, isSaid, ...join(candidates, idFinder(pack, { ids, isSaid, words })) };
		},
	};
}

/** The first entry with each id is taken. */
function join(candidates: readonly Read[], find: FindId) {
	const taken = new Map<string, OfficialText>();
	const notTaken: CatalogRead["notTaken"] = [];
	const counts = { unknown: 0, withdrawn: 0, unusable: 0 };
	const refuse = ({ where, ids }: Read, kind: keyof typeof counts, why: string): void => {
		const id = (ids[0] ?? "")
			.slice(0, ID)
			.toWellFormed()
			.replace(/[\p{Cc}\p{Cs}]/gu, " ");
		counts[kind] += 1;
		if (notTaken.length < LISTED) notTaken.push({ where, id, kind, why });
	};
	for (const candidate of candidates) {
		const { ids, words, fault, withdrawn } = candidate;
		const found = ids.length === 0 ? null : find(ids);
		if (withdrawn === true) refuse(candidate, "withdrawn", "The file says that it was withdrawn.");
		else if (fault !== undefined) refuse(candidate, "unusable", fault);
		else if (found === null) refuse(candidate, "unusable", "It has no ID.");
		else if (!found.ok) refuse(candidate, "unknown", found.why);
		else if (!words.ok) refuse(candidate, "unusable", words.why);
		else if (taken.has(found.id)) {
			refuse(candidate, "unusable", `${found.id} is in the file twice. The first one is taken.`);
		} else {
			// Some files name each one by its id alone.
			const title = ids.includes(words.title) ? "" : words.title;
			taken.set(found.id, { id: found.id, title, text: words.text });
		}
	}
	const leftOut = counts.unknown + counts.withdrawn + counts.unusable - notTaken.length;
	return { texts: [...taken.values()], notTaken, leftOut, counts };
}

/** Whether this is what catalogs write in place of a requirement that is none anymore: “[Withdrawn: Incorporated into AC-2.]”. */
export const saysWithdrawn = (words: string): boolean =>
	/^\s{0,20}\[?withdrawn(?:$|[\]:;.,]| {0,3}(?:$|\(|[–—-]|(?:and )?(?:incorporated|moved)|into))/i.test(words);

export const oneLine = (text: string): string =>
	text
		.replace(/[\p{Cc}\p{Cs}]+/gu, " ")
		.trim()
		.slice(0, 200)
		.toWellFormed();
