import { describe, expect, test } from "vitest";
import { VERDICTS_LIMIT } from "#contract/findings/vulnerabilities.ts";
import type { AccountId, ClientId, EntryId, WorkspaceId } from "#contract/ids.ts";
import { SEALED_FILE, sealedRequest, sealing } from "#contract/requests/sealing.ts";
import type { NewEntry } from "#src/requests/entry.ts";
import { STALE_AFTER_MS } from "#src/requests/kinds.ts";
import { sha256Of } from "#tests/support/outbox/tus-server.ts";
import { newKeys, openBytes, openContent, testSealer } from "#tests/support/sealing/seal-kit.ts";

const ADA = "7b0b7b54-5b43-4d55-9d0b-2f4b9a9b7d11" as AccountId;
const FIRM = "5b1f0c7e-2f3a-4c60-8a1d-90c3f5a7e101" as WorkspaceId;
const BANK = "c0ffee00-1111-4222-8333-444455556666" as ClientId;
const BEFORE = "0190a000-0000-7000-8000-000000000000" as EntryId;
const NOW = Date.UTC(2026, 10, 23, 9);

const keys = await newKeys();
const { sealer } = testSealer(() => NOW);
const seal = (request: NewEntry) => sealer.seal(request, keys.recipient);
const contentOf = ({ body }: NewEntry) => openContent((body as { sealed: string }).sealed, keys);

const photo = new TextEncoder().encode("the photo").buffer;
const hash = sha256Of(photo);
const piece = {
	kind: "evidence",
	owner: ADA,
	workspace: FIRM,
	clientId: BANK,
	client: "Bank of Secrets",
	note: "Shown to nobody",
	after: [BEFORE],
	startAt: NOW + 1000,
	body: {
		id: "0190a000-0000-7000-8000-000000000001" as never,
		title: "Server room, door open",
		note: "",
		takenAt: "2026-11-23T09:00:00.000Z",
		device: "Phone",
		files: [{ sha256: hash, size: photo.byteLength, type: "image/jpeg", name: "door.jpg" }],
		about: [],
	},
	attachments: [{ sha256: hash, size: photo.byteLength, type: "image/jpeg", name: "door.jpg" }],
	files: new Map([[hash, photo]]),
} satisfies NewEntry;

test("only the server can read what a sealed request says, and it keeps all that sending needs", async () => {
	const { entry, opened } = await seal(piece);
	expect(entry).toMatchObject({ kind: "sealed", owner: ADA, workspace: FIRM, clientId: BANK, after: [BEFORE] });
	expect(entry.startAt).toBe(NOW + 1000);
	const { files, ...rest } = entry;
	const bytes = [...(files ?? [])].map(([, one]) => Buffer.from(one).toString("latin1"));
	const stored = JSON.stringify(rest) + bytes.join();
	for (const secret of ["Bank of", "Server room", "nobody", "door.jpg", "image/jpeg", "Phone", hash, "the photo"])
		expect(stored).not.toContain(secret);

	const [file] = entry.attachments ?? [];
	expect(file).toMatchObject({ type: SEALED_FILE, name: "Sealed file" });
	const sealedBytes = new Uint8Array(entry.files?.get(file?.sha256 ?? "") ?? new ArrayBuffer());
	expect(sha256Of(sealedBytes)).toBe(file?.sha256);
	expect(sealedBytes.byteLength).toBe(file?.size);
	expect(await openBytes(sealedBytes, keys)).toEqual(new Uint8Array(photo));
	expect(await contentOf(entry)).toEqual({ kind: "evidence", body: piece.body, files: { [hash]: file?.sha256 } });
	expect(opened).toMatchObject({ client: "Bank of Secrets", note: "Shown to nobody", request: { kind: "evidence" } });
});

test("a scan's labels go along inside, as they would in clear", async () => {
	const scan = { kind: "nmap-scan", body: { host: "a.example" }, owner: ADA, client: "Bank", note: "Roof" } as const;
	expect((await contentOf((await seal(scan)).entry)).body).toEqual({ host: "a.example", client: "Bank", note: "Roof" });
	const byId = await seal({ ...scan, clientId: BANK });
	expect((await contentOf(byId.entry)).body).toEqual({ host: "a.example", note: "Roof" });
});

describe("a kind that grows stale still asks", () => {
	const scan = { kind: "nmap-scan", body: { host: "a.example" }, owner: ADA } as const;

	test.each([
		["from when it is made", scan, NOW + STALE_AFTER_MS],
		["from when it may first go out", { ...scan, startAt: NOW + 5000 }, NOW + 5000 + STALE_AFTER_MS],
		["or earlier, if its person says so", { ...scan, notAfter: NOW + 60_000 }, NOW + 60_000],
		["and no later, whatever its person says", { ...scan, notAfter: NOW + 2 * STALE_AFTER_MS }, NOW + STALE_AFTER_MS],
	])("%s", async (_, request, notAfter) => {
		expect((await seal(request)).entry.notAfter).toBe(notAfter);
	});

	test("one that does not has no limit of ours", async () => {
		expect((await seal(piece)).entry.notAfter).toBeUndefined();
	});
});

test("the largest requests fit, and what we seal to is what the contract takes", async () => {
	expect(sealing.parse({ recipient: keys.recipient, required: true })).toBeTruthy();
	const verdicts = {
		fingerprints: Array.from({ length: VERDICTS_LIMIT }, (_, index) => sha256Of(new Uint8Array([index]))),
		state: "accepted",
		reason: "é".repeat(1_000),
		saidAt: "2026-11-23T09:00:00.000Z",
	} as const;
	const many = { id: piece.body.id, title: "é".repeat(200), note: "é".repeat(10_000) };
	const files = Array.from({ length: 20 }, (_, index) => ({
		...piece.body.files[0],
		name: `${index}${"é".repeat(200)}`,
	}));
	for (const request of [
		{ kind: "verdicts", body: verdicts, owner: ADA },
		{ kind: "evidence", body: { ...piece.body, ...many, files }, owner: ADA },
	] as NewEntry[]) {
		const { entry } = await seal(request);
		expect(sealedRequest.safeParse(entry.body).success).toBe(true);
	}
});

test("without the bytes of a file nothing is sealed", async () => {
	await expect(seal({ ...piece, files: new Map() })).rejects.toThrow(RangeError);
});
