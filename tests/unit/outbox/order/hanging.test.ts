import { describe, expect, test } from "vitest";
import type { EntryId } from "#contract/ids.ts";
import { envelopeOf, LEASE_MS } from "#src/outbox/entry.ts";
import { UNNAMED_KEPT_MS } from "#src/outbox/files/file-store.ts";
import { hangingOn, heldBy } from "#src/outbox/order/hanging.ts";
import { HEAD_START_MS } from "#src/outbox/storage/record.ts";
import type { Entry } from "#src/requests/entry.ts";
import { notesOutbox } from "#tests/support/outbox/notes-outbox.ts";
import { until } from "#tests/support/outbox/outbox-clock.ts";
import { deviceWith, fakeDevice, scanOf } from "#tests/support/outbox/outbox-device.ts";
import { createStore } from "#tests/support/outbox/product-outbox.ts";
import { sha256Of, tusServer } from "#tests/support/outbox/tus-server.ts";

const REFUSED = { status: 403, body: { code: "target_refused", message: "No." } };

/** A visit, two answers that come after it, a sign-off that comes after both, and something else. */
const VISIT = [
	scanOf("visit.example"),
	{ ...scanOf("answer-1.example"), after: [0] },
	{ ...scanOf("answer-2.example"), after: [0] },
	{ ...scanOf("sign-off.example"), after: [1, 2] },
	scanOf("other.example"),
];

async function deviceOnVisit() {
	const device = fakeDevice({ batches: true });
	const { outbox } = device.context();
	const [visit, first, second, signOff, other] = (await outbox.enqueueAll(VISIT)) as [
		Entry,
		Entry,
		Entry,
		Entry,
		Entry,
	];
	const pass = () => {
		device.clock.advance(HEAD_START_MS);
		return outbox.replay();
	};
	return { ...device, outbox, pass, visit, first, second, signOff, other };
}
const idsOf = (entries: readonly { id: string }[]) => entries.map(({ id }) => id);

describe("discarding", () => {
	test("takes what hangs on it along, and an undo brings all of it back as it was", async () => {
		const { outbox, pass, server, visit, first, second, signOff, other } = await deviceOnVisit();
		const before = await outbox.list();
		const removed = await outbox.discard(visit.id);
		expect(removed).toEqual([visit, first, second, signOff]);
		expect(await outbox.list()).toEqual([other]);
		expect(await outbox.restore(removed as Entry[])).toEqual(removed);
		expect(await outbox.list()).toEqual(before);
		expect(await pass()).toEqual({ sent: 5, left: 0, nextAt: null });
		expect(server.requests).toHaveLength(5);
	});

	test("takes only what hangs on it", async () => {
		const { outbox, visit, first, second, signOff, other } = await deviceOnVisit();
		expect(await outbox.discardAll([second.id])).toEqual([second, signOff]);
		expect(await outbox.list()).toEqual([visit, first, other]);
	});

	test("several at once is one change that names all of them, also to other tabs", async () => {
		const { outbox, context, visit, first, second, signOff, other } = await deviceOnVisit();
		const heard: unknown[] = [];
		context().outbox.subscribe((change) => heard.push(change));
		await outbox.discardAll([other.id, visit.id, second.id]);
		expect(heard).toEqual([{ what: "removed", ids: idsOf([visit, first, second, signOff, other]) }]);
	});

	test("one that was refused takes along what waited for it in vain", async () => {
		const { outbox, pass, server, visit, first, second, signOff } = await deviceOnVisit();
		server.faults.push({ each: [REFUSED] });
		await pass();
		expect(await outbox.get(visit.id)).toMatchObject({ status: "rejected" });
		for (const { id } of [first, second, signOff])
			expect(await outbox.get(id)).toMatchObject({ status: "held", reason: "after" });
		const removed = (await outbox.discard(visit.id)) as Entry[];
		expect(idsOf(removed)).toEqual(idsOf([visit, first, second, signOff]));
		await outbox.restore(removed);
		expect((await outbox.list()).filter(({ status }) => status !== "accepted")).toEqual(removed);
	});

	test("one that was delivered takes nothing along, and frees what came after it", async () => {
		const { outbox, visit, first } = await deviceOnVisit();
		await outbox.sendNow(visit.id);
		expect(await outbox.discardAll([visit.id])).toMatchObject([{ id: visit.id, status: "accepted" }]);
		expect(await outbox.list()).toHaveLength(4);
		expect(await outbox.get(first.id)).not.toHaveProperty("after");
	});

	test("what a delivered one held back in vain before goes out, although its receipt is gone", async () => {
		const { outbox, pass, server, visit, other } = await deviceOnVisit();
		server.faults.push({ each: [REFUSED] });
		await pass();
		const again = (await outbox.edit(visit.id, {})) as Entry;
		await outbox.sendNow(again.id);
		await outbox.dismiss(again.id);
		expect(await pass()).toMatchObject({ sent: 3, left: 0 });
		expect(server.scans.has(other.id)).toBe(true);
	});

	test("does nothing while it is under way, and nothing to what hangs on it", async () => {
		const { outbox, server, clock, visit } = await deviceOnVisit();
		server.faults.push("hang");
		const sending = outbox.sendNow(visit.id);
		await until(() => server.requests.length === 1);
		expect(await outbox.discard(visit.id)).toBe("under-way");
		expect(await outbox.discardAll([visit.id])).toEqual([]);
		expect(await outbox.list()).toHaveLength(5);
		clock.advance(20_000);
		await sending;
		expect(await outbox.discard(visit.id)).toHaveLength(4);
	});

	test("does nothing while something that hangs on it is under way, as older code or a file may have it", async () => {
		const { outbox, clock, indexedDB, visit, first, second, signOff } = await deviceOnVisit();
		await createStore(indexedDB).updateAll([signOff.id], (entry) => ({
			...envelopeOf(entry),
			status: "sending",
			leaseUntil: clock.now() + LEASE_MS,
		}));
		expect(await outbox.discard(visit.id)).toBe("under-way");
		expect(await outbox.discardAll([visit.id, first.id])).toEqual([]);
		expect(await outbox.list()).toHaveLength(5);
		clock.advance(LEASE_MS);
		expect(idsOf((await outbox.discard(visit.id)) as Entry[])).toEqual(idsOf([visit, first, second, signOff]));
	});

	test("unless sent: waits for it, and what hangs on it shares its fate", async () => {
		for (const fault of ["hang", "hang-after-commit"] as const) {
			const { outbox, server, clock, visit } = await deviceOnVisit();
			server.faults.push(fault);
			const sending = outbox.sendNow(visit.id);
			await until(() => server.requests.length === 1);
			const removing = outbox.discardUnlessSent([visit.id]);
			clock.advance(20_000);
			await sending;
			expect(await removing).toHaveLength(4);
		}
		const { outbox, server, visit } = await deviceOnVisit();
		const sending = outbox.sendNow(visit.id);
		await until(() => server.requests.length === 1);
		expect(await outbox.discardUnlessSent([visit.id])).toEqual([]);
		await sending;
		expect(await outbox.list()).toHaveLength(5);
	});

	test("of a record that cannot be read takes along what could never be sent without it", async () => {
		const { outbox, indexedDB, visit, other } = await deviceOnVisit();
		await createStore(indexedDB).updateAll([visit.id], (entry) => ({ ...entry, owner: "no one" }));
		expect(await outbox.discard(visit.id)).toBe("gone");
		await outbox.discardUnreadable([visit.id, other.id]);
		expect(await outbox.list()).toEqual([other]);
	});

	test("in two tabs at once: one of them gets it, and only that one can undo it", async () => {
		const { outbox, context, visit, other } = await deviceOnVisit();
		const before = await outbox.list();
		const [here, there] = await Promise.all([outbox.discard(visit.id), context().outbox.discard(visit.id)]);
		expect([here, there]).toEqual([expect.any(Array), "gone"]);
		expect(await outbox.list()).toEqual([other]);
		await outbox.restore(here as Entry[]);
		expect(await outbox.list()).toEqual(before);
	});

	test("what is saved at the same moment is stored before it and goes along, or is not stored at all", async () => {
		for (const first of ["discard", "enqueue"] as const) {
			const { outbox, context, visit, other } = await deviceOnVisit();
			const save = () =>
				context()
					.outbox.enqueue({ ...scanOf("late.example"), after: [visit.id] })
					.then(
						() => "saved",
						() => "refused",
					);
			const saving = first === "enqueue" ? save() : undefined;
			const discarding = outbox.discard(visit.id);
			const late = await (saving ?? save());
			expect(await discarding).toHaveLength(late === "saved" ? 5 : 4);
			expect(await outbox.list()).toEqual([other]);
		}
	});
});

describe("an undo", () => {
	test("of what hangs on something discarded later brings that back too", async () => {
		const { outbox, pass, server, visit, first } = await deviceOnVisit();
		const answer = (await outbox.discardAll([first.id])).slice(0, 1);
		await outbox.discardAll([visit.id]);
		expect(idsOf(await outbox.restore(answer)).toSorted()).toEqual(idsOf([visit, first]));
		expect(await outbox.get(first.id)).toEqual(first);
		await pass();
		expect([...server.scans.keys()].indexOf(first.id)).toBeGreaterThan([...server.scans.keys()].indexOf(visit.id));
	});

	test("does not wait for what another tab discarded, or whose receipt is gone", async () => {
		const { outbox, context, pass, server, visit, first } = await deviceOnVisit();
		const answer = (await outbox.discardAll([first.id])).slice(0, 1);
		server.faults.push({ each: [REFUSED] });
		await pass();
		await context().outbox.discardAll([visit.id]);
		expect(await outbox.restore(answer)).toMatchObject([{ id: first.id, status: "queued" }]);
		expect(await outbox.get(first.id)).not.toHaveProperty("after");
		expect(await pass()).toMatchObject({ left: 0 });
		expect(server.scans.has(first.id)).toBe(true);
	});

	test("of a held one that waits for nothing any more lets it go out", async () => {
		const { outbox, context, pass, server, visit, first } = await deviceOnVisit();
		server.faults.push({ each: [REFUSED] });
		await pass();
		const held = (await outbox.discardAll([first.id])).slice(0, 1);
		expect(held).toMatchObject([{ status: "held", reason: "after" }]);
		await context().outbox.discardAll([visit.id]);
		await outbox.restore(held);
		expect(await pass()).toMatchObject({ sent: 1, left: 0 });
	});

	test("after another account signed in brings back only what it is given", async () => {
		const { outbox, visit, first } = await deviceOnVisit();
		const answer = (await outbox.discardAll([first.id])).slice(0, 1);
		await outbox.discardAll([visit.id]);
		await outbox.setSignedOut(true);
		expect(await outbox.restore(answer)).toMatchObject([{ id: first.id }]);
		expect(await outbox.get(visit.id)).toBeUndefined();
	});

	test("is over when its tab is: nothing of it is stored but its files, for ten minutes", async () => {
		const server = tusServer();
		const device = deviceWith(server);
		const { outbox, kill } = device.context({}, notesOutbox);
		const bytes = new ArrayBuffer(8);
		const attachment = { sha256: sha256Of(bytes), size: 8, type: "image/jpeg", name: "a.jpg" };
		const owner = "7b0b7b54-5b43-4d55-9d0b-2f4b9a9b7d11";
		const [visit] = await outbox.enqueueAll([
			{ kind: "note", body: { text: "visit" }, owner },
			{
				kind: "note",
				body: { text: "photo" },
				owner,
				after: [0],
				attachments: [attachment],
				files: new Map([[attachment.sha256, bytes]]),
			},
		]);
		const removed = await outbox.discardAll([visit?.id ?? ""]);
		expect(removed).toHaveLength(2);
		await outbox.prune();
		device.clock.advance(UNNAMED_KEPT_MS - 1);
		await outbox.prune();
		await outbox.restore(removed);
		device.clock.advance(UNNAMED_KEPT_MS);
		await outbox.prune();
		expect(await outbox.replay()).toMatchObject({ sent: 2 });
		expect(server.stored.has(`${owner}/${attachment.sha256}`)).toBe(true);

		const [again] = await outbox.enqueueAll([{ kind: "note", body: { text: "visit" }, owner }]);
		await outbox.discardAll([again?.id ?? ""]);
		kill();
		const reloaded = device.context({}, notesOutbox).outbox;
		expect((await reloaded.list()).filter(({ status }) => status !== "accepted")).toEqual([]);
	});
});

test("what hangs on something is found through others, but not through what was delivered", () => {
	const one = (id: string, after: string[] = [], status: Entry["status"] | "unreadable" = "queued") => ({
		id,
		status,
		after,
	});
	const all = [
		one("visit"),
		one("answer", ["visit"]),
		one("sign-off", ["answer", "other"]),
		one("sent", [], "accepted"),
		one("free", ["sent"]),
		one("newer", ["visit"], "unreadable"),
		one("a", ["b"]),
		one("b", ["a"]),
		one("orphan", ["gone"]),
	];
	expect(idsOf(hangingOn(["visit"], all))).toEqual(["answer", "sign-off"]);
	expect(idsOf(hangingOn(["visit", "answer"], all))).toEqual(["sign-off"]);
	expect(idsOf(hangingOn(["other"], all))).toEqual(["sign-off"]);
	expect(hangingOn(["sent", "free"], all)).toEqual([]);
	expect(idsOf(hangingOn(["a"], all))).toEqual(["b"]);
	expect(idsOf(hangingOn(["gone"], all))).toEqual(["orphan"]);
	expect(hangingOn([], all)).toEqual([]);
	expect([...heldBy(all, ({ id }) => id === "sign-off")].toSorted()).toEqual(["answer", "other", "sign-off", "visit"]);
	expect(heldBy(all, () => false).size).toBe(0);
});

test("what hangs on something is found in one look, however long the line", () => {
	const all = Array.from({ length: 100_000 }, (_, at) => ({
		id: `${at}` as EntryId,
		status: "queued" as const,
		after: at === 0 ? [] : [`${at - 1}`, "0"],
	}));
	expect(hangingOn(["0"], all)).toHaveLength(99_999);
	expect(heldBy(all, ({ id }) => id === "99999").size).toBe(100_000);
});
