import { SCAN_KINDS, scanEntry, scanName } from "#contract/kinds/kinds.ts";
import { parseTarget } from "#contract/scans/parse-target.ts";
import type { ScanKind } from "#contract/scans/scans.ts";
import type { Row } from "./rows.ts";

/** Which column holds what; null: none does. */
export type Columns = { kind: number | null; target: number; client: number | null; note: number | null };

/** A table in our order: kind, target, client and note, in which a row may leave out its kind. */
type Ours = { as: "ours"; rows: Row[] };
/** Any other table: a person confirms its columns, once for all rows. `names`: what to call each of them. */
type Asked = { as: "asked"; rows: Row[]; names: string[]; guess: Columns };
export type Table = Ours | Asked;

/** How a cell may name a kind of scan, in lower case. */
const KIND_NAMES: ReadonlyMap<string, ScanKind> = new Map([
	...SCAN_KINDS.flatMap((kind) =>
		[kind, scanEntry(kind), scanName(kind).toLowerCase()].map((name): [string, ScanKind] => [name, kind]),
	),
	["vulnerability", "combined"],
	["vulnerability scan", "combined"],
]);
export const kindNamed = (cell: string | undefined): ScanKind | undefined =>
	KIND_NAMES.get(cell?.trim().toLowerCase() ?? "");

/** Heads that say what a column is, in other people's tables too. */
const HEADS = {
	kind: ["kind"],
	target: ["target", "host", "hostname", "host name", "domain", "domain name", "url", "website", "address", "ip"],
	client: ["client", "customer"],
	note: ["note", "notes", "comment", "comments"],
};
const HEADER = ["kind", "target", "client", "note"];

/** How many rows are looked at to find out what the columns are, and how many columns. */
const SAMPLE = 50;
const WIDEST = 40;
/** From this many rows on, a value in most of them is taken for the list's own, such as the agency that published it. */
const FEW = 10;

const lower = (cell: string | undefined) => cell?.trim().toLowerCase() ?? "";
/** A number alone could be an address too, but in a table it is a number. */
const isTarget = (cell: string | undefined) => cell !== undefined && /[.:．。]/.test(cell) && parseTarget(cell).ok;

/** The cells of a row in our order, after its kind. */
const withoutKind = ({ cells }: Row) => (cells.length > 1 && kindNamed(cells[0]) ? cells.slice(1) : cells);

/** Works out what the columns are. `isClient`: whether a client of this workspace is called so. */
export function readTable(rows: Row[], isClient: (cell: string) => boolean): Table {
	const [first, ...below] = rows;
	if (!first) return { as: "ours", rows };
	const heads = first.cells.map(lower);
	if (heads.length > 1 && heads.every((head) => HEADER.includes(head))) {
		const order = heads.map((head) => HEADER.indexOf(head));
		if (order.every((place, index) => index === 0 || place > (order[index - 1] ?? 0)))
			return { as: "ours", rows: below };
	}
	const sample = rows.slice(0, SAMPLE);
	const width = Math.min(WIDEST, Math.max(...sample.map(({ cells }) => cells.length)));
	if (width === 1) return { as: "ours", rows };

	const targets = Array.from(
		{ length: width },
		(_, column) => sample.filter(({ cells }) => isTarget(cells[column])).length,
	);
	const most = Math.max(...targets);
	if (most === 0) return { as: "ours", rows };
	const target = targets.indexOf(most);
	const hasHeads = rows.length > 1 && areHeads(heads, width);
	const isOurs =
		!hasHeads && width <= HEADER.length && sample.filter((row) => isTarget(withoutKind(row)[0])).length >= most;
	const ownClients = sample.map((row) => withoutKind(row)[1]?.trim() ?? "");
	if (isOurs && !isOfTheList(ownClients, isClient)) return { as: "ours", rows };

	const body = hasHeads ? below : rows;
	const column = (name: keyof typeof HEADS) => {
		const found = hasHeads ? heads.findIndex((head) => HEADS[name].includes(head)) : -1;
		return found === -1 ? null : found;
	};
	const known = Array.from({ length: width }, (_, index) => index).find((index) => {
		const cells = sample.map(({ cells }) => cells[index]?.trim() ?? "").filter((cell) => cell !== "");
		return cells.length > 0 && cells.filter(isClient).length * 2 >= cells.length;
	});
	const kinds = sample.filter(({ cells }) => kindNamed(cells[0])).length;
	const guess = {
		kind: column("kind") ?? (target > 0 && kinds * 2 > sample.length ? 0 : null),
		target: column("target") ?? target,
		client: column("client") ?? known ?? null,
		note: column("note"),
	};
	const names = Array.from({ length: width }, (_, index) => {
		const example = body.find(({ cells }) => cells[index]?.trim())?.cells[index]?.trim() ?? "";
		return (hasHeads && first.cells[index]?.trim()) || example || `Column ${index + 1}`;
	});
	return { as: "asked", rows: body, names, guess };
}

/** Whether these are heads, and not a row with something wrong in it. A narrow table, which may be in our order, needs a word we know. */
function areHeads(cells: readonly string[], width: number): boolean {
	if (cells.some(isTarget) || cells.filter((cell) => cell !== "").length * 2 <= width) return false;
	return width > HEADER.length || cells.some((cell) => Object.values(HEADS).flat().includes(cell));
}

/** Whether most rows have the same value, and it is not a client that is known here. */
function isOfTheList(cells: readonly string[], isClient: (cell: string) => boolean): boolean {
	if (cells.length < FEW) return false;
	const counts = new Map<string, number>();
	for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
	return [...counts].some(([cell, count]) => cell !== "" && count * 2 > cells.length && !isClient(cell));
}
