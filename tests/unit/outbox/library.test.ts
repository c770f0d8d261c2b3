import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "vite";
import { describe, expect, test } from "vitest";
import { HEAD_START_MS } from "#src/outbox/storage/record.ts";
import { notesOutbox } from "#tests/support/outbox/notes-outbox.ts";
import { turns } from "#tests/support/outbox/outbox-clock.ts";
import { fakeDevice } from "#tests/support/outbox/outbox-device.ts";

const FOLDER = "src/outbox";
const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
const textOf = (name: string) => readFileSync(join(FOLDER, name), "utf8");

/** In bytes, with brotli: today's size plus five percent. */
const SIZE_LIMIT = 15_550;

describe("the outbox is a library of its own", () => {
	test("it imports nothing but its own files and idb-keyval", () => {
		const imports = files.flatMap((name) =>
			[...textOf(name).matchAll(/(?:from|import)\s*\(?"([^"]+)"/g)].map(([, from]) => ({ name, from })),
		);
		expect(imports.length).toBeGreaterThan(50);
		expect(imports.filter(({ from = "" }) => from !== "idb-keyval" && !/^\.\.?\/[a-z/-]+\.ts$/.test(from))).toEqual([]);
		expect(imports.filter(({ name, from = "" }) => !name.includes("/") && from.startsWith("../"))).toEqual([]);
	});

	test("it names nothing of the product", () => {
		const words = /plumbline|\bscan|workspace|engine|ownership|finding|evidence|newsletter/i;
		expect(files.filter((name) => words.test(textOf(name)))).toEqual([]);
	});

	test(`it takes at most ${SIZE_LIMIT} bytes`, async () => {
		const built = await build({
			configFile: false,
			logLevel: "error",
			build: {
				write: false,
				rolldownOptions: { input: `${FOLDER}/outbox.ts`, preserveEntrySignatures: "strict" },
			},
		});
		const chunks = [built].flat().flatMap((one) => ("output" in one ? one.output : []));
		const code = chunks.map((chunk) => ("code" in chunk ? chunk.code : "")).join("\n");
		const size = brotliCompressSync(code).length;
		expect(size).toBeGreaterThan(1_000);
		expect(size).toBeLessThanOrEqual(SIZE_LIMIT);
	});
});

describe("another product's requests", () => {
	const NOTEBOOK = "7b0b7b54-5b43-4d55-9d0b-2f4b9a9b7d11";
	const ADA = "0a5f3a0e-7f8e-4b6e-8a51-5d4c9a3f1c22";

	/** What one context on a device sends; `answer` is the server's response to a body. */
	function sending(answer: (body: { entries: { key: string }[] }) => object) {
		const device = fakeDevice();
		const sent: { url: string; headers: unknown; body: unknown }[] = [];
		const { outbox } = device.context(
			{
				async fetch(url, init) {
					const body = JSON.parse(String(init.body));
					sent.push({ url, headers: init.headers, body });
					await turns(1);
					return Response.json(answer(body));
				},
			},
			notesOutbox,
		);
		return { ...device, outbox, sent };
	}

	test("go where it says, in its words", async () => {
		const { clock, outbox, sent } = sending(() => ({}));
		const note = await outbox.enqueue({ kind: "note", body: { text: "Hello" }, owner: ADA, color: "red" });
		clock.advance(HEAD_START_MS);
		await outbox.replay();
		expect(sent).toEqual([
			{
				url: "/notes/note",
				headers: { "Content-Type": "application/json", "Idempotency-Key": note.id, "Notes-Account": ADA },
				body: { text: "Hello" },
			},
		]);
		expect(await outbox.list()).toMatchObject([{ status: "accepted", color: "red" }]);
	});

	test("are held for its reasons, and go out in batches with what they say about their scope", async () => {
		const refusal = { code: "notebook_locked", message: "Locked." };
		const { clock, outbox, sent } = sending(({ entries }) => ({
			answers: entries.map(({ key }) => ({ key, status: 423, body: refusal })),
		}));
		const { id } = await outbox.enqueue({ kind: "note", body: { text: "Hi" }, owner: ADA, notebook: NOTEBOOK });
		clock.advance(HEAD_START_MS);
		await outbox.replay();
		expect(sent).toMatchObject([
			{ url: "/notes/batch", body: { entries: [{ key: id, kind: "note", account: ADA, notebook: NOTEBOOK }] } },
		]);
		expect(await outbox.list()).toMatchObject([{ status: "held", reason: "locked", notebook: NOTEBOOK }]);
	});

	test("keep of a receipt what it says, and nothing that could not be stored", async () => {
		let receipt: object = { key: null };
		const { outbox } = sending(() => ({ receipt }));
		const { id } = await outbox.enqueue({ kind: "note", body: { text: "Hi" }, owner: ADA });
		receipt = { key: id, savedAt: "today", other: 1 };
		expect(await outbox.sendNow(id)).toMatchObject({ status: "accepted", receipt: { key: id, savedAt: "today" } });
		const second = await outbox.enqueue({ kind: "note", body: { text: "Ho" }, owner: ADA });
		receipt = { key: second.id, savedAt: 7 };
		expect((await outbox.sendNow(second.id))?.status).toBe("accepted");
		expect((await outbox.list()).map((entry) => entry.status === "accepted" && entry.receipt)).toEqual([
			{ key: id, savedAt: "today" },
			{ key: second.id },
		]);
	});

	test("are stored under its own name, apart from others on the same device", async () => {
		const device = fakeDevice();
		const notes = device.context({}, notesOutbox).outbox;
		await notes.enqueue({ kind: "note", body: { text: "Hello" }, owner: "anonymous" });
		expect((await device.context().outbox.contents()).entries).toEqual([]);
		expect((await device.indexedDB.databases()).map(({ name }) => name).sort()).toEqual(["notes", "plumbline-outbox"]);
	});
});
