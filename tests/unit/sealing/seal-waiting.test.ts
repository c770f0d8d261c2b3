import { expect, test } from "vitest";
import type { EvidenceId } from "#contract/evidence/evidence-id.ts";
import type { AccountId, WorkspaceId } from "#contract/ids.ts";
import { sealWaiting } from "#src/lib/sealing/seal-waiting.ts";
import type { Entry, NewEntry } from "#src/requests/entry.ts";
import { fakeDevice } from "#tests/support/outbox/outbox-device.ts";
import { sha256Of } from "#tests/support/outbox/tus-server.ts";
import { newKeys, openBytes, openContent, testKeys, testSealer } from "#tests/support/sealing/seal-kit.ts";

const ADA = "7b0b7b54-5b43-4d55-9d0b-2f4b9a9b7d11" as AccountId;
const FIRM = "5b1f0c7e-2f3a-4c60-8a1d-90c3f5a7e101" as WorkspaceId;
const PARTNER = "91d2c3a4-6c1b-4b5f-9f0e-11aa22bb33cc" as WorkspaceId;
const firm = await newKeys();

const scan: NewEntry = { kind: "nmap-scan", body: { host: "a.example" }, owner: ADA, workspace: FIRM, client: "Bank" };
const bytes = new TextEncoder().encode("The door of the vault").buffer;
const sha256 = sha256Of(bytes);
const photo = { sha256, size: bytes.byteLength, type: "image/jpeg", name: "vault.jpg" };
const evidence: NewEntry = {
	kind: "evidence",
	body: {
		id: "0198f3a0-0000-7000-8000-000000000001" as EvidenceId,
		title: "The vault",
		note: "",
		takenAt: "2026-11-20T09:00:00.000Z",
		device: "",
		files: [photo],
		about: [],
	},
	owner: ADA,
	workspace: FIRM,
	attachments: [photo],
	files: new Map([[sha256, bytes]]),
};

function device() {
	const made = fakeDevice({ batches: true });
	const { outbox } = made.context();
	const { sealer, kept } = testSealer(made.clock.now);
	const deps = { keys: testKeys({ [FIRM]: { keys: firm, required: false } }), load: async () => sealer };
	return { ...made, outbox, kept, seal: (of = outbox) => sealWaiting({ outbox: of, ...deps }) };
}

const sealedIn = (entry: Entry | undefined) => (entry?.request.kind === "sealed" ? entry.request.body.sealed : "");

test("what waits is sealed under its own key, with its files, and what was in clear is gone", async () => {
	const { outbox, kept, seal, clock } = device();
	const [first, second] = await outbox.enqueueAll([scan, { ...evidence, after: [0] }]);
	if (!first || !second) throw new Error("Both were saved.");
	clock.advance(1_000);
	expect(await seal()).toEqual({ sealed: 2, left: 0 });
	const [one, two] = await outbox.list();
	expect([one?.id, two?.id]).toEqual([first.id, second.id]);
	expect(one).not.toHaveProperty("client");
	expect(two).toMatchObject({ after: [first.id], createdAt: second.createdAt, status: "queued", workspace: FIRM });
	expect((await openContent(sealedIn(one), firm)).body).toMatchObject({ host: "a.example" });
	const content = await openContent(sealedIn(two), firm);
	expect(content).toMatchObject({ kind: "evidence", body: evidence.body });
	const stored = await outbox.file(content.files?.[sha256] ?? "");
	if (!stored) throw new Error("The sealed file was stored.");
	expect(sha256Of(await openBytes(new Uint8Array(stored), firm))).toBe(sha256);
	expect(await outbox.file(sha256)).toBeUndefined();
	expect((await outbox.filesHeld()).count).toBe(1);
	expect(kept.map(([id]) => id)).toEqual([first.id, second.id]);
	expect(await seal()).toEqual({ sealed: 0, left: 0 });
});

test("a request whose answer was lost is sent again under its key", async () => {
	const { outbox, seal, server, clock } = device();
	const { id } = await outbox.enqueue(scan);
	server.faults.push("lose-answer");
	await outbox.sendNow(id);
	expect(await seal()).toEqual({ sealed: 1, left: 0 });
	clock.advance(3_600_000);
	await outbox.sendNow(id);
	expect(server.requests.map(({ key }) => key)).toEqual([id, id]);
});

test("its age counts from when it was made", async () => {
	const { outbox, seal, clock } = device();
	const { id, createdAt } = await outbox.enqueue(scan);
	clock.advance(3_600_000);
	await seal();
	const { notAfter = 0 } = (await outbox.get(id)) ?? {};
	expect(notAfter).toBeGreaterThan(createdAt);
	expect((notAfter - createdAt) % 3_600_000).toBe(0);
});

test("what is being sent, has no key here, or has no account stays as it is", async () => {
	const { outbox, context, seal, server } = device();
	const { id } = await outbox.enqueue(scan);
	await outbox.enqueue({ ...scan, workspace: PARTNER });
	const { workspace: _, ...own } = scan;
	await outbox.enqueue({ ...own, owner: "anonymous" });
	const before = await outbox.list();
	server.faults.push("hang");
	const tab = context();
	void tab.outbox.sendNow(id);
	await tab.outbox.count();
	await expect.poll(async () => (await outbox.get(id))?.status).toBe("sending");
	expect(await seal()).toEqual({ sealed: 0, left: 2 });
	expect((await outbox.list()).map(({ request }) => request)).toEqual(before.map(({ request }) => request));
});
