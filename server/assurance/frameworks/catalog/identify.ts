import { FRAMEWORK_IDS } from "#contract/frameworks/framework-ids.ts";
import type { FrameworkId, Pack } from "#contract/frameworks/pack.ts";
import { PACKS } from "#contract/frameworks/packs.ts";
import { KNOWN } from "./editions.ts";

/** What a file says of itself. All of it is untrusted. */
export type Said = {
	title: string;
	version: string;
	/** Empty if there is none: only OSCAL has them. */
	uuid: string;
	/** What else it says of its framework and edition. */
	more: string;
};

/** What a file is by its own words. `unsaid`: they do not say which edition, or not even which framework. */
export type Identity = { is: "this" } | { is: "other"; name: string } | { is: "unsaid"; isNamed: boolean };

const otherFramework = (id: FrameworkId): Identity => ({ is: "other", name: PACKS[id].name });

/** What a file says that it is: by its uuid, then by its title, then by its version. */
export function identityOf({ id }: Pack, { title, version, uuid, more }: Said): Identity {
	const issued = FRAMEWORK_IDS.find((each) => KNOWN[each].uuids?.includes(uuid.toLowerCase()));
	if (issued !== undefined) return issued === id ? { is: "this" } : otherFramework(issued);
	const words = `${title} ${more}`;
	const named = FRAMEWORK_IDS.filter((each) => KNOWN[each].called.test(words));
	const [first] = named;
	if (first === undefined) return { is: "unsaid", isNamed: false };
	if (!named.includes(id)) return otherFramework(first);
	const { called, own, others = [] } = KNOWN[id];
	// Numbers in the framework's name are no edition.
	const rest = words.replaceAll(new RegExp(called, "gi"), " ");
	if (own === undefined || own.test(rest)) return { is: "this" };
	// The version is often the document's and not the framework's, so it counts only if the title names no edition.
	const isVersion = (mark: RegExp): boolean => mark.exec(version)?.[0] === version.trim();
	const other = others.find(({ mark }) => mark.test(rest)) ?? others.find(({ mark }) => isVersion(mark));
	if (other) return { is: "other", name: other.name };
	return isVersion(own) ? { is: "this" } : { is: "unsaid", isNamed: true };
}
