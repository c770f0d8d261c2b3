import { expect, test } from "vitest";
import { type EvidenceRequest, evidenceRequest } from "#contract/evidence/evidence.ts";
import { evidenceId } from "#contract/evidence/evidence-id.ts";
import { entryId } from "#contract/ids.ts";
import { isUnsaved } from "#src/lib/capture/capture-state.ts";
import { createCapture, type Store } from "#src/lib/capture/create-capture.ts";
import { withoutFiles } from "#src/lib/capture/evidence-request.ts";
import type { Given } from "#src/lib/capture/files/given.ts";
import type { Made, SavedFile } from "#src/lib/capture/files/make-file.ts";
import type { ParkedPart } from "#src/lib/capture/parking.ts";
import { StorageError } from "#src/outbox/storage/storage-error.ts";

const ENTRY = entryId.parse("01890a5d-ac96-774b-bcce-b302099a8057");
const HOST = { type: "asset", id: "db.example" } as const;
const hashOf = (name: string) => Buffer.from(name.padEnd(32, "_")).toString("hex").slice(0, 64);
const given = (name: string, type = "image/jpeg"): Given => ({ name, type, bytes: new ArrayBuffer(name.length) });

type Saved = { request: EvidenceRequest; files: ReadonlyMap<string, SavedFile> };

type Started = { full?: number; fails?: Error; wait?(): Promise<void>; shelf?: Set<ParkedPart> };

/** A capture, with what it stored. `full`: how many tries with files fail. */
function start({ full = 0, fails, wait, shelf = new Set() }: Started = {}) {
	const saved: Saved[] = [];
	const discarded: string[] = [];
	const made: string[] = [];
	let ids = 0;
	let held = 0;
	let tries = 0;
	const capture = createCapture({
		make: async ({ name, type, bytes }, { keepOriginal, covers }): Promise<Made> => {
			const what = `${name}${keepOriginal ? " original" : ""}${covers.length > 0 ? " covered" : ""}`;
			made.push(what);
			await wait?.();
			if (name.startsWith("bad")) return { status: "refused", message: `“${name}” is bad.` };
			const file = { name, type, bytes, size: bytes.byteLength, sha256: hashOf(what) };
			if (!name.startsWith("wide")) return { status: "made", how: "redrawn", file };
			const thumbnail = { ...file, sha256: hashOf("small") };
			return { status: "made", how: "redrawn", file: { ...file, thumbnail: thumbnail.sha256 }, thumbnail };
		},
		notStored: (error) => (error instanceof StorageError ? error : null),
		discard: async (id) => discarded.push(id),
		newId: () => evidenceId.parse(`01890a5d-ac96-774b-bcce-00000000000${++ids}`),
		now: () => Date.UTC(2026, 10, 23, 14, 5),
		device: "A test",
		parking: {
			keep(part) {
				shelf.add(part);
				return () => shelf.delete(part);
			},
			left: async () => [...shelf].map((part) => ({ part, drop: () => void shelf.delete(part) })),
		},
		hold: () => {
			held += 1;
			return () => {
				held -= 1;
			};
		},
	});
	const store: Store = async (request, files) => {
		tries += 1;
		if (fails) throw fails;
		if (files.size > 0 && tries <= full) throw new StorageError("full", null);
		saved.push({ request, files });
		return ENTRY;
	};
	return { capture, store, saved, discarded, made, held: () => held };
}

test("what was given is saved once, as the server takes it, and the draft is empty again", async () => {
	const { capture, store, saved, held } = start();
	capture.dispatch({ type: "opened", about: [HOST] });
	capture.give(given("a.jpg"));
	capture.give(given("b.jpg"));
	// The same photo again.
	capture.give(given("a.jpg"));
	capture.dispatch({ type: "edited", texts: { note: " It does not close. " } });
	expect(held()).toBe(1);
	await Promise.all([capture.save(store), capture.save(store)]);
	expect(saved).toHaveLength(1);
	expect(evidenceRequest.safeParse(saved[0]?.request).error).toBeUndefined();
	expect(saved[0]?.request).toMatchObject({
		note: "It does not close.",
		takenAt: "2026-11-23T14:05:00.000Z",
		about: [HOST],
		files: [{ name: "a.jpg" }, { name: "b.jpg" }],
	});
	expect(saved[0]?.request.title).toMatch(/^2 photos, /);
	expect([...(saved[0]?.files.keys() ?? [])]).toEqual([hashOf("a.jpg"), hashOf("b.jpg")]);
	expect(capture.draft()).toMatchObject({ step: "saved", parts: [], at: [HOST] });
	expect(held()).toBe(0);
	capture.dispatch({ type: "again" });
	expect(capture.draft()).toMatchObject({ step: "editing", about: [HOST], note: "", parts: [] });
});

test("a thumbnail is named with its file and stored beside it, unless it is one of the files itself", async () => {
	const { capture, store, saved } = start();
	capture.give(given("wide.jpg"));
	await capture.save(store);
	const [file] = saved[0]?.request.files ?? [];
	expect(file).toMatchObject({ sha256: hashOf("wide.jpg"), thumbnail: hashOf("small") });
	expect(evidenceRequest.safeParse(saved[0]?.request).error).toBeUndefined();
	expect([...(saved[0]?.files.keys() ?? [])].toSorted()).toEqual([hashOf("small"), hashOf("wide.jpg")].toSorted());

	capture.dispatch({ type: "again" });
	capture.give(given("wide.jpg"));
	capture.give(given("small"));
	await capture.save(store);
	expect(saved[1]?.request.files.map(({ thumbnail }) => thumbnail)).toEqual([undefined, undefined]);
	expect(evidenceRequest.safeParse(saved[1]?.request).error).toBeUndefined();
	expect(saved[1]?.files.size).toBe(2);
});

test("nothing is saved without a file or a note, nor with a file that cannot be", async () => {
	const { capture, store, saved } = start();
	await capture.save(store);
	expect(capture.draft()).toMatchObject({ trouble: { message: "Add a photo, a file, a note or a link first." } });
	capture.give(given("bad.jpg"));
	await capture.save(store);
	expect(capture.draft()).toMatchObject({
		step: "editing",
		trouble: { message: expect.stringContaining("“bad.jpg”") },
	});
	expect(saved).toEqual([]);
});

test("a change makes a photo anew, and what was being made before is not used", async () => {
	const { capture, store, saved, made } = start();
	capture.give(given("a.jpg"));
	capture.give(given("b.pdf", "application/pdf"));
	capture.dispatch({ type: "kept-original", keep: true });
	capture.dispatch({ type: "covered", key: 1, covers: [{ x: 0, y: 0, width: 1, height: 1 }] });
	await capture.save(store);
	expect(made).toContain("a.jpg original covered");
	expect(made.at(-1)).toBe("a.jpg original covered");
	// What is not a photo is not re-encoded.
	expect(made.filter((one) => one.startsWith("b.pdf"))).toHaveLength(1);
	expect(saved).toHaveLength(1);
});

test("what was being made when a photo was covered is never saved", async () => {
	const finish: (() => void)[] = [];
	const { capture, store, saved } = start({ wait: () => new Promise<void>((resolve) => finish.push(resolve)) });
	capture.give(given("a.jpg"));
	await expect.poll(() => finish.length).toBe(1);
	capture.dispatch({ type: "covered", key: 1, covers: [{ x: 0, y: 0, width: 1, height: 1 }] });
	const saving = capture.save(store);
	finish[0]?.();
	await expect.poll(() => finish.length).toBe(2);
	expect(capture.draft().parts[0]?.made.status).toBe("making");
	finish[1]?.();
	await saving;
	expect(saved[0]?.request.files).toMatchObject([{ sha256: hashOf("a.jpg covered") }]);
});

test("with a full device the text is saved alone, the files stay, and the next try saves the whole", async () => {
	const { capture, store, saved, discarded } = start({ full: 1 });
	capture.give(given("a.jpg"));
	capture.dispatch({ type: "edited", texts: { note: "Rack 4", title: "Door" } });
	await capture.save(store);
	expect(saved).toHaveLength(1);
	expect(saved[0]?.request).toMatchObject({
		title: "Door",
		files: [],
		note: "Rack 4\n\nNot saved, because the device was full: “a.jpg”.",
	});
	expect(evidenceRequest.safeParse(saved[0]?.request).error).toBeUndefined();
	expect(capture.draft()).toMatchObject({
		step: "editing",
		note: "Rack 4",
		parts: [{ given: { name: "a.jpg" } }],
		trouble: { type: "files-unsaved", files: 1, noun: "photo" },
	});
	await capture.save(store);
	expect(saved[1]?.request).toMatchObject({ note: "Rack 4", files: [{ name: "a.jpg" }] });
	expect(saved[1]?.request.id).not.toBe(saved[0]?.request.id);
	expect(discarded).toEqual([ENTRY]);
	expect(capture.draft().step).toBe("saved");
});

test("where texts are saved apart, a full device saves nothing of it, and all of it stays for the next try", async () => {
	const { capture, store, saved } = start({ full: 1 });
	capture.give(given("a.jpg"));
	await capture.save(store, { keepsText: false });
	expect(saved).toEqual([]);
	expect(capture.draft()).toMatchObject({
		step: "editing",
		trouble: { type: "unsaved", full: true },
		parts: [{ key: 1 }],
	});
	await capture.save(store, { keepsText: false });
	expect(saved).toMatchObject([{ request: { note: "", files: [{ name: "a.jpg" }] } }]);
});

test("the text is saved once, however often there is no room for the files", async () => {
	const { capture, store, saved } = start({ full: 9 });
	capture.give(given("a.jpg"));
	for (let n = 0; n < 3; n++) await capture.save(store);
	expect(saved).toHaveLength(1);
	expect(capture.draft()).toMatchObject({ trouble: { type: "files-unsaved" } });
});

test("without storage nothing is saved, and nothing is lost", async () => {
	const { capture, store, held } = start({ fails: new StorageError("unavailable", null) });
	capture.give(given("a.jpg"));
	await capture.save(store);
	expect(capture.draft()).toMatchObject({ step: "editing", trouble: { type: "unsaved" }, parts: [{ key: 1 }] });
	expect(held()).toBe(1);
	capture.clear();
	expect(held()).toBe(0);
});

test("coming back from elsewhere adds what it is about, once; a draft with nothing in it is about the new thing alone", () => {
	const other = { type: "asset", id: "other.example" } as const;
	const { capture } = start();
	capture.dispatch({ type: "opened", about: [HOST] });
	capture.dispatch({ type: "opened", about: [other] });
	expect(capture.draft().about).toEqual([other]);
	capture.give(given("a.jpg"));
	for (const about of [[HOST], [HOST, other], []]) capture.dispatch({ type: "opened", about });
	expect(capture.draft().about).toEqual([other, HOST]);
	capture.dispatch({ type: "taken-off", about: other });
	expect(capture.draft().about).toEqual([HOST]);
});

test("no more than 50 files are taken", () => {
	const { capture } = start();
	for (let n = 0; n < 60; n++) capture.give(given(`${n}.jpg`));
	expect(capture.draft().parts).toHaveLength(50);
});

test("a note that is almost too long still says that files are missing", () => {
	const request = { note: "n".repeat(9_900), files: [{ name: "a".repeat(200) }] } as EvidenceRequest;
	const { note } = withoutFiles(request);
	expect(note).toHaveLength(10_000);
	expect(note.slice(9_900)).toMatch(/^\n\nNot saved, because the device was full: “a+…$/);
});

test.each([
	["https://docs.example.com/plan", "https://docs.example.com/plan"],
	[" docs.example.com/plan?v=3 ", "https://docs.example.com/plan?v=3"],
	["wiki.example:8443/a", "https://wiki.example:8443/a"],
])("the link %j alone is evidence, as %s", async (typed, url) => {
	const { capture, store, saved } = start();
	capture.dispatch({ type: "edited", texts: { link: typed } });
	expect(isUnsaved(capture.draft())).toBe(true);
	await capture.save(store);
	expect(saved[0]?.request).toMatchObject({ source: { type: "link", url }, files: [], note: "" });
	expect(saved[0]?.request.title).toMatch(/^Link, /);
	expect(evidenceRequest.safeParse(saved[0]?.request).success).toBe(true);
	expect(capture.draft()).toMatchObject({ step: "saved", link: "" });
});

test.each([
	"javascript:alert(1)",
	"javascript://x/%0Aalert(1)",
	"ftp://files.example.com/plan",
	"mailto:ada@example.com",
	"https://ada:secret@example.com/",
	"two words",
	"https://",
	`https://example.com/${"a".repeat(2_000)}`,
])("the link %j is refused, and nothing is lost", async (link) => {
	const { capture, store, saved } = start();
	capture.dispatch({ type: "edited", texts: { link, note: "Seen." } });
	await capture.save(store);
	expect(saved).toEqual([]);
	expect(capture.draft()).toMatchObject({ step: "editing", link, note: "Seen.", trouble: { type: "invalid" } });
});

test("a period, an expiry and a control are saved with it; a period that ends before it begins is not", async () => {
	const { capture, store, saved } = start();
	const control = { type: "control", id: "01890a5d-ac96-774b-bcce-b302099a8058" } as const;
	for (let taps = 0; taps < 2; taps += 1) capture.dispatch({ type: "put-on", about: control });
	const texts = { note: "Seen.", effectiveFrom: "2026-11-02", effectiveTo: "2026-11-01" };
	capture.dispatch({ type: "edited", texts });
	await capture.save(store);
	expect(saved).toEqual([]);
	expect(capture.draft()).toMatchObject({ step: "editing", trouble: { type: "invalid" } });
	capture.dispatch({ type: "edited", texts: { effectiveTo: "2026-11-30", expiresOn: "2027-02-28" } });
	await capture.save(store);
	expect(saved[0]?.request).toMatchObject({
		about: [control],
		effectiveFrom: "2026-11-02",
		effectiveTo: "2026-11-30",
		expiresOn: "2027-02-28",
	});
	expect(evidenceRequest.safeParse(saved[0]?.request).success).toBe(true);
	expect(capture.draft()).toMatchObject({ effectiveFrom: "", effectiveTo: "", expiresOn: "" });
});

test("a file is kept from the moment it is taken: a reload brings it back with its covers, and saving drops it", async () => {
	const shelf = new Set<ParkedPart>();
	const first = start({ shelf });
	first.capture.give(given("front.jpg"));
	first.capture.give(given("desk.jpg"));
	first.capture.give(given("blurred.jpg"));
	const [, desk, blurred] = first.capture.draft().parts;
	const box = { x: 0, y: 0, width: 0.5, height: 0.5 };
	first.capture.dispatch({ type: "covered", key: desk?.key ?? 0, covers: [box] });
	first.capture.dispatch({ type: "removed", key: blurred?.key ?? 0 });

	const second = start({ shelf });
	await second.capture.restored;
	const { parts } = second.capture.draft();
	expect(parts.map((part) => [part.given.name, part.covers])).toEqual([
		["front.jpg", []],
		["desk.jpg", [box]],
	]);
	expect(isUnsaved(second.capture.draft())).toBe(true);
	await second.capture.save(second.store);
	expect(second.saved[0]?.request.files).toHaveLength(2);
	expect(shelf.size).toBe(0);
});

test("what is cleared is not brought back", async () => {
	const shelf = new Set<ParkedPart>();
	const { capture } = start({ shelf });
	capture.give(given("front.jpg"));
	capture.clear();
	expect(shelf.size).toBe(0);
});
