import Papa from "papaparse";
import type { ClientId } from "#contract/ids.ts";
import { KINDS, kindOf, SCAN_KINDS, scanEntry, scanName } from "#contract/kinds/kinds.ts";
import { LABEL_LIMITS, SCAN_BODIES, type ScanKind } from "#contract/scans/scans.ts";
import type { Looks } from "#src/lib/outbox/looks.ts";
import { type OutboxRequest, wordsOf } from "#src/requests/kinds.ts";

/** The client of a line. A device without known clients keeps any name as a label. */
type NamedClient = { client: string; clientId?: ClientId } | { client: string; problem: string };

/** Finds a client by name or code. It never guesses at an unknown name. */
function namedClient(text: string, clients: Looks["clients"]): NamedClient {
	const client = text.trim();
	if (client === "" || clients.length === 0) return { client };
	const wanted = client.toLowerCase();
	const byCode = clients.filter(({ code }) => code === wanted);
	const found = byCode.length > 0 ? byCode : clients.filter(({ name }) => name.trim().toLowerCase() === wanted);
	const [only] = found;
	if (!only)
		return { client, problem: `There is no client called ${client}. Choose one from the list, or add it first.` };
	if (found.length > 1) return { client, problem: `More than one client is called ${client}. Please use its code.` };
	return { client: only.name, clientId: only.id };
}

/** How many lines one paste may have. */
export const LINES_LIMIT = 500;
/** How many characters one paste may have. Longer texts are not parsed at all. */
export const TEXT_LIMIT = 1_000_000;

export type ParsedLine = {
	/** Counted from 1, as an editor does. */
	line: number;
	target: string;
	client: string;
	/** Absent if the client is only a label. */
	clientId?: ClientId;
	note: string;
} & ({ request: OutboxRequest; problem: null } | { request: null; problem: string });

export type ParsedTargets = {
	lines: ParsedLine[];
	/** A problem with the whole text; null if there is none. */
	problem: string | null;
};

type Defaults = {
	kind: ScanKind;
	/** Where reports of the kinds that need an address go. */
	email: string;
	/** For lines without their own. */
	client: string;
	note: string;
	/** See `namedClient`. */
	clients: Looks["clients"];
	/** What is already waiting for the current workspace, see `sameness`. */
	waiting: ReadonlySet<string>;
};

/** How a line may name a kind of scan, in lower case. */
const KIND_NAMES: ReadonlyMap<string, ScanKind> = new Map([
	...SCAN_KINDS.flatMap((kind) =>
		[kind, scanEntry(kind), scanName(kind).toLowerCase()].map((name): [string, ScanKind] => [name, kind]),
	),
	["vulnerability", "combined"],
	["vulnerability scan", "combined"],
]);

/** What makes two requests the same to a person: the same scan of the same target for the same client. */
export const sameness = (request: OutboxRequest, clientId?: ClientId): string =>
	`${request.kind} ${wordsOf(request).subject.trim().toLowerCase().replace(/\/$/, "")} ${clientId ?? ""}`;

const HEADER = ["kind", "target", "client", "note"];

const isHeader = (cells: string[]) =>
	cells.length > 1 && cells.every((cell) => HEADER.includes(cell.trim().toLowerCase()));

function bodyOf(kind: ScanKind, target: string, email: string): unknown {
	const { target: key, mails } = KINDS[kind];
	return { [key]: target, ...(mails !== "none" && { email }) };
}

/** Why this is not a target for the kind of scan; null if it is one. The server parses it more strictly. */
function targetProblem(kind: ScanKind, target: string): string | null {
	const { accepts } = kindOf(kind);
	if (/\s/.test(target)) return "A target has no spaces.";
	if (!/[.:\]]/.test(target) && target.toLowerCase() !== "localhost")
		return "This is not a URL, host name or IP address.";
	if (accepts === "host:port" && !/:\d{1,5}$/.test(target)) return "Please give the target as host:port.";
	if (accepts === "url" && !/^https?:\/\/[^/]/i.test(target))
		return "Please give a URL that begins with http:// or https://.";
	return null;
}

function labelProblem(client: string, note: string): string | null {
	if (client.length > LABEL_LIMITS.client) return `The client has more than ${LABEL_LIMITS.client} characters.`;
	return note.length > LABEL_LIMITS.note ? `The note has more than ${LABEL_LIMITS.note} characters.` : null;
}

function readLine(cells: string[], defaults: Defaults): Omit<ParsedLine, "line" | "request" | "problem"> & Result {
	const named = KIND_NAMES.get(cells[0]?.trim().toLowerCase() ?? "");
	const [target = "", ownClient = "", ownNote = ""] = (cells.length > 1 && named ? cells.slice(1) : cells).map((cell) =>
		cell.trim(),
	);
	const note = ownNote || defaults.note.trim();
	const whom = namedClient(ownClient || defaults.client, defaults.clients);
	const { client } = whom;
	const kind = (cells.length > 1 && named) || defaults.kind;
	const problem = "problem" in whom ? whom.problem : labelProblem(client, note);
	if (problem) return { target, client, note, request: null, problem };
	return { target, note, ...whom, ...readTarget(kind, target, defaults.email) };
}

type Result = { request: OutboxRequest; problem: null } | { request: null; problem: string };

function readTarget(kind: ScanKind, target: string, email: string): Result {
	const problem = targetProblem(kind, target);
	if (problem) return { request: null, problem };
	const read = SCAN_BODIES[kind].safeParse(bodyOf(kind, target, email));
	if (!read.success) return { request: null, problem: read.error.issues[0]?.message ?? "This is not a target." };
	return { request: { kind: scanEntry(kind), body: read.data } as OutboxRequest, problem: null };
}

/** `problem`: its quotes do not match, so its cells cannot be trusted. */
type Row = { line: number; cells: string[]; problem: string | null };

/** Rows of CSV, or of cells copied from a spreadsheet, without blank ones. A row may span several lines: `line` is its first. */
function readRows(text: string): Row[] {
	const [delimiter = ","] = /[,\t]/.exec(text) ?? [];
	const { data, errors } = Papa.parse<string[]>(text.replace(/\r\n?/g, "\n"), { delimiter, newline: "\n" });
	const wrong = new Set(errors.flatMap(({ type, row }) => (type === "Quotes" && row !== undefined ? row : [])));
	const rows: Row[] = [];
	let line = 1;
	for (const [index, cells] of data.entries()) {
		const problem = wrong.has(index) ? "The quotes do not match." : null;
		if (cells.some((cell) => cell.trim() !== "")) rows.push({ line, cells, problem });
		line += cells.reduce((breaks, cell) => breaks + cell.split("\n").length - 1, 1);
	}
	return rows;
}

/**
 * Reads pasted or imported targets: one per line, or CSV with kind, target, client and note. A header row is optional, and so is
 * the kind. Each line is checked by itself.
 */
export function parseTargets(text: string, defaults: Defaults): ParsedTargets {
	if (text.length > TEXT_LIMIT) return { lines: [], problem: "This text is too long for a list of targets." };
	const rows = readRows(text);
	const [first] = rows;
	const body = first && isHeader(first.cells) ? rows.slice(1) : rows;
	const seen = new Map<string, number>();
	const lines = body.slice(0, LINES_LIMIT).map(({ line, cells, problem }): ParsedLine => {
		if (problem) return { line, target: cells.join(", "), client: "", note: "", request: null, problem };
		const read = { line, ...readLine(cells, defaults) };
		if (!read.request) return read;
		const same = sameness(read.request, read.clientId);
		const before = seen.get(same);
		if (before !== undefined) return { ...read, request: null, problem: `The same as line ${before}.` };
		seen.set(same, line);
		if (defaults.waiting.has(same)) return { ...read, request: null, problem: "Already waiting in the outbox." };
		return read;
	});
	const over = body.length - lines.length;
	return { lines, problem: over > 0 ? `At most ${LINES_LIMIT} at once: ${over} more were left out.` : null };
}
