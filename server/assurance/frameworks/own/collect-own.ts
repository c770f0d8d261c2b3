import type { OwnFrameworkReport, PackLinks } from "#contract/frameworks/own-frameworks.ts";
import { OWN_REQUIREMENTS_LIMIT } from "#contract/frameworks/own-frameworks.ts";
import { REQUIREMENT_ABOUT_LIMIT, REQUIREMENT_TITLE_LIMIT, type Requirement } from "#contract/frameworks/pack.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import {
	type Candidate,
	CONTROL,
	type Collector,
	faultOf,
	ID,
	LISTED,
	type OfficialText,
	oneLine,
	UNREAD_LISTED,
} from "../catalog/collect.ts";
import { IsOurs, oursIn } from "./is-ours.ts";
import { type Entry, type Placed, treeOf } from "./tree.ts";

/** A framework as a file has it. All texts are untrusted. */
export type OwnRead = Pick<
	OwnFrameworkReport,
	"title" | "version" | "publisher" | "counts" | "notTaken" | "leftOut" | "unread"
> & {
	requirements: Requirement[];
	/** Codes as they are in the file. */
	links: PackLinks;
	/** The words of requirements for which the pack has only their beginning. */
	texts: OfficialText[];
};

/** Most links from requirements to controls. */
const LINKS_LIMIT = 20_000;
const TWICE_NAMED = 5;

type Kept = Entry & { name: string };

/** Makes a pack of what a reader finds in a file. */
export function collectOwn(): Collector<OwnRead> {
	const entries: Kept[] = [];
	/** Where each entry is, and the one above it. */
	const above = new Map<string, string | undefined>();
	const counts = { withdrawn: 0, unusable: 0 };
	const notTaken: OwnRead["notTaken"] = [];
	let all = 0;
	const refuse = (where: string, id: string, kind: keyof typeof counts, why: string): void => {
		counts[kind] += 1;
		if (notTaken.length < LISTED) notTaken.push({ where, id: oneLine(id).slice(0, ID).toWellFormed(), kind, why });
	};
	return {
		takesPlaces: true,
		add(candidate: Candidate): void {
			const { where, placed = {}, withdrawn } = candidate;
			const ids = candidate.ids.map((id) => id.trim()).filter((id) => id !== "");
			const [id = ""] = ids;
			above.set(where, placed.above);
			const fault = faultIn(candidate, id);
			if (withdrawn === true) {
				refuse(where, id, "withdrawn", "The file says that it was withdrawn.");
				return;
			}
			if (fault !== undefined) {
				refuse(where, id, "unusable", fault);
				return;
			}
			all += 1;
			// There are too many already: only their number is still needed.
			if (all > OWN_REQUIREMENTS_LIMIT) return;
			const title = oneLine(candidate.title.slice(0, 1_000)) === id ? "" : candidate.title.replace(/\s+/g, " ").trim();
			entries.push({
				where,
				id,
				name: ids.at(-1) ?? "",
				title,
				text: candidate.text.trim(),
				isGroup: placed.isGroup === true,
				above: placed.above,
				parent: placed.parent ?? "",
				groups: placed.groups ?? [],
				controls: placed.controls ?? "",
			});
		},
		result(said, unread = []) {
			if (all > OWN_REQUIREMENTS_LIMIT) throw tooMany(all);
			const known = withOwnIds(entries);
			const ids = known.map(({ id }) => id).filter((id) => id !== "");
			if (ids.length === 0) throw new BadFile(noIds(counts.unusable));
			const ours = oursIn(said, ids);
			if (ours) throw new IsOurs(ours);
			refuseTwice(ids);
			const { placed, refused } = treeOf(known, above);
			for (const { entry, why } of refused) refuse(entry.where, entry.id, "unusable", why);
			if (placed.length > OWN_REQUIREMENTS_LIMIT) throw tooMany(placed.length);
			if (placed.length === 0) throw new BadFile("None of its entries can be used as a requirement.");
			return {
				title: oneLine(said.title),
				version: oneLine(said.version),
				publisher: oneLine(said.publisher),
				requirements: placed.map(requirementOf),
				links: linksOf(placed),
				texts: placed.flatMap(({ id, entry }) => (isCut(entry) ? { id, title: entry.title, text: entry.text } : [])),
				counts,
				notTaken,
				leftOut: counts.withdrawn + counts.unusable - notTaken.length,
				unread: unread.slice(0, UNREAD_LISTED).map((head) => oneLine(head).slice(0, ID)),
			};
		},
	};
}

function faultIn({ title, text, fault, placed }: Candidate, id: string): string | undefined {
	if (fault !== undefined) return fault;
	if (id === "" && placed?.isGroup !== true) return "It has no ID.";
	if (id.length > ID) return `Its ID is longer than ${ID} characters.`;
	if (CONTROL.test(id) || /\s{2}|[\t\n\r]/.test(id)) return "Its ID contains characters that IDs cannot have.";
	if (placed?.isGroup === true && title.trim() === "" && text.trim() === "") return undefined;
	return faultOf(title.trim(), text.trim());
}

const tooMany = (all: number) =>
	new BadFile(
		`It has ${all.toLocaleString("en")} requirements and headings, and a framework can have ${OWN_REQUIREMENTS_LIMIT.toLocaleString("en")}. Please split it into several files.`,
	);

const noIds = (unusable: number): string =>
	unusable === 0
		? "It has no requirements. Each one needs an ID and a title or text."
		: "None of its entries has an ID and words that can be used. Please give each requirement an ID and a title or text.";

/** Some OSCAL catalogs label several controls alike; their own ids differ. */
function withOwnIds(entries: readonly Kept[]): readonly Kept[] {
	const named = entries.filter(({ id }) => id !== "");
	if (new Set(named.map(({ id }) => id)).size === named.length) return entries;
	if (new Set(named.map(({ name }) => name)).size < named.length) return entries;
	return entries.map((entry) => ({ ...entry, id: entry.name }));
}

function refuseTwice(ids: readonly string[]): void {
	const counted = Map.groupBy(ids, (id) => id);
	const twice = [...counted].filter(([, { length }]) => length > 1).map(([id]) => id);
	if (twice.length === 0) return;
	const named = twice.slice(0, TWICE_NAMED).join(", ");
	const more = twice.length > TWICE_NAMED ? ` and ${(twice.length - TWICE_NAMED).toLocaleString("en")} more` : "";
	throw new BadFile(
		`It has ${twice.length === 1 ? "this ID" : "these IDs"} more than once: ${named}${more}. Please give each requirement an ID of its own.`,
	);
}

/** A text in one line, and its beginning if it is too long. */
function shortened(text: string, most: number): string {
	const line = text.replace(/\s+/g, " ").trim();
	return line.length <= most
		? line
		: `${line
				.slice(0, most - 1)
				.toWellFormed()
				.replace(/\uFFFD$/, "")
				.trimEnd()}…`;
}

const isCut = ({ title, text }: Entry): boolean =>
	title.length > REQUIREMENT_TITLE_LIMIT || text.length > REQUIREMENT_ABOUT_LIMIT;

function requirementOf({ id, parent, entry: { title, text } }: Placed): Requirement {
	return {
		id,
		...(parent !== undefined && { parent }),
		title: shortened(title || text || id, REQUIREMENT_TITLE_LIMIT),
		// What has no title is titled by its text, which is not said twice if it fits there.
		about: title === "" && text.length <= REQUIREMENT_TITLE_LIMIT ? "" : shortened(text, REQUIREMENT_ABOUT_LIMIT),
	};
}

function linksOf(placed: readonly Placed[]): PackLinks {
	const served = new Map<string, string[]>();
	let count = 0;
	for (const { id, isHeading, entry } of placed) {
		if (isHeading || entry.controls === "") continue;
		for (const code of new Set(entry.controls.split(/[;,\n|]/).map((each) => oneLine(each)))) {
			if (code === "") continue;
			count += 1;
			if (count > LINKS_LIMIT) {
				throw new BadFile("It has more than 20,000 links to controls. Please leave some of them out.");
			}
			const requirements = served.get(code);
			if (requirements) requirements.push(id);
			else served.set(code, [id]);
		}
	}
	return [...served].map(([code, requirements]) => ({ code, requirements }));
}
