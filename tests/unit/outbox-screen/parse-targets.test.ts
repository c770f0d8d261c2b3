import { describe, expect, test } from "vitest";
import type { ClientId } from "#contract/ids.ts";
import { SCAN_KINDS, scanEntry, scanName } from "#contract/kinds/kinds.ts";
import { LINES_LIMIT, parseTargets, sameness, TEXT_LIMIT } from "#src/features/outbox-screen/add-many/parse-targets.ts";

const read = (text: string, changes: Partial<Parameters<typeof parseTargets>[1]> = {}) =>
	parseTargets(text, {
		kind: "combined",
		email: "ada@example.com",
		client: "",
		clients: [],
		note: "",
		waiting: new Set(),
		...changes,
	});

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
		const text = `${scanName(kind)},https://a.example:443`;
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
			problem: "This text is too long for a list of targets.",
		});
	});

	test("each line has its own message", () => {
		expect(problems("word\na b.example\nsslyze,a.example\nzap,a.example\nnmap,10.0.0.1\n[::1]")).toEqual([
			"This is not a URL, host name or IP address.",
			"A target has no spaces.",
			"Please give the target as host:port.",
			"Please give a URL that begins with http:// or https://.",
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
