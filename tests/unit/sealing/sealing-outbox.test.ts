import { describe, expect, test } from "vitest";
import type { VerdictRequest } from "#contract/findings/vulnerabilities.ts";
import type { AccountId, WorkspaceId } from "#contract/ids.ts";
import { NO_KEY, NOT_SEALED, SealError, type SealingDeps, sealingOutbox } from "#src/lib/sealing/sealing-outbox.ts";
import { StorageError } from "#src/outbox/storage/storage-error.ts";
import type { Entry, NewEntry } from "#src/requests/entry.ts";
import { submitRequest } from "#src/requests/submit.ts";
import { fakeDevice } from "#tests/support/outbox/outbox-device.ts";
import { newKeys, openContent, testKeys, testSealer } from "#tests/support/sealing/seal-kit.ts";

const ADA = "7b0b7b54-5b43-4d55-9d0b-2f4b9a9b7d11" as AccountId;
const OWN = ADA as string as WorkspaceId;
const FIRM = "5b1f0c7e-2f3a-4c60-8a1d-90c3f5a7e101" as WorkspaceId;
const PARTNER = "91d2c3a4-6c1b-4b5f-9f0e-11aa22bb33cc" as WorkspaceId;
const [own, firm] = [await newKeys(), await newKeys()];

const scan = { kind: "nmap-scan", body: { host: "a.example" }, owner: ADA } as const;
const KNOWN = { [OWN]: { keys: own, required: false }, [FIRM]: { keys: firm, required: true } };

function device({ onDevice = false, ...changes }: Partial<SealingDeps> & { onDevice?: boolean } = {}) {
	const made = fakeDevice({ batches: true });
	const plain = made.context().outbox;
	const { sealer, kept } = testSealer(made.clock.now);
	const outbox = sealingOutbox(plain, { keys: testKeys(KNOWN, onDevice), load: async () => sealer, ...changes });
	return { ...made, plain, outbox, kept };
}

const sealedIn = ({ request }: Entry) => (request.kind === "sealed" ? request.body.sealed : "");

describe("what is sealed", () => {
	test.each<[string, Partial<NewEntry>, boolean, Entry["request"]["kind"]]>([
		["an account's own, if nobody asks for it", {}, false, "nmap-scan"],
		["for a workspace that asks for it", { workspace: FIRM }, false, "sealed"],
		["on a device whose person wants it", {}, true, "sealed"],
		["of nobody", { owner: "anonymous" }, true, "nmap-scan"],
		["of nobody yet", { owner: "unclaimed" }, true, "nmap-scan"],
	])("%s", async (_, changes, onDevice, kind) => {
		const { outbox, plain } = device({ onDevice });
		const { id } = await outbox.enqueue({ ...scan, ...changes } as NewEntry);
		expect((await plain.get(id))?.request.kind).toBe(kind);
	});

	test("each to its own workspace, in the order they were given", async () => {
		const { outbox } = device({ onDevice: true });
		const [first, second] = await outbox.enqueueAll([scan, { ...scan, workspace: FIRM, after: [0] }]);
		if (!first || !second) throw new Error("Both were saved.");
		expect((await openContent(sealedIn(first), own)).kind).toBe("nmap-scan");
		expect((await openContent(sealedIn(second), firm)).kind).toBe("nmap-scan");
		await expect(openContent(sealedIn(second), own)).rejects.toThrow();
		expect(second.after).toEqual([first.id]);
	});
});

describe("what cannot be sealed is not saved", () => {
	test.each<[string, Partial<SealingDeps>, NewEntry, string]>([
		["no key is here", {}, { ...scan, workspace: PARTNER }, NO_KEY],
		["the code is not here", { load: () => Promise.reject(new TypeError("offline")) }, scan, NOT_SEALED],
	])("%s", async (_, changes, request, message) => {
		const { outbox, plain } = device({ onDevice: true, ...changes });
		const saving = outbox.enqueue(request);
		await expect(saving).rejects.toThrow(message);
		await expect(saving).rejects.toBeInstanceOf(SealError);
		await expect(outbox.enqueueAll([{ ...scan, workspace: FIRM }, request])).rejects.toBeInstanceOf(StorageError);
		expect(await plain.list()).toEqual([]);
	});

	test("a form sends it at once, and says that it was not saved", async () => {
		const { outbox, plain, server } = device({ onDevice: true });
		const request = { ...scan, workspace: PARTNER };
		const outcome = await submitRequest(request, null, { outbox, online: () => true });
		expect(outcome).toMatchObject({ type: "accepted", unsaved: NO_KEY });
		expect(server.requests.at(-1)).toMatchObject({ workspace: PARTNER, body: JSON.stringify(scan.body) });
		expect(await plain.list()).toEqual([]);
	});
});

describe("changes to a sealed one", () => {
	const verdict: VerdictRequest = { fingerprints: ["a", "b"], state: "fixed", saidAt: "2026-11-23T09:00:00.000Z" };
	const decided = { kind: "verdicts", body: verdict, owner: ADA, workspace: FIRM } as const;

	test("another request is sealed like the first, to the same workspace", async () => {
		const { outbox, plain, kept } = device();
		const before = await outbox.enqueue(decided);
		const body = { ...verdict, fingerprints: ["a"] };
		const after = await outbox.edit(before.id, { request: { kind: "verdicts", body } });
		if (typeof after === "string") throw new Error(after);
		expect(after).toMatchObject({ owner: ADA, workspace: FIRM });
		expect((await openContent(sealedIn(after), firm)).body).toEqual(body);
		expect(await plain.list()).toHaveLength(1);
		expect(kept.map(([id]) => id)).toEqual([before.id, after.id]);
	});

	test("labels are in it already: none is stored in clear, and it stays the same request", async () => {
		const { outbox, plain } = device();
		const before = await outbox.enqueue({ ...scan, workspace: FIRM });
		await outbox.edit(before.id, { client: "Bank", note: "Roof" });
		await outbox.editAll([before.id], { client: "Bank" });
		expect(await plain.list()).toEqual([before]);
	});

	test("what was saved in clear stays as it was, with its labels", async () => {
		const { outbox, plain } = device();
		const before = await plain.enqueue({ ...scan, workspace: FIRM });
		await outbox.editAll([before.id], { client: "Bank" });
		expect(await plain.get(before.id)).toMatchObject({ request: { kind: "nmap-scan" }, client: "Bank" });
	});
});

test("the server's answer to what is inside is the entry's, and it holds what no key opens", async () => {
	const { outbox, server } = device();
	server.faults.push({ each: [{ status: 422, body: { code: "seal_unknown", message: "No key." } }] });
	const { id } = await outbox.enqueue({ ...scan, workspace: FIRM });
	expect(await outbox.sendNow(id)).toMatchObject({ status: "held", reason: "seal" });
	expect(await outbox.sendNow(id)).toMatchObject({ status: "accepted", receipt: { scanId: expect.any(String) } });
});
