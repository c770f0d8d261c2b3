import { IDBObjectStore } from "fake-indexeddb";
import { afterEach, describe, expect, test } from "vitest";
import type { Attachment } from "#src/outbox/files/attachment.ts";
import { UNNAMED_KEPT_MS } from "#src/outbox/files/file-store.ts";
import { createPieceSize } from "#src/outbox/files/piece-size.ts";
import { portable } from "#src/outbox/hand-over/portable.ts";
import { HEAD_START_MS, type NewEntry } from "#src/outbox/storage/record.ts";
import { StorageError } from "#src/outbox/storage/storage-error.ts";
import { type Notes, notesOutbox } from "#tests/support/outbox/notes-outbox.ts";
import { seededRandom, until } from "#tests/support/outbox/outbox-clock.ts";
import { fillDisk } from "#tests/support/outbox/outbox-database.ts";
import { deviceWith } from "#tests/support/outbox/outbox-device.ts";
import { sha256Of, type TusFault, type TusServer, tusServer } from "#tests/support/outbox/tus-server.ts";

const ADA = "7b0b7b54-5b43-4d55-9d0b-2f4b9a9b7d11";
const BOOK = "5b1f0c7e-2f3a-4c60-8a1d-90c3f5a7e101";
const OTHER_BOOK = "c0ffee00-1111-4222-8333-444455556666";
const KB = 1024;
const MB = 1024 * KB;

/** Bytes that no file of another size starts with. */
function fileOf(size: number, type = "image/jpeg"): { bytes: ArrayBuffer; attachment: Attachment } {
	const random = seededRandom(size + 1);
	const words = Uint32Array.from({ length: Math.ceil(size / 4) }, () => random() * 2 ** 32);
	const bytes = words.buffer.slice(0, size);
	return { bytes, attachment: { sha256: sha256Of(bytes), size, type, name: `${size}.jpg` } };
}

function noteOf(text: string, ...files: ReturnType<typeof fileOf>[]): NewEntry<Notes> {
	return {
		kind: "note",
		body: { text },
		owner: ADA,
		notebook: BOOK,
		attachments: files.map(({ attachment }) => attachment),
		files: new Map(files.map(({ attachment, bytes }) => [attachment.sha256, bytes])),
	};
}

function deviceWithNotes(options: { locks?: boolean; channel?: boolean; server?: TusServer } = {}) {
	const server = options.server ?? tusServer();
	const device = deviceWith(server, options);
	const tab = (changes = {}) => device.context(changes, notesOutbox);
	const { outbox } = tab();
	const pass = async (given = outbox) => {
		device.clock.advance(HEAD_START_MS);
		return given.replay();
	};
	return { ...device, server, tab, outbox, pass };
}

const keptAt = ({ stored }: TusServer, { attachment, bytes }: ReturnType<typeof fileOf>, place = BOOK) =>
	stored.get(`${place}/${attachment.sha256}`)?.equals(new Uint8Array(bytes)) ?? false;
const patches = ({ log }: TusServer) => log.filter((line) => line.startsWith("PATCH")).length;
const restoring: { restore(): void }[] = [];
afterEach(() => {
	for (const one of restoring.splice(0)) one.restore();
});

describe("promise 1: an entry and its files are saved together, or not at all", () => {
	test("what enqueue resolved with is there for a tab that opens after this one was killed", async () => {
		const device = deviceWithNotes();
		const photo = fileOf(300 * KB);
		const doomed = device.tab();
		const { id } = await doomed.outbox.enqueue(noteOf("a", photo));
		doomed.kill();
		expect(new Uint8Array((await device.outbox.file(photo.attachment.sha256)) ?? [])).toEqual(
			new Uint8Array(photo.bytes),
		);
		expect(await device.pass()).toMatchObject({ sent: 1, left: 0 });
		expect(device.server.entries.get(id)).toMatchObject({ files: [photo.attachment.sha256], place: BOOK });
		expect(keptAt(device.server, photo)).toBe(true);
	});

	test.each(["files", "entries"])(
		"on a disk that has no room for the %s, nothing is saved, and it says so",
		async (store) => {
			const { outbox } = deviceWithNotes();
			await outbox.list();
			restoring.push(fillDisk(store));
			const adding = outbox.enqueueAll([noteOf("a"), noteOf("b", fileOf(10))]);
			await expect(adding).rejects.toBeInstanceOf(StorageError);
			await expect(adding).rejects.toMatchObject({ reason: "full" });
			expect(await outbox.list()).toEqual([]);
			expect(await outbox.filesHeld()).toEqual({ count: 0, bytes: 0 });
			if (store === "entries") return;
			// The photo was not saved; the text can be.
			expect(await outbox.enqueue(noteOf("b"))).toMatchObject({ status: "queued" });
		},
	);

	test("promise 9: where a browser refuses a file at once, nothing of the entry is stored either", async () => {
		const { outbox } = deviceWithNotes();
		const put = IDBObjectStore.prototype.put;
		restoring.push({
			restore() {
				IDBObjectStore.prototype.put = put;
			},
		});
		IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args: Parameters<typeof put>) {
			if (this.name === "files") throw new DOMException("full", "QuotaExceededError");
			return put.apply(this, args);
		};
		await expect(outbox.enqueueAll([noteOf("a"), noteOf("b", fileOf(10))])).rejects.toMatchObject({ reason: "full" });
		expect(await outbox.list()).toEqual([]);
	});

	test("bytes that are neither given nor stored, or of another size, are a broken assumption", async () => {
		const { outbox } = deviceWithNotes();
		const photo = fileOf(10);
		await expect(outbox.enqueue({ ...noteOf("a", photo), files: new Map() })).rejects.toThrow("missing");
		const wrong = new Map([[photo.attachment.sha256, new ArrayBuffer(9)]]);
		await expect(outbox.enqueue({ ...noteOf("a", photo), files: wrong })).rejects.toThrow(RangeError);
		expect(await outbox.list()).toEqual([]);
		await outbox.enqueue(noteOf("a", photo));
		expect(await outbox.enqueue({ ...noteOf("b", photo), files: new Map() })).toMatchObject({ status: "queued" });
	});
});

describe("how files travel", () => {
	test("words before pictures, and entries with few bytes before those with many", async () => {
		const device = deviceWithNotes();
		const { outbox, server } = device;
		const large = await outbox.enqueue(noteOf("large", fileOf(600 * KB)));
		const two = await outbox.enqueue(noteOf("two", fileOf(90 * KB), fileOf(20 * KB)));
		const small = await outbox.enqueue(noteOf("small", fileOf(100 * KB)));
		const words = await outbox.enqueue(noteOf("words"));
		expect(await device.pass()).toEqual({ sent: 4, left: 0, nextAt: null });
		expect([...server.entries.keys()]).toEqual([words, small, two, large].map(({ id }) => id));
		expect(server.log[0]).toBe(`entry ${words.id}`);
		expect([...server.stored.values()].map(({ length }) => length)).toEqual(
			[100, 20, 90, 600].map((size) => size * KB),
		);
	});

	test("in pieces that grow on a line that is quick, and shrink where it breaks", async () => {
		const { outbox, server, pass } = deviceWithNotes();
		await outbox.enqueue(noteOf("a", fileOf(3 * MB)));
		await pass();
		// 256 and 512 kB, and then three times up to 1 MB.
		expect(patches(server)).toBe(5);
		server.log.length = 0;
		server.line.cutEvery = 100 * KB;
		await outbox.enqueue(noteOf("b", fileOf(3 * MB + 1)));
		await pass();
		expect(server.entries.size).toBe(2);
		expect(patches(server)).toBeGreaterThan(30);
	});

	test("at its first request a file says what it is, for whom and for where", async () => {
		const device = deviceWith(tusServer());
		const seen: [string, string | undefined, Headers][] = [];
		const { outbox } = device.context(
			{
				fetch(url, init) {
					seen.push([url, init.method, new Headers(init.headers)]);
					return device.server.fetch(url, init);
				},
			},
			notesOutbox,
		);
		const photo = fileOf(10);
		await outbox.enqueue(noteOf("a", photo));
		device.clock.advance(HEAD_START_MS);
		await outbox.replay();
		const [[, , created], [sentTo, , piece]] = seen as [(typeof seen)[0], (typeof seen)[0]];
		expect(Object.fromEntries(created)).toEqual({
			"tus-resumable": "1.0.0",
			"notes-account": ADA,
			"notes-place": BOOK,
			"upload-length": "10",
			"upload-metadata": `sha256 ${btoa(photo.attachment.sha256)},type ${btoa("image/jpeg")}`,
		});
		expect(sentTo).toBe("/notes/files/1");
		expect(piece.get("upload-offset")).toBe("0");
		expect(piece.get("content-type")).toBe("application/offset+octet-stream");
	});

	test("an empty file needs no bytes, and one that the server has none either", async () => {
		const { outbox, server, pass } = deviceWithNotes();
		const photo = fileOf(80 * KB);
		server.stored.set(`${BOOK}/${photo.attachment.sha256}`, Buffer.from(photo.bytes));
		await outbox.enqueue(noteOf("a", fileOf(0), photo));
		expect(await pass()).toMatchObject({ sent: 1 });
		expect(patches(server)).toBe(0);
	});

	test("a file that two entries name travels once, and once more to another place", async () => {
		const { outbox, server, pass } = deviceWithNotes();
		const photo = fileOf(200 * KB);
		await outbox.enqueueAll([noteOf("a", photo), noteOf("b", photo), { ...noteOf("c", photo), notebook: OTHER_BOOK }]);
		expect(await pass()).toMatchObject({ sent: 3 });
		expect(server.line.received).toBe(2 * photo.attachment.size);
		expect(await outbox.filesHeld()).toEqual({ count: 1, bytes: photo.attachment.size });
	});

	test("words that are enqueued while a file is on its way go out at once", async () => {
		const { outbox, server, clock } = deviceWithNotes();
		const large = await outbox.enqueue(noteOf("large", fileOf(2 * MB)));
		clock.advance(HEAD_START_MS);
		const sending = outbox.replay();
		await until(() => patches(server) > 0);
		const words = await outbox.enqueue(noteOf("words"));
		await outbox.sendNow(words.id);
		const third = await outbox.enqueue(noteOf("third"));
		clock.advance(HEAD_START_MS);
		const again = outbox.replay();
		await Promise.all([sending, again]);
		expect([...server.entries.keys()]).toEqual([words.id, third.id, large.id]);
	});

	test("a person who wants one sent now gets its files and then it", async () => {
		const { outbox, server } = deviceWithNotes();
		const { id } = await outbox.enqueue(noteOf("a", fileOf(300 * KB)));
		expect(await outbox.sendNow(id)).toMatchObject({ status: "accepted" });
		expect(server.entries.size).toBe(1);
	});

	test("one that comes after another waits with its files as well", async () => {
		const { outbox, server, pass } = deviceWithNotes();
		const first = await outbox.enqueue(noteOf("first", fileOf(200 * KB)));
		const second = await outbox.enqueue({ ...noteOf("second", fileOf(100 * KB)), after: [first.id] });
		expect(await outbox.sendNow(second.id)).toMatchObject({ status: "queued", attempts: 0 });
		expect(server.log).toEqual([]);
		expect(await pass()).toMatchObject({ sent: 2 });
		expect([...server.entries.keys()]).toEqual([first.id, second.id]);
	});
});

describe("a line that breaks", () => {
	test("pieces are doubled up to 1 MB by those that are quick, until one fails: then they are halved, and stay small for a while", () => {
		const pieces = createPieceSize();
		const sizes = (change: () => void) =>
			Array.from({ length: 4 }, () => {
				change();
				return pieces.bytes() / KB;
			});
		expect(pieces.bytes()).toBe(256 * KB);
		expect(sizes(() => pieces.passed(5_001))).toEqual([256, 256, 256, 256]);
		expect(sizes(() => pieces.passed(5_000))).toEqual([512, 1024, 1024, 1024]);
		expect(sizes(() => pieces.failed())).toEqual([512, 256, 128, 64]);
		expect(sizes(() => pieces.failed())).toEqual([64, 64, 64, 64]);
		const passes = (count: number) => {
			for (let n = 0; n < count; n += 1) pieces.passed(0);
			return pieces.bytes() / KB;
		};
		expect([passes(63), passes(1), passes(63), passes(1)]).toEqual([64, 128, 128, 256]);
	});

	test("over sockets that are cut every 3 MB, hardly a byte travels twice", { timeout: 60_000 }, async () => {
		const server = tusServer();
		const { fetch, close } = await server.listen();
		const device = deviceWith({ fetch });
		const { outbox } = device.context({}, notesOutbox);
		const photos = [5 * MB, 5 * MB + 1, 2 * MB, 4 * MB].map((size) => fileOf(size));
		await outbox.enqueueAll(photos.map((photo) => noteOf(String(photo.attachment.size), photo)));
		server.line.cutEvery = 3 * MB;
		try {
			for (let pass = 0; pass < 20 && server.entries.size < photos.length; pass++) {
				device.clock.advance(20_000);
				await outbox.replay({ reconnected: true });
			}
		} finally {
			await close();
		}
		expect(server.entries.size).toBe(photos.length);
		expect(photos.every((photo) => keptAt(server, photo))).toBe(true);
		const payload = photos.reduce((sum, { attachment }) => sum + attachment.size, 0);
		expect(server.line.received).toBeGreaterThanOrEqual(payload);
		expect(server.line.received).toBeLessThanOrEqual(payload * 1.05);
	});

	test("without any answer it waits, longer each time, and goes on from where it was", async () => {
		const { outbox, server, pass, clock } = deviceWithNotes();
		const { id } = await outbox.enqueue(noteOf("a", fileOf(2 * MB)));
		server.line.cutEvery = 700 * KB;
		const dead = () => server.faults.push(...Array<TusFault>(20).fill("refuse-connection"));
		clock.advance(HEAD_START_MS);
		const sending = outbox.replay();
		await until(() => server.line.received > 300 * KB);
		dead();
		await sending;
		expect(await outbox.get(id)).toMatchObject({ status: "queued", attempts: 1, lastError: { status: null } });
		const before = server.line.received;
		server.faults.length = 0;
		clock.advance(60_000);
		await pass();
		expect(server.entries.size).toBe(1);
		expect(before).toBeGreaterThan(0);
		expect(server.line.received).toBe(2 * MB);
	});

	const steps = Array.from({ length: 12 }, (_, index) => index);
	test.each(steps)("killed at request %i, before or after its answer, the next tab goes on", async (step) => {
		for (const answered of [true, false]) {
			const { clock, server, tab } = deviceWithNotes();
			const photo = fileOf(2 * MB);
			let requests = 0;
			let isDead = false;
			const die = () => {
				isDead = true;
				doomed.kill();
			};
			const doomed = tab({
				async fetch(url: string, init: RequestInit) {
					const isLast = requests++ === step;
					if (isLast && !answered) die();
					const response = await server.fetch(url, init);
					if (!isLast) return response;
					if (!isDead) die();
					return new Promise<never>(() => {});
				},
			});
			const { id } = await doomed.outbox.enqueue(noteOf("a", photo));
			clock.advance(HEAD_START_MS);
			void doomed.outbox.replay();
			await until(async () => isDead || (await doomed.outbox.get(id))?.status === "accepted");
			const next = tab();
			clock.advance(61_000);
			for (let pass = 0; pass < 5 && (await next.outbox.get(id))?.status !== "accepted"; pass++) {
				await next.outbox.replay({ reconnected: true });
				clock.advance(61_000);
			}
			expect([...server.entries.keys()]).toEqual([id]);
			expect(keptAt(server, photo)).toBe(true);
			expect(server.line.received).toBeLessThanOrEqual(photo.attachment.size + MB);
		}
	});

	test.each([true, false])("of two tabs, each byte is sent by one (Web Locks: %s)", async (locks) => {
		const { clock, server, tab, outbox } = deviceWithNotes({ locks });
		const photo = fileOf(3 * MB);
		await outbox.enqueue(noteOf("a", photo));
		clock.advance(HEAD_START_MS);
		await Promise.all([outbox.replay(), tab().outbox.replay()]);
		for (let pass = 0; pass < 5 && server.entries.size === 0; pass++) {
			clock.advance(31_000);
			await outbox.replay();
		}
		expect(server.entries.size).toBe(1);
		expect(keptAt(server, photo)).toBe(true);
		if (locks) expect(server.line.received).toBe(3 * MB);
		if (locks) expect(server.together()).toBe(1);
	});
});

describe("what a server may say", () => {
	test("an upload that expired begins anew", async () => {
		const { outbox, server, clock } = deviceWithNotes();
		const photo = fileOf(2 * MB);
		await outbox.enqueue(noteOf("a", photo));
		clock.advance(HEAD_START_MS);
		const sending = outbox.replay();
		await until(() => patches(server) > 1);
		server.forgetUploads();
		await sending;
		expect(server.log.filter((line) => line.startsWith("POST"))).toHaveLength(2);
		expect(keptAt(server, photo)).toBe(true);
		expect(server.entries.size).toBe(1);
	});

	test.each<[string, number, object]>([
		["file_refused", 422, { code: "file_refused", message: "It is a program." }],
		["413", 413, { code: "payload_too_large", message: "Too large." }],
		["another refusal", 415, {}],
	])("%s holds up its own entry for the file, and nothing else", async (_, status, body) => {
		const { outbox, server, pass } = deviceWithNotes();
		const [bad, good] = [fileOf(10 * KB), fileOf(20 * KB)];
		server.refused.set(bad.attachment.sha256, { status, body });
		const [first, second] = await outbox.enqueueAll([noteOf("bad", bad), noteOf("good", good)]);
		expect(await pass()).toEqual({ sent: 1, left: 0, nextAt: null });
		expect([...server.entries.keys()]).toEqual([second?.id]);
		expect(await outbox.get(first?.id ?? "")).toMatchObject({ status: "held", reason: "file", error: { status } });
		server.refused.clear();
		expect(await outbox.sendNow(first?.id ?? "")).toMatchObject({ status: "accepted" });
	});

	test.each<[string, TusFault, object]>([
		["no room", { status: 409, body: { code: "storage_full", message: "" } }, { status: "held", reason: "storage" }],
		[
			"a reason of the product",
			{ status: 423, body: { code: "notebook_locked" } },
			{ status: "held", reason: "locked" },
		],
		["no session", { status: 401 }, { status: "held", reason: "sign-in" }],
		["no uploads, such as before an update", { status: 404 }, { status: "queued", lastError: { status: 404 } }],
		[
			"a captive portal",
			{ status: 200, headers: { "content-type": "text/html" } },
			{ status: "queued", lastError: { status: null } },
		],
		["a fault", { status: 500 }, { status: "queued", attempts: 1 }],
		["a pause for all", { status: 503, headers: { "retry-after": "60" } }, { status: "queued" }],
	])("%s", async (_, fault, expected) => {
		const { outbox, server, pass, clock } = deviceWithNotes();
		const { id } = await outbox.enqueue(noteOf("a", fileOf(10 * KB)));
		server.faults.push(fault);
		await pass();
		expect(await outbox.get(id)).toMatchObject(expected);
		expect(server.entries.size).toBe(0);
		await outbox.hurry([id]);
		clock.advance(61_000);
		expect(await outbox.replay()).toMatchObject({ sent: 1 });
	});

	test("a piece that is refused for another one that was faster asks where it is", async () => {
		const { outbox, server, pass } = deviceWithNotes();
		await outbox.enqueue(noteOf("a", fileOf(600 * KB)));
		server.faults.push(...([{ status: 201, headers: { Location: "/notes/files/7" } }, { status: 409 }] as TusFault[]));
		await pass();
		expect(server.entries.size).toBe(1);
	});

	test("a file that someone else has locked is tried again later", async () => {
		const { outbox, server, pass, clock } = deviceWithNotes();
		const { id } = await outbox.enqueue(noteOf("a", fileOf(600 * KB)));
		server.faults.push({ status: 201, headers: { Location: "/notes/files/7" } }, { status: 423 });
		await pass();
		const state = await outbox.get(id);
		expect(state).toMatchObject({ status: "queued", lastError: { status: 423 } });
		clock.advance(60_000);
		expect(await outbox.replay()).toMatchObject({ sent: 1 });
	});

	test("attachments_missing: what the server lost is sent anew, and the entry repeated under its key", async () => {
		const { outbox, server, pass, clock } = deviceWithNotes();
		const [lost, there] = [fileOf(100 * KB), fileOf(50 * KB)];
		const { id } = await outbox.enqueue(noteOf("a", lost, there));
		clock.advance(HEAD_START_MS);
		const sending = outbox.replay();
		await until(() => keptAt(server, lost));
		server.stored.delete(`${BOOK}/${lost.attachment.sha256}`);
		server.forgetUploads();
		await sending;
		clock.advance(60_000);
		await pass();
		expect([...server.entries.keys()]).toEqual([id]);
		expect(keptAt(server, lost)).toBe(true);
		expect(server.line.received).toBe(250 * KB);
	});

	test("a server that never gets any further is not asked for ever", async () => {
		const { outbox, server, pass } = deviceWithNotes();
		await outbox.enqueue(noteOf("a", fileOf(600 * KB)));
		const stuck: TusFault[] = Array(50).fill({ status: 204, headers: { "Upload-Offset": "0" } });
		server.faults.push({ status: 201, headers: { Location: "/notes/files/7" } }, ...stuck);
		await pass();
		expect(server.faults.length).toBeGreaterThan(40);
	});
});

describe("promise 6: files go to the account and place they were made for, while it may send", () => {
	test("a sign-out stops a file between two pieces", async () => {
		const { outbox, server, clock, tab } = deviceWithNotes();
		await outbox.setAccount(ADA);
		await outbox.enqueue(noteOf("a", fileOf(4 * MB)));
		clock.advance(HEAD_START_MS);
		const sending = outbox.replay();
		await until(() => patches(server) > 0);
		const before = patches(server);
		await tab().outbox.setSignedOut(true);
		await sending;
		expect(patches(server) - before).toBeLessThanOrEqual(1);
		expect(server.entries.size).toBe(0);
		await outbox.setSignedOut(false);
		expect(await outbox.replay()).toMatchObject({ sent: 1 });
		expect(server.line.received).toBe(4 * MB);
	});

	test("a discard stops it as well", async () => {
		const { outbox, server, clock } = deviceWithNotes();
		const { id } = await outbox.enqueue(noteOf("a", fileOf(4 * MB)));
		clock.advance(HEAD_START_MS);
		const sending = outbox.replay();
		await until(() => patches(server) > 0);
		expect(await outbox.discard(id)).toMatchObject([{ id }]);
		await sending;
		expect(server.line.received).toBeLessThan(4 * MB);
		expect(server.entries.size).toBe(0);
	});

	test("one past its limit asks before a byte of it is sent", async () => {
		const { outbox, server, pass, clock } = deviceWithNotes();
		const { id } = await outbox.enqueue({ ...noteOf("a", fileOf(10)), notAfter: clock.now() + 1 });
		expect(await pass()).toMatchObject({ left: 0 });
		expect(await outbox.get(id)).toMatchObject({ status: "held", reason: "not-after" });
		expect(server.log).toEqual([]);
	});
});

describe("photos on Wi-Fi only", () => {
	test.each([
		["cellular", true, 0],
		["cellular", false, 1],
		["wifi", true, 1],
		["unknown", true, 1],
	] as const)("on a line that is %s, if it is %s: %i sent", async (line, wifiOnly, sent) => {
		const { clock, tab } = deviceWithNotes();
		const { outbox } = tab({ line: () => line });
		await outbox.setFilesOnWifiOnly(wifiOnly);
		expect(await tab().outbox.filesOnWifiOnly()).toBe(wifiOnly);
		const { id } = await outbox.enqueue(noteOf("a", fileOf(10)));
		const words = await outbox.enqueue(noteOf("words"));
		clock.advance(HEAD_START_MS);
		expect(await outbox.replay()).toMatchObject({ sent: sent + 1, left: 1 - sent, nextAt: null });
		expect(await outbox.get(words.id)).toMatchObject({ status: "accepted" });
		expect((await outbox.files(id)).map(({ state }) => state)).toEqual([sent === 0 ? "wifi" : "sent"]);
		if (sent === 0) expect(await outbox.sendNow(id)).toMatchObject({ status: "accepted" });
	});

	test("it stops between two pieces when the device leaves the Wi-Fi", async () => {
		const { clock, tab, server } = deviceWithNotes();
		let line: "wifi" | "cellular" = "wifi";
		const { outbox } = tab({ line: () => line });
		await outbox.setFilesOnWifiOnly(true);
		await outbox.enqueue(noteOf("a", fileOf(4 * MB)));
		clock.advance(HEAD_START_MS);
		const sending = outbox.replay();
		await until(() => patches(server) > 1);
		line = "cellular";
		await sending;
		expect(server.line.received).toBeLessThan(4 * MB);
		line = "wifi";
		expect(await outbox.replay()).toMatchObject({ sent: 1 });
		expect(server.line.received).toBe(4 * MB);
	});
});

describe("what a screen shows, and what the device keeps", () => {
	test("how far each file has come, after each piece", async () => {
		const { outbox, server, clock } = deviceWithNotes();
		const [photo, other] = [fileOf(2 * MB), fileOf(3 * MB)];
		const { id } = await outbox.enqueue(noteOf("a", photo, other));
		const seen: number[] = [];
		outbox.subscribe(async ({ ids, what }) => {
			if (what === "progress" && ids?.includes(id)) seen.push((await outbox.files(id))[0]?.sent ?? 0);
		});
		expect(await outbox.files(id)).toEqual([
			{ ...photo.attachment, state: "waiting", sent: 0 },
			{ ...other.attachment, state: "waiting", sent: 0 },
		]);
		clock.advance(HEAD_START_MS);
		await outbox.replay();
		expect(new Set(seen).size).toBeGreaterThan(3);
		expect(seen).toEqual(seen.toSorted((a, b) => a - b));
		expect((await outbox.files(id)).map(({ state, sent }) => [state, sent])).toEqual([
			["sent", 2 * MB],
			["sent", 3 * MB],
		]);
		expect(server.entries.size).toBe(1);
	});

	test("bytes go ten minutes after the last entry that needs them, and with them what is known of their uploads", async () => {
		const { outbox, pass, clock } = deviceWithNotes();
		const photo = fileOf(100 * KB);
		await outbox.enqueue(noteOf("a", photo));
		await pass();
		expect(await outbox.filesHeld()).toEqual({ count: 1, bytes: 100 * KB });
		clock.advance(UNNAMED_KEPT_MS - 1);
		await outbox.prune();
		expect(await outbox.filesHeld()).toMatchObject({ count: 1 });
		clock.advance(1);
		await outbox.prune();
		expect(await outbox.filesHeld()).toEqual({ count: 0, bytes: 0 });
		const again = await outbox.enqueue(noteOf("b", photo));
		expect(await outbox.files(again.id)).toMatchObject([{ state: "waiting", sent: 0 }]);
	});

	test("a discard can be undone until then, and what is refused or held keeps its bytes", async () => {
		const { outbox, server, pass, clock } = deviceWithNotes();
		const photo = fileOf(100 * KB);
		const { id } = await outbox.enqueue(noteOf("a", photo));
		server.refused.set(photo.attachment.sha256, { status: 422, body: { code: "file_refused" } });
		await pass();
		clock.advance(10 * UNNAMED_KEPT_MS);
		await outbox.prune();
		clock.advance(10 * UNNAMED_KEPT_MS);
		await outbox.prune();
		const removed = await outbox.discardAll([id]);
		await outbox.prune();
		clock.advance(UNNAMED_KEPT_MS - 1);
		await outbox.prune();
		await outbox.restore(removed);
		clock.advance(10 * UNNAMED_KEPT_MS);
		await outbox.prune();
		server.refused.clear();
		expect(await outbox.sendNow(id)).toMatchObject({ status: "accepted" });
	});

	test("the ten minutes begin anew with each discard", async () => {
		const { outbox, clock } = deviceWithNotes();
		const photo = fileOf(100 * KB);
		const { id } = await outbox.enqueue(noteOf("a", photo));
		for (let round = 0; round < 3; round++) {
			const removed = await outbox.discardAll([id]);
			await outbox.prune();
			clock.advance(UNNAMED_KEPT_MS - 1);
			if (round === 2) await outbox.enqueue({ ...noteOf("b", photo), files: new Map() });
			else await outbox.restore(removed);
		}
		await outbox.prune();
		expect(await outbox.filesHeld()).toMatchObject({ count: 1 });
	});

	test("a context that has not heard that a file is needed again does not remove it", async () => {
		const { outbox, clock, tab } = deviceWithNotes({ channel: false });
		const photo = fileOf(100 * KB);
		await outbox.discard((await outbox.enqueue(noteOf("a", photo))).id);
		clock.advance(UNNAMED_KEPT_MS);
		const other = tab().outbox;
		await other.contents();
		await outbox.enqueue({ ...noteOf("b", photo), files: new Map() });
		await other.prune();
		expect(await outbox.filesHeld()).toMatchObject({ count: 1 });
	});

	test("bytes that are gone hold the entry, and the screen can say which", async () => {
		const { outbox, clock, pass } = deviceWithNotes();
		const { id } = await outbox.enqueue(noteOf("a", fileOf(100 * KB)));
		const removed = await outbox.discardAll([id]);
		await outbox.prune();
		clock.advance(UNNAMED_KEPT_MS);
		await outbox.prune();
		await outbox.restore(removed);
		expect(await outbox.files(id)).toMatchObject([{ state: "gone" }]);
		await pass();
		expect(await outbox.get(id)).toMatchObject({ status: "held", reason: "file" });
	});

	test("an entry with files cannot go to another device by a file, and the call says which ones stay", async () => {
		const { outbox } = deviceWithNotes();
		const photo = await outbox.enqueue(noteOf("photo", fileOf(10)));
		const linked = await outbox.enqueue({ ...noteOf("link"), after: [photo.id] });
		const words = await outbox.enqueue(noteOf("words"));
		const all = await outbox.list();
		expect(portable(all, all)).toEqual({
			given: [words],
			leftOut: [
				{ entry: photo, because: "files" },
				{ entry: linked, because: "after" },
			],
		});
		expect(await outbox.handOver([photo.id])).toEqual([]);
	});
});

test("promise 9: a disk that is full does not stop the files that are stored", async () => {
	const { outbox, server, clock } = deviceWithNotes();
	await outbox.enqueueAll([noteOf("a", fileOf(600 * KB)), noteOf("b", fileOf(700 * KB))]);
	clock.advance(HEAD_START_MS);
	restoring.push(fillDisk());
	await outbox.replay();
	expect(server.entries.size).toBe(2);
	expect(server.line.received).toBe(1300 * KB);
});
