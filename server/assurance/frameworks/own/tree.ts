/** An entry of a file that can be a requirement or a heading. */
export type Entry = {
	/** Its place in the file. */
	where: string;
	/** Empty for a group without one. */
	id: string;
	title: string;
	text: string;
	/** Whether it can only be a heading. */
	isGroup: boolean;
	/** Where the entry above it is in the file. */
	above: string | undefined;
	/** The id of the entry above it, where the file names it. */
	parent: string;
	/** Names of the groups that it is in, the largest first. */
	groups: readonly string[];
	controls: string;
};

/** An entry in its place. Headings come before what is below them. */
export type Placed = { entry: Entry; id: string; parent: string | undefined; isHeading: boolean };

export type Tree = { placed: Placed[]; refused: { entry: Entry; why: string }[] };

/** Levels of headings above a requirement. */
const DEPTH = 8;

/**
 * Puts entries in order, each heading before what is below it. A heading is a group, what a column with parents names, or an entry that
 * only titles those below it: a requirement that has words of its own stays one, and what is nested in it stands beside it. `all`: the
 * place of each entry in the file, also of those that cannot be used, and of the one above it.
 */
export function treeOf(entries: readonly Entry[], above: ReadonlyMap<string, string | undefined>): Tree {
	const nodes = new Nodes(entries);
	const byWhere = new Map(entries.map((entry) => [entry.where, entry]));
	const byId = new Map(entries.flatMap((entry) => (entry.id === "" ? [] : [[entry.id, entry]])));
	const hasPlaces = entries.some(
		({ above, parent, groups }) => above !== undefined || parent !== "" || groups.length > 0,
	);
	const hasTexts = entries.some(({ text }) => text !== "");
	const titles = ({ isGroup, text }: Entry): boolean => isGroup || text === "" || !hasTexts;
	const refused: Tree["refused"] = [];

	/** The nearest entry above that can be a heading. */
	const headingAbove = (from: Entry): Entry | undefined => {
		for (let at = from.above; at !== undefined; at = above.get(at)) {
			const found = byWhere.get(at);
			if (found && titles(found)) return found;
		}
		return undefined;
	};
	/** The entry with the longest id that this one continues: 1.2 is below 1, and AC-2(1) below AC-2. */
	const headingByNumber = ({ id }: Entry): Entry | undefined => {
		for (let end = id.length - 1; end > 0; end -= 1) {
			const found = /[.\-(/ :]/.test(id.charAt(end)) ? byId.get(id.slice(0, end).trim()) : undefined;
			if (found && found.id !== id && titles(found)) return found;
		}
		return undefined;
	};
	for (const entry of entries) {
		if (entry.parent !== "") {
			const found = byId.get(entry.parent);
			if (found && found !== entry) nodes.put(entry, found.where);
			else refused.push({ entry, why: `It is under ${entry.parent.slice(0, 60)}, which is not taken.` });
		} else if (entry.groups.length > 0) nodes.put(entry, nodes.group(entry.groups));
		else nodes.put(entry, (hasPlaces ? headingAbove(entry) : headingByNumber(entry))?.where);
	}
	const { placed, unreached } = nodes.inOrder();
	const why = "It is under itself, or too many headings are above it.";
	return { placed, refused: [...refused, ...unreached.map((entry) => ({ entry, why }))] };
}

/** Entries below each other. */
class Nodes {
	readonly #below = new Map<string | undefined, Entry[]>();
	readonly #groups = new Map<string, Entry>();
	readonly #ids: Set<string>;
	readonly #all = new Set<Entry>();

	constructor(entries: readonly Entry[]) {
		this.#ids = new Set(entries.map(({ id }) => id));
	}

	put(entry: Entry, above: string | undefined): void {
		this.#all.add(entry);
		const siblings = this.#below.get(above);
		if (siblings) siblings.push(entry);
		else this.#below.set(above, [entry]);
	}

	/** Where the last of these groups is, each of which is inside the one before it. */
	group(names: readonly string[]): string | undefined {
		return names.reduce<string | undefined>((above, name) => {
			const where = `${above ?? ""}\n${name}`;
			if (!this.#groups.has(where)) {
				const group = {
					where,
					id: "",
					title: name,
					text: "",
					isGroup: true,
					above,
					parent: "",
					groups: [],
					controls: "",
				};
				this.#groups.set(where, group);
				this.put(group, above);
			}
			return where;
		}, undefined);
	}

	/** Without groups in which there is nothing. */
	inOrder(): { placed: Placed[]; unreached: Entry[] } {
		const reached = new Set<Entry>();
		const visit = (above: string | undefined, parent: string | undefined, numbers: readonly number[]): Placed[] => {
			let unnamed = 0;
			return (this.#below.get(above) ?? []).flatMap((entry) => {
				if (numbers.length > DEPTH || this.#isEmpty(entry)) return [];
				reached.add(entry);
				if (entry.id === "") unnamed += 1;
				const here = [...numbers, unnamed];
				const id = entry.id === "" ? this.#freeId(`Group ${here.join(".")}`) : entry.id;
				const below = visit(entry.where, id, here);
				const isHeading = below.length > 0;
				return entry.isGroup && !isHeading ? [] : [{ entry, id, parent, isHeading }, ...below];
			});
		};
		const placed = visit(undefined, undefined, []);
		return { placed, unreached: [...this.#all].filter((entry) => !entry.isGroup && !reached.has(entry)) };
	}

	/** Whether it is a group in which there is nothing. */
	#isEmpty(entry: Entry): boolean {
		return entry.isGroup && (this.#below.get(entry.where) ?? []).every((each) => this.#isEmpty(each));
	}

	#freeId(wanted: string): string {
		let id = wanted;
		for (let n = 2; this.#ids.has(id); n += 1) id = `${wanted} (${n})`;
		this.#ids.add(id);
		return id;
	}
}
