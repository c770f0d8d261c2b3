import { describe, expect, test } from "vitest";
import type { AccountId, ClientId, EntryId, WorkspaceId } from "#contract/ids.ts";
import { carryIn, carryOut } from "#src/features/outbox-screen/carry/carry.ts";
import type { Change } from "#src/outbox/deps.ts";
import { type HandOverCrypto, sealEntries } from "#src/outbox/hand-over/hand-over.ts";
import type { Entry } from "#src/requests/entry.ts";
import { OUTBOX } from "#src/requests/name.ts";
import { watchTransactions } from "#tests/support/outbox/outbox-database.ts";
import { fakeDevice, scanOf } from "#tests/support/outbox/outbox-device.ts";
import { createEntry } from "#tests/support/outbox/product-outbox.ts";

const ADA = "7b0b7b54-5b43-4d55-9d0b-2f4b9a9b7d11" as AccountId;
const FIRM = "5b1f0c7e-2f3a-4c60-8a1d-90c3f5a7e101" as WorkspaceId;
const BANK = "c0ffee00-1111-4222-8333-444455556666" as ClientId;
const PASS = "over the hills and far away";

/** Web Crypto with one iteration where the real one runs for half a second: it does not affect the file's contents. */
const quick: HandOverCrypto = {
	getRandomValues: (into) => crypto.getRandomValues(into),
	subtle: new Proxy(crypto.subtle, {
		get: (subtle, name) =>
			name === "deriveKey"
				? (derivation: Pbkdf2Params, ...rest: unknown[]) =>
						Reflect.apply(subtle.deriveKey, subtle, [{ ...derivation, iterations: 1 }, ...rest])
				: Reflect.get(subtle, name).bind(subtle),
	}),
};

/** A device with an outbox and what handing over needs. */
function deviceWithOutbox(seed: number, crypto = quick) {
	const device = fakeDevice({ seed, batches: true });
	const { outbox } = device.context();
	return { ...device, outbox, deps: { outbox, crypto } };
}

const two = () => [deviceWithOutbox(1), deviceWithOutbox(2)] as const;

describe("hand-over", () => {
	test("what waited here goes out there, once, and waits for a decision here", async () => {
		const [here, there] = [deviceWithOutbox(1, crypto), deviceWithOutbox(2, crypto)];
		const entries = [
			await here.outbox.enqueue({ ...scanOf("a.example"), client: "Acme", notAfter: here.clock.now() + 3600_000 }),
			await here.outbox.enqueue({ kind: "nmap-scan", body: { host: "b.example" }, owner: ADA }),
		];
		const { text, count } = await carryOut(await here.outbox.list(), PASS, here.deps);
		expect(count).toBe(2);
		expect(text).not.toContain("example");
		expect(await here.outbox.list()).toMatchObject(entries.map(({ id }) => ({ id, reason: "handed-over" })));
		here.clock.advance(3000);
		expect(await here.outbox.replay({ reconnected: true })).toMatchObject({ sent: 0, left: 0 });

		expect(await carryIn(text, PASS, ADA, there.deps)).toEqual({
			done: true,
			message: "2 requests imported.",
			refused: [],
		});
		expect(await there.outbox.replay()).toMatchObject({ sent: 2 });
		expect([...there.server.scans.keys()]).toEqual(entries.map(({ id }) => id));
		expect(await there.outbox.list()).toMatchObject([{ client: "Acme" }, { owner: ADA }]);
	});

	test("workspace and client go with it, from whichever state it was in", async () => {
		const [here, there] = two();
		const scope = { workspace: FIRM, clientId: BANK, client: "Bank" };
		const scan = { kind: "nmap-scan", body: { host: "b.example" }, owner: ADA } as const;
		const { id } = await here.outbox.enqueue({ ...scan, ...scope });
		await here.outbox.enqueue({ ...scan, ...scope });
		here.server.faults.push({ each: [{ status: 401, body: { code: "other_workspace", message: "" } }] });
		await here.outbox.sendNow(id);
		const { text } = await carryOut(await here.outbox.list(), PASS, here.deps);
		expect(await carryIn(text, PASS, ADA, there.deps)).toMatchObject({ message: "2 requests imported." });
		expect(await there.outbox.list()).toMatchObject(Array(2).fill({ v: 3, status: "queued", ...scope }));
		await there.outbox.replay();
		expect(there.server.requests).toMatchObject(Array(2).fill({ account: ADA, workspace: FIRM, client: BANK }));
	});

	test("the same file twice, and its own file on this device, double nothing", async () => {
		const [here, there] = two();
		const { id } = await here.outbox.enqueue(scanOf("a.example"));
		const { text } = await carryOut(await here.outbox.list(), PASS, here.deps);
		await carryIn(text, PASS, null, there.deps);
		await there.outbox.replay();
		expect(await carryIn(text, PASS, null, there.deps)).toMatchObject({
			message: "0 requests imported. One request was here already.",
		});
		expect(await there.outbox.list()).toMatchObject([{ id, status: "accepted" }]);
		await carryIn(text, PASS, null, here.deps);
		expect(await here.outbox.list()).toMatchObject([{ id, status: "queued" }]);
	});

	test("changed after it was given away, it is a new request: the other device may have sent it", async () => {
		const [here] = two();
		const { id } = await here.outbox.enqueue(scanOf("a.example"));
		await carryOut(await here.outbox.list(), PASS, here.deps);
		const { owner: _, ...request } = scanOf("b.example");
		expect(await here.outbox.edit(id, { request })).not.toMatchObject({ id });
	});

	test.each([
		["another passphrase", (text: string) => text, "over the hills and far", "not the passphrase"],
		["a cut file", (text: string) => text.slice(0, -40), PASS, "damaged"],
		["a changed letter", (text: string) => text.replace(/"data":"...../, '"data":"AAAAA'), PASS, "damaged"],
		["a newer version", (text: string) => text.replace('"v":1', '"v":9'), PASS, "newer version"],
		["a photograph", () => "\u0089PNG", PASS, "not an outbox file"],
		["a demand to count forever", (text: string) => text.replace("600000", "6e9"), PASS, "damaged"],
	])("%s changes nothing and gets its own message", async (_, change, passphrase, words) => {
		const [here, there] = two();
		await here.outbox.enqueue(scanOf("a.example"));
		const { text } = await carryOut(await here.outbox.list(), PASS, here.deps);
		const result = await carryIn(change(text), passphrase, null, there.deps);
		expect(result).toMatchObject({ done: false, message: expect.stringContaining(words) });
		expect(await there.outbox.list()).toEqual([]);
	});

	test("another account's requests are not imported but listed, and the rest of the file is imported", async () => {
		const [here, there] = two();
		await here.outbox.enqueue(scanOf("a.example"));
		await here.outbox.enqueue({ kind: "nmap-scan", body: { host: "b.example" }, owner: ADA });
		const { text } = await carryOut(await here.outbox.list(), PASS, here.deps);
		expect(await carryIn(text, PASS, null, there.deps)).toEqual({
			done: true,
			message: "One request imported.",
			refused: [
				"Request 2: This belongs to an account that is not signed in here. Sign in with that account, then import the file again.",
			],
		});
		expect(await there.outbox.list()).toMatchObject([{ owner: "anonymous" }]);
		expect(await carryIn(text, PASS, ADA, there.deps)).toMatchObject({
			message: "One request imported. One request was here already.",
		});
	});
});

const ID = "019b7650-0000-7000-8000-000000000001" as EntryId;
const good = () => createEntry({ ...scanOf("a.example"), owner: ADA }, ID, Date.UTC(2025, 11, 31));

/** Takes in a file with these records beside one that is fine. */
async function takeIn(records: readonly unknown[]) {
	const device = deviceWithOutbox(1);
	const beside = { ...good(), id: "019b7650-0000-7000-8000-00000000ffff" };
	const text = await sealEntries(OUTBOX, [...records, beside] as Entry[], PASS, quick);
	const result = await carryIn(text, PASS, ADA, device.deps);
	return { ...result, ...device, entries: (await device.outbox.list()).filter(({ id }) => id !== beside.id) };
}

describe("a file that another program wrote", () => {
	const withBody = (kind: string, body: unknown) => ({ ...good(), request: { kind, body } });
	const deep = JSON.parse("[".repeat(500) + "]".repeat(500));
	const own = (text: string) => JSON.parse(text);

	test.each<[string, unknown, string]>([
		["no object", 7, "is not a request"],
		["null", null, "is not a request"],
		["a list in a list", deep, "is not a request"],
		["a target that is no text", withBody("combined-scan", { target: {}, email: "a@b.c" }), "Please give a target."],
		["no target", withBody("combined-scan", { email: "ada@example.com" }), "Please give a target."],
		["an address that is none", withBody("combined-scan", { target: "a", email: "a" }), "valid email address"],
		["a target of a megabyte", withBody("nmap-scan", { host: "x".repeat(1_000_000) }), "too long"],
		["more than a body has", withBody("nmap-scan", { host: "a", more: 1 }), "“request.body” is not valid"],
		[
			"a prototype in its body",
			own(JSON.stringify(withBody("nmap-scan", { host: "a", p: 1 })).replace('"p"', '"__proto__"')),
			"not valid",
		],
		["a body that is a list", withBody("nmap-scan", ["a"]), "not valid"],
		[
			"hosts that are no list",
			withBody("report", { template: "executive-summary", hosts: "a", clients: [] }),
			"request.body.hosts",
		],
		[
			"findings that are none",
			withBody("verdicts", { fingerprints: [{}], state: "open", saidAt: "2026-01-01T00:00:00Z" }),
			"fingerprint",
		],
		["an id that is none", { ...good(), id: "sender" }, "id is not valid"],
		["an id in capitals", { ...good(), id: ID.replace("7000", "7ABC") }, "id is not valid"],
		["an owner that is none", { ...good(), owner: "root" }, "“owner” is not valid"],
		["a workspace that is none", { ...good(), workspace: "../admin" }, "“workspace” is not valid"],
		["a workspace in capitals", { ...good(), workspace: FIRM.toUpperCase() }, "“workspace” is not valid"],
		["a workspace that is a list", { ...good(), workspace: [FIRM] }, "“workspace” is not valid"],
		["a client that is none", { ...good(), clientId: "Bank" }, "“clientId” is not valid"],
		["a client that is a line break", { ...good(), clientId: `${BANK}\r\nX: y` }, "“clientId” is not valid"],
		["a stranger’s request in a workspace", { ...good(), owner: "anonymous", workspace: FIRM }, "state is not valid"],
		["a stranger’s request for a client", { ...good(), owner: "anonymous", clientId: BANK }, "state is not valid"],
		["no owner", { ...good(), owner: undefined }, "“owner” is not valid"],
		["a birthday beyond time", { ...good(), createdAt: 9e15 }, "“createdAt” is not valid"],
		["a birthday before time", { ...good(), createdAt: -1 }, "“createdAt” is not valid"],
		["half a millisecond", { ...good(), startAt: 0.5 }, "“startAt” is not valid"],
		["a time in words", { ...good(), notAfter: "2026-01-01" }, "“notAfter” is not valid"],
		["attempts that cannot be counted on", { ...good(), attempts: Number.MAX_SAFE_INTEGER }, "“attempts” is not valid"],
		["a label that is none", { ...good(), client: { toString: "x" } }, "“client” is not valid"],
		["a note of a megabyte", { ...good(), note: "x".repeat(1_000_000) }, "note is too long"],
		["a state that is over", { ...good(), status: "accepted", at: 1, receipt: null }, "is not waiting to be sent"],
		["a state that is none", { ...good(), status: "constructor" }, "is not waiting to be sent"],
		["a state that is broken", { ...good(), notBefore: "soon" }, "state is not valid"],
		["a version that is none", { ...good(), v: "2" }, "state is not valid"],
		["a newer version", { ...good(), v: 5 }, "newer version"],
		["a kind of a newer version", withBody("pentest", {}), "newer version"],
		["a kind of every object", withBody("constructor", {}), "newer version"],
	])("%s: it is not imported, the reason is shown, and the rest of the file is imported", async (_, record, words) => {
		const { message, refused, entries, outbox } = await takeIn([record]);
		expect(message).toBe("One request imported.");
		expect(refused).toEqual([expect.stringMatching(/^Request 1: /)]);
		expect(refused[0]).toContain(words);
		expect(entries).toEqual([]);
		expect((await outbox.contents()).unreadable).toEqual([]);
	});

	test("one that is in the file twice is imported once", async () => {
		const { message, refused, entries } = await takeIn([good(), { ...good(), client: "Other" }]);
		expect(message).toBe("2 requests imported.");
		expect(refused).toEqual(["Request 2: This is in the file more than once."]);
		expect(entries).toMatchObject([{ id: ID }]);
		expect(entries[0]).not.toHaveProperty("client");
	});

	test("fields that a request does not have are left behind, and future times are cut", async () => {
		const far = Date.UTC(2900, 0, 1);
		const record = { ...good(), createdAt: far, confirmedAt: far, lastError: undefined, junk: "x" };
		const { entries, clock } = await takeIn([{ ...record, request: { ...record.request, junk: "x" } }]);
		expect(entries).toMatchObject([{ id: ID, createdAt: clock.now(), confirmedAt: clock.now() }]);
		expect(JSON.stringify(entries)).not.toContain("junk");
	});

	test("many with the same reason are one line, and it says that nothing was imported", async () => {
		const device = deviceWithOutbox(1);
		const text = await sealEntries(OUTBOX, Array(40).fill({ v: 1 }), PASS, quick);
		const result = await carryIn(text, PASS, ADA, device.deps);
		expect(result).toMatchObject({ done: false, message: "Nothing was imported." });
		expect(result.refused).toHaveLength(1);
		expect(result.refused[0]).toMatch(/^Requests 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 30 more: This cannot be read\./);
	});

	test("it is one transaction and one change, however many", async () => {
		const device = deviceWithOutbox(1);
		const records = Array.from({ length: 200 }, (_, index) => ({
			...good(),
			id: `019b7650-0000-7000-8000-${String(index).padStart(12, "0")}`,
		}));
		const text = await sealEntries(OUTBOX, records as Entry[], PASS, quick);
		await device.outbox.list();
		const changes: Change[] = [];
		device.outbox.subscribe((change) => changes.push(change));
		let transactions = 0;
		const watching = watchTransactions({ after: () => transactions++ });
		await carryIn(text, PASS, ADA, device.deps);
		watching.restore();
		expect(transactions).toBe(1);
		expect(changes).toEqual([{ ids: records.map(({ id }) => id), what: "added" }]);
	});
});
