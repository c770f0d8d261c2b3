import { createHash, randomBytes } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { evidenceId } from "#contract/evidence/evidence-id.ts";
import type { ClientFileRow } from "#contract/workspaces/client-file.ts";
import { CLIENT_FILE_BYTES } from "#contract/workspaces/client-file-limits.ts";
import { readClientFile } from "#server/app/clients/file/read-client-file.ts";
import { createClientFileReaders, type TASKS } from "#server/app/clients/file/readers.ts";
import { type ClientFileSource, writeClientFile } from "#server/app/clients/file/write-client-file.ts";
import { createOffLoop } from "#server/platform/off-loop/off-loop.ts";
import { longestTurn } from "#tests/support/longest-turn.ts";

const MEGABYTE = 1_024 * 1_024;

const readers = createClientFileReaders();
afterAll(readers.close);
const ID = evidenceId.parse("01890a5d-ac96-774b-bcce-b302099a8057");

const part = (name: string, bytes: Buffer): ClientFileRow<"evidence">["files"][number] => ({
	name,
	type: "application/octet-stream",
	bytes: bytes.length,
	sha256: createHash("sha256").update(bytes).digest("hex"),
	file: null,
	thumbnail: null,
});

/** A client with nothing but one piece of evidence with these files. */
function sourceOf(files: Readonly<Record<string, Buffer>>): ClientFileSource {
	const parts = Object.entries(files).map(([name, bytes]) => part(name, bytes));
	const piece: ClientFileRow<"evidence"> = {
		id: ID,
		title: "Door",
		note: "",
		takenAt: "2026-11-20T09:00:00.000Z",
		receivedAt: "2026-11-20T09:00:00.000Z",
		takenBy: "Ada",
		device: "",
		place: null,
		files: parts,
		about: [],
		custody: [],
	};
	return {
		workspaceName: "Us",
		client: { name: "Acme", code: "acme", color: "blue", country: "", sector: "", contact: "", archivedAt: null },
		async *rows(section) {
			if (section === "evidence") yield [piece] as never;
		},
		raw: async () => undefined,
		reportFile: async () => undefined,
		questionnaireFile: async () => undefined,
		evidenceFile: async (_id, sha256) => files[parts.find((one) => one.sha256 === sha256)?.name ?? ""],
	};
}

test("files that do not fit are left out by name, smaller ones after them are not, and the whole can be taken in", async () => {
	const files = {
		"first.bin": randomBytes(30 * MEGABYTE),
		"too-much.bin": randomBytes(20 * MEGABYTE),
		"last.bin": randomBytes(10 * MEGABYTE),
	};
	const chunks: Uint8Array[] = [];
	for await (const chunk of writeClientFile(sourceOf(files), new Date(0))) chunks.push(chunk);
	const file = Buffer.concat(chunks);
	expect(file.length).toBeLessThan(CLIENT_FILE_BYTES);
	const read = await readClientFile(file, readers);
	const rows: ClientFileRow<"evidence">[] = [];
	for await (const part of read.rows("evidence")) rows.push(...part);
	expect(rows[0]?.files.map(({ name, file }) => [name, file !== null])).toEqual([
		["first.bin", true],
		["too-much.bin", false],
		["last.bin", true],
	]);
	const page = (await read.content("index.html")).toString();
	expect(page).toContain("1 file of evidence did not fit into this file.");
	expect(page).toMatch(/too-much\.bin, 21 MB: <b>not in this file/);
});

/** A client's file with one more file in it, which its manifest names. */
async function fileWith(name: string, content: Buffer): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of writeClientFile(sourceOf({ [name]: content }), new Date(0))) chunks.push(chunk);
	return Buffer.concat(chunks);
}

/** Nested elements: each byte becomes many in memory. */
const deepPage = (elements: number) =>
	Buffer.from(Array.from({ length: elements }, (_, index) => `<i>${index % 89}`).join(""));

async function openPage(content: Buffer, by: typeof readers) {
	const read = await readClientFile(await fileWith("page.html", content), by);
	const rows: ClientFileRow<"evidence">[] = [];
	for await (const part of read.rows("evidence")) rows.push(...part);
	const path = rows[0]?.files[0]?.file ?? expect.fail("the file was left out");
	return () => read.page(path);
}

test("a page of a report is read where it holds up nobody, and refused where it holds what reports never do", async () => {
	// If it were read here, it would take half a second.
	const long = Buffer.from(Array.from({ length: 500_000 }, (_, index) => `<p>${index}</p>`).join(""));
	const page = await openPage(long, readers);
	const turn = await longestTurn(async () => expect((await page()).equals(long)).toBe(true));
	expect(turn).toBeLessThan(100);
	const refused = await openPage(Buffer.from(`<p onclick="x()">Hello</p>`), readers);
	await expect(refused()).rejects.toThrow("This file has a report with something in it that reports never have.");
});

test("a page that takes more memory than we allow is refused, and the next one is read", async () => {
	const module = new URL("../../../../../server/app/clients/file/readers.ts", import.meta.url);
	const small = createOffLoop<typeof TASKS>({ module, threads: 1, megabytes: 64 });
	const page = await openPage(deepPage(500_000), small);
	await expect(page()).rejects.toThrow(/took more (memory|time) to read than we allow/);
	const next = await openPage(Buffer.from("<p>Hello</p>"), small);
	expect((await next()).toString()).toBe("<p>Hello</p>");
	await small.close();
});

test.each([
	["nested without end", "[".repeat(3_000_000), /is (not JSON|nested too deeply)\.$/],
	["cut off", '[{"a":1', /is not JSON\.$/],
	["of another kind", "{}", /does not have what this format needs\.$/],
])("records that are %s are refused with a sentence", async (_, text, message) => {
	const done = await readers.run("readRows", "findings", Buffer.from(text), "data/findings-0001.json");
	expect(done).toEqual({ status: "done", value: { ok: false, message: expect.stringMatching(message) } });
});

test("a part with more records than fit into memory is refused before it is parsed", async () => {
	const source = sourceOf({});
	const chunks: Uint8Array[] = [];
	const long: ClientFileSource = {
		...source,
		async *rows(section) {
			if (section === "hosts") yield [{ host: randomBytes(17 * MEGABYTE).toString("hex") }] as never;
		},
	};
	for await (const chunk of writeClientFile(long, new Date(0))) chunks.push(chunk);
	const read = await readClientFile(Buffer.concat(chunks), readers);
	await expect(read.rows("hosts").next()).rejects.toThrow("data/hosts-0001.json is longer than any that we write.");
});
