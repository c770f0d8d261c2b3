import Papa from "papaparse";
import { describe, expect, test, vi } from "vitest";
import type { ClientId } from "#contract/ids.ts";
import { SCAN_KINDS, scanEntry, scanName } from "#contract/kinds/kinds.ts";
import {
	type Defaults,
	readTargets,
	SLICE,
	sameness,
	TEXT_LIMIT,
} from "#src/features/outbox-screen/add-many/parse-targets.ts";
import { LINES_LIMIT } from "#src/features/outbox-screen/add-many/rows.ts";
import { parseTargets } from "#tests/support/outbox/parse-targets.ts";

const DEFAULTS: Defaults = {
	kind: "combined",
	email: "ada@example.com",
	client: "",
	clients: [],
	note: "",
	waiting: new Set(),
	columns: null,
};
const read = (text: string, changes: Partial<Defaults> = {}) => parseTargets(text, { ...DEFAULTS, ...changes });

const problems = (text: string, changes = {}) => read(text, changes).lines.map(({ problem }) => problem);

describe("where the clients are known", () => {
	const [BANK, FIRST, SECOND] = ["b1", "a1", "a2"] as [ClientId, ClientId, ClientId];
	const clients = [
		{ id: BANK, name: "First Bank", code: "bank" },
		{ id: FIRST, name: "Acme", code: "acme-uk" },
		{ id: SECOND, name: "ACME", code: "acme-us" },
	];

	test("a line names one by name or code, and the form's is for lines without their own", () => {
		const { lines } = read("a.example, first bank\nb.example,acme-us\nc.example", { clients, client: "BANK" });
		expect(lines.map(({ client, clientId, problem }) => [client, clientId, problem])).toEqual([
			["First Bank", BANK, null],
			["ACME", SECOND, null],
			["First Bank", BANK, null],
		]);
		expect(read("a.example", { clients }).lines[0]).not.toHaveProperty("clientId");
	});

	test("one that there is not, or that there are two of, is not guessed", () => {
		expect(problems("a.example,Initech\nb.example,acme", { clients })).toEqual([
			"There is no client called Initech. Choose one from the list, or add it first.",
			"More than one client is called acme. Please use its code.",
		]);
	});

	test("another path or query is another target, and the slash at the end is none", () => {
		const key = (target: string) => sameness({ kind: "combined-scan", body: { target, email: "" } });
		expect(key("https://a.example/?first")).not.toBe(key("https://a.example/?second"));
		expect(key("https://a.example/shop")).not.toBe(key("https://a.example/"));
		expect(key("https://a.example/shop/")).toBe(key("https://A.example/shop"));
	});

	test("the same target for another client is another request", () => {
		const waiting = new Set([sameness({ kind: "combined-scan", body: { target: "c.example", email: "" } }, BANK)]);
		const text = "a.example,bank\na.example,acme-us\nc.example,bank\nc.example,acme-uk\na.example,First Bank";
		expect(problems(text, { clients, waiting })).toEqual([
			null,
			null,
			"Already waiting in the outbox.",
			null,
			"The same as line 1.",
		]);
	});
});

describe("pasted targets", () => {
	test("one target per line, blank ones left out, line numbers as in an editor", () => {
		expect(read("\n a.example \r\n\nhttps://b.example/x\n").lines).toMatchObject([
			{ line: 2, target: "a.example", request: { kind: "combined-scan", body: { target: "a.example" } } },
			{ line: 4, target: "https://b.example/x", problem: null },
		]);
	});

	test("CSV with a header, quotes, and its own kind; the kind may be left out", () => {
		const text = 'Kind,Target,Client,Note\nnmap,a.example,Acme,"a, ""b""\nc"\nb.example,Acme\nZap,https://c.example';
		expect(read(text).lines).toMatchObject([
			{ line: 2, client: "Acme", note: 'a, "b"\nc', request: { kind: "nmap-scan", body: { host: "a.example" } } },
			{ line: 4, client: "Acme", request: { kind: "combined-scan" } },
			{ line: 5, request: { kind: "zap-scan", body: { url: "https://c.example", email: "ada@example.com" } } },
		]);
	});

	test("the form's client and note are for lines without their own", () => {
		const text = "a.example\nb.example,Acme\nc.example,,By the back door\nnmap,d.example,Initech,Roof";
		const { lines } = read(text, { client: " Umbrella ", note: "Front desk" });
		expect(lines.map(({ client, note }) => [client, note])).toEqual([
			["Umbrella", "Front desk"],
			["Acme", "Front desk"],
			["Umbrella", "By the back door"],
			["Initech", "Roof"],
		]);
	});

	test("unmatched quotes are reported, and no target disappears in another one's note", () => {
		expect(problems('example.com,Acme,"note" more\nexample.org')).toEqual(["The quotes do not match."]);
		expect(problems('a.example\nexample.com,Acme,"open\nexample.org')).toEqual([null, "The quotes do not match."]);
	});

	test.each(SCAN_KINDS)("a line may name %s as the product does", (kind) => {
		const text = `${scanName(kind)},a.example:443`;
		expect(read(text, { kind: kind === "nmap" ? "combined" : "nmap" }).lines).toMatchObject([
			{ request: { kind: scanEntry(kind) }, problem: null },
		]);
	});

	test("cells copied from a spreadsheet", () => {
		expect(read("wapiti\thttps://a.example\tAcme").lines).toMatchObject([{ client: "Acme", problem: null }]);
	});

	test("cells copied from a spreadsheet may hold commas, and a byte order mark is no part of a cell", () => {
		expect(read("\uFEFFa.example\tAcme\tnorth, then south\nb.example").lines).toMatchObject([
			{ target: "a.example", client: "Acme", note: "north, then south", problem: null },
			{ line: 2, target: "b.example", problem: null },
		]);
	});

	test("a text past the limit is not parsed", () => {
		expect(read(`${"a.example\n".repeat(TEXT_LIMIT / 10)}x`)).toEqual({
			lines: [],
			table: null,
			problem: "This text is too long for a list of targets.",
		});
	});

	test("each line has its own message", () => {
		expect(problems("word\na b.example\nsslyze,a.example\nzap,a.example\nnmap,10.0.0.1\n[::1]")).toEqual([
			'"word" has no ending such as .com, so it cannot be reached from the internet. Please give the full name.',
			"Please give one target at a time, without spaces or commas.",
			"Please give the target as host:port, such as example.com:443.",
			null,
			null,
			null,
		]);
		expect(problems("a.example", { email: "nobody" })).toEqual(["Please enter a valid email address."]);
	});

	test("a label or a note longer than the form allows is refused", () => {
		expect(problems(`a.example,${"x".repeat(101)}\nb.example,Acme,${"x".repeat(501)}\nc.example,Acme,note`)).toEqual([
			"The client has more than 100 characters.",
			"The note has more than 500 characters.",
			null,
		]);
	});

	test("duplicates, and what is already waiting, are refused", () => {
		const waiting = new Set([sameness({ kind: "nmap-scan", body: { host: "b.example" } })]);
		expect(problems("a.example\nA.EXAMPLE/\nnmap,b.example\nnmap,a.example", { waiting })).toEqual([
			null,
			"The same as line 1.",
			"Already waiting in the outbox.",
			null,
		]);
	});

	test("lines past the limit are left out, with a message", () => {
		const { lines, problem } = read(Array.from({ length: LINES_LIMIT + 2 }, (_, i) => `${i}.example`).join("\n"));
		expect(lines).toHaveLength(LINES_LIMIT);
		expect(problem).toContain("2 more were left out");
	});
});

describe("as the server reads them", () => {
	const hosts = (text: string) => read(text).lines.map((line) => (line.request ? line.host : line.problem));

	test("a name in any of its spellings is one host", () => {
		expect(hosts("bücher.example\nBÜCHER.example\nXN--Bcher-kva.example\nbücher.example")).toEqual([
			"xn--bcher-kva.example",
			"The same as line 1.",
			"The same as line 1.",
			"The same as line 1.",
		]);
	});

	test("so is an address, and each line says which", () => {
		expect(hosts("１２７.0.0.1\n127．0．0．1\n0177.0.0.1\n0127.0.0.1\n1.1\n[::1]")).toEqual([
			"127.0.0.1",
			"The same as line 1.",
			"The same as line 1.",
			"87.0.0.1",
			"1.0.0.1",
			"::1",
		]);
	});

	test("what it refuses is refused here, in its words", () => {
		expect(hosts("*.example.com\n@.example.com\n10.0.0.0/8\nftp://a.example")).toEqual([
			'"*.example.com" is not a valid host name. Please check the spelling.',
			"Please leave out the user name and password: give the address alone, such as https://example.com.",
			"Please give one address: ranges of addresses cannot be scanned.",
			"We can scan http and https addresses, not ftp. Please give a web address or a host name.",
		]);
	});
});

describe("tables with columns of their own", () => {
	const agencies = Array.from(
		{ length: 30 },
		(_, n) => `a${n}.example,Federal,Agency of Works,City ${n},s@a${n}.example`,
	);

	test("are asked about once, with a guess at the targets, and none at a client", () => {
		const { table, lines } = read(["Domain name,Domain type,Organization,City,Contact", ...agencies].join("\n"));
		expect(table).toEqual({
			names: ["Domain name", "Domain type", "Organization", "City", "Contact"],
			columns: { kind: null, target: 0, client: null, note: null },
		});
		expect(lines).toHaveLength(30);
		expect(lines[0]).toMatchObject({ line: 2, target: "a0.example", client: "", note: "", problem: null });
	});

	test("are read by the columns that a person chose", () => {
		const columns = { kind: null, target: 0, client: 2, note: 3 };
		expect(read(agencies.join("\n"), { columns }).lines[4]).toMatchObject({
			client: "Agency of Works",
			note: "City 4",
			problem: null,
		});
		expect(read("a.example,b,c,d,e", { columns: { ...columns, note: 7 } }).table?.columns.client).toBeNull();
	});

	test("a client is a column that says so, or that names the workspace's own", () => {
		expect(read("Host,Customer,Comment\na.example,Acme,Roof").lines).toMatchObject([{ client: "Acme", note: "Roof" }]);
		const clients = [{ id: "w1" as ClientId, name: "Agency of Works", code: "works" }];
		expect(read(agencies.join("\n"), { clients }).table?.columns.client).toBe(2);
	});

	test("what is the same in most rows is no client, unless there is one of that name", () => {
		const rows = Array.from({ length: 12 }, (_, n) => `a${n}.example,${n === 3 ? "Other" : "Agency of Works"}`).join(
			"\n",
		);
		expect(read(rows)).toMatchObject({ table: { columns: { target: 0, client: null } }, lines: { 0: { client: "" } } });
		const clients = [
			{ id: "w1" as ClientId, name: "Agency of Works", code: "works" },
			{ id: "w2" as ClientId, name: "Other", code: "other" },
		];
		expect(read(rows, { clients })).toMatchObject({
			table: null,
			lines: { 0: { clientId: "w1" }, 3: { clientId: "w2" } },
		});
	});
});

test("19,000 lines are read a slice at a time, and only as many as are taken", () => {
	const parse = vi.spyOn(Papa, "parse");
	const text = Array.from({ length: 19_000 }, (_, n) => `host${n}.agency.example,Federal,Agency of Works,City,ST`).join(
		"\n",
	);
	let lines = 0;
	const waiting = { has: () => ++lines < 0 } as unknown as Set<string>;
	const reading = readTargets(text, { ...DEFAULTS, waiting });
	const slices: number[] = [];
	for (let step = reading.next(); !step.done; step = reading.next()) {
		slices.push(lines);
		lines = 0;
	}
	expect(parse.mock.results[0]?.value.data.length).toBeLessThanOrEqual(4 * LINES_LIMIT + 1);
	expect(Math.max(...slices, lines)).toBeLessThanOrEqual(SLICE);
	expect(slices.length).toBeGreaterThanOrEqual(LINES_LIMIT / SLICE);
	parse.mockRestore();
	expect(read(text)).toMatchObject({
		lines: { length: LINES_LIMIT },
		problem: expect.stringContaining("18500 more were left out"),
	});
});
