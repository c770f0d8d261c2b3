import type { ClientId } from "#contract/ids.ts";
import { KINDS, scanEntry, scanOfEntry, targetOf } from "#contract/kinds/kinds.ts";
import { parseTarget } from "#contract/scans/parse-target.ts";
import { scanTarget } from "#contract/scans/scan-target.ts";
import { LABEL_LIMITS, SCAN_BODIES, type ScanKind, type ScanRequest } from "#contract/scans/scans.ts";
import { scopeOf } from "#contract/scans/scope.ts";
import type { Looks } from "#src/lib/outbox/looks.ts";
import { type OutboxRequest, wordsOf } from "#src/requests/kinds.ts";
import { type Columns, kindNamed, readTable } from "./columns.ts";
import { countLines, LINES_LIMIT, type Row, readRows } from "./rows.ts";

/** How many characters one paste may have. Longer texts are not parsed at all. */
export const TEXT_LIMIT = 4_000_000;
/** How many lines are read before the page gets a turn. */
export const SLICE = 50;

export type ParsedLine = {
	/** Counted from 1, as an editor does. */
	line: number;
	target: string;
	client: string;
	/** Absent if the client is only a label. */
	clientId?: ClientId;
	note: string;
} & Result;

/** `host`: what the server will scan, which may not be what it looks like: `1.1` is 1.0.0.1. */
type Result = { request: OutboxRequest; host: string; problem: null } | { request: null; problem: string };

export type ParsedTargets = {
	lines: ParsedLine[];
	/** The columns of a table that is not in our order, as chosen or guessed, and what to call them; null: nothing to ask. */
	table: { names: string[]; columns: Columns } | null;
	/** A problem with the whole text; null if there is none. */
	problem: string | null;
};

export type Defaults = {
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
	/** What a person chose for a table that is not in our order; null: nothing yet. */
	columns: Columns | null;
};

/** The client of a line. A device without known clients keeps any name as a label. */
type NamedClient = { client: string; clientId?: ClientId } | { client: string; problem: string };

/** Known clients by code or, if no code is so, by name. */
function clientsCalled(text: string, clients: Looks["clients"]): Looks["clients"] {
	const wanted = text.trim().toLowerCase();
	const byCode = clients.filter(({ code }) => code === wanted);
	return byCode.length > 0 ? byCode : clients.filter(({ name }) => name.trim().toLowerCase() === wanted);
}

/** Finds a client by name or code. It never guesses at an unknown name. */
function namedClient(text: string, clients: Looks["clients"]): NamedClient {
	const client = text.trim();
	if (client === "" || clients.length === 0) return { client };
	const found = clientsCalled(client, clients);
	const [only] = found;
	if (!only)
		return { client, problem: `There is no client called ${client}. Choose one from the list, or add it first.` };
	if (found.length > 1) return { client, problem: `More than one client is called ${client}. Please use its code.` };
	return { client: only.name, clientId: only.id };
}

/**
 * What makes two requests the same to a person: the same scan of the same target, as the server reads it, for the same client. Another
 * path or query is another target, also for a kind of scan that does not follow it.
 */
export function sameness({ kind, body }: OutboxRequest, clientId?: ClientId): string {
	const scan = scanOfEntry(kind);
	const request = scan && ({ kind: scan, body } as ScanRequest);
	const parsed = request && parseTarget(targetOf(request));
	const where =
		request && parsed?.ok
			? `${scopeOf(request)?.scope} ${parsed.target.path.replace(/\/$/, "")}`
			: `${kind} ${wordsOf({ kind, body } as OutboxRequest).subject}`;
	return `${where} ${clientId ?? ""}`;
}

function bodyOf(kind: ScanKind, target: string, email: string): unknown {
	const { target: key, mails } = KINDS[kind];
	return { [key]: target, ...(mails !== "none" && { email }) };
}

function labelProblem(client: string, note: string): string | null {
	if (client.length > LABEL_LIMITS.client) return `The client has more than ${LABEL_LIMITS.client} characters.`;
	return note.length > LABEL_LIMITS.note ? `The note has more than ${LABEL_LIMITS.note} characters.` : null;
}

type Cells = { kind: ScanKind | undefined; target: string; client: string; note: string };

/** What the cells of a row are: by the table's columns, or in our order. */
function cellsOf({ cells }: Row, columns: Columns | null): Cells {
	const trimmed = cells.map((cell) => cell.trim());
	if (columns) {
		const at = (column: number | null) => (column === null ? "" : (trimmed[column] ?? ""));
		const kind = kindNamed(at(columns.kind));
		return { kind, target: at(columns.target), client: at(columns.client), note: at(columns.note) };
	}
	const kind = trimmed.length > 1 ? kindNamed(trimmed[0]) : undefined;
	const [target = "", client = "", note = ""] = kind ? trimmed.slice(1) : trimmed;
	return { kind, target, client, note };
}

function readLine(row: Row, columns: Columns | null, defaults: Defaults): ParsedLine {
	const { line, cells, problem: unread } = row;
	if (unread) return { line, target: cells.join(", "), client: "", note: "", request: null, problem: unread };
	const own = cellsOf(row, columns);
	const { target } = own;
	const note = own.note || defaults.note.trim();
	const whom = namedClient(own.client || defaults.client, defaults.clients);
	const { client } = whom;
	const problem = "problem" in whom ? whom.problem : labelProblem(client, note);
	if (problem) return { line, target, client, note, request: null, problem };
	return { line, target, note, ...whom, ...readTarget(own.kind ?? defaults.kind, target, defaults.email) };
}

function readTarget(kind: ScanKind, target: string, email: string): Result {
	const read = SCAN_BODIES[kind].safeParse(bodyOf(kind, target, email));
	if (!read.success) return { request: null, problem: read.error.issues[0]?.message ?? "This is not a target." };
	const aimed = scanTarget({ kind, body: read.data } as ScanRequest);
	if (!aimed.ok) return { request: null, problem: aimed.message };
	return {
		request: { kind: scanEntry(kind), body: read.data } as OutboxRequest,
		host: aimed.target.host,
		problem: null,
	};
}

/**
 * Reads pasted or imported targets, each line by itself: one per line, or CSV with kind, target, client and note. A header row is
 * optional, and so is the kind. Of any other table the columns are guessed once, to be confirmed. It pauses after each slice, so that
 * the page can answer in between.
 */
export function* readTargets(text: string, defaults: Defaults): Generator<void, ParsedTargets, void> {
	if (text.length > TEXT_LIMIT)
		return { lines: [], table: null, problem: "This text is too long for a list of targets." };
	const { clients, waiting } = defaults;
	const { rows, rest } = readRows(text);
	yield;
	const after = countLines(rest);
	yield;
	const read = readTable(rows, (cell) => clientsCalled(cell, clients).length > 0);
	const table =
		read.as === "asked" ? { names: read.names, columns: fitting(defaults.columns, read.names) ?? read.guess } : null;
	const seen = new Map<string, number>();
	const lines: ParsedLine[] = [];
	for (const row of read.rows.slice(0, LINES_LIMIT)) {
		if (lines.length % SLICE === 0) yield;
		lines.push(onceOnly(readLine(row, table?.columns ?? null, defaults), seen, waiting));
	}
	const over = read.rows.length - lines.length + after;
	return { lines, table, problem: over > 0 ? `At most ${LINES_LIMIT} at once: ${over} more were left out.` : null };
}

/** Columns that were chosen for another table may not be there. */
function fitting(columns: Columns | null, { length }: readonly string[]): Columns | null {
	return columns && Object.values(columns).every((column) => column === null || column < length) ? columns : null;
}

function onceOnly(read: ParsedLine, seen: Map<string, number>, waiting: ReadonlySet<string>): ParsedLine {
	if (!read.request) return read;
	const { host: _, ...line } = read;
	const same = sameness(read.request, read.clientId);
	const before = seen.get(same);
	if (before !== undefined) return { ...line, request: null, problem: `The same as line ${before}.` };
	seen.set(same, read.line);
	return waiting.has(same) ? { ...line, request: null, problem: "Already waiting in the outbox." } : read;
}
