import { expect, test } from "vitest";
import { SEALED_FILE } from "#contract/requests/sealing.ts";
import { dropExpired } from "#server/assurance/uploads/store/drop-files.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { evidenceBody, newPicture, uploadsOf } from "../../../support/server/evidence.ts";
import { addMember, createOwner, type TestMember } from "../../../support/server/people.ts";
import { recipientOf, sealTo, uploadSealed } from "../../../support/server/sealing.ts";
import { hashOf } from "../../../support/server/tus.ts";

const { server, pool } = await startAccountServer({ env: { EVIDENCE_FILE_MB: "2", EVIDENCE_QUOTA_MB: "4" } });

/** A workspace's rows in the tables. */
async function storedOf({ workspaceId }: TestMember) {
	const { rows: files } = await pool.query<{ sha256: string; size: number; type: string }>(
		"SELECT encode(sha256, 'hex') AS sha256, size, type FROM files WHERE workspace_id = $1 ORDER BY created_at",
		[workspaceId],
	);
	const { rows: pieces } = await pool.query<{ bytes: Buffer }>(
		"SELECT bytes FROM file_pieces WHERE workspace_id = $1 ORDER BY pieces_id, begins_at",
		[workspaceId],
	);
	const { rows: remembered } = await pool.query<{ sealed: string }>(
		"SELECT encode(sealed_sha256, 'hex') AS sealed FROM sealed_files WHERE workspace_id = $1",
		[workspaceId],
	);
	const { rowCount: uploads } = await pool.query("SELECT FROM uploads WHERE workspace_id = $1", [workspaceId]);
	return {
		files,
		bytes: Buffer.concat(pieces.map((piece) => piece.bytes)),
		sealed: remembered.map((row) => row.sealed),
		uploads,
	};
}
const NOTHING = { files: [], bytes: Buffer.alloc(0), sealed: [], uploads: 0 };

const seal = async (member: TestMember, bytes: Uint8Array) => sealTo(await recipientOf(member), bytes);

test("a sealed file is opened at its last byte, and its sealed bytes are not kept", async () => {
	const owner = await createOwner(server);
	const bytes = newPicture(700_000);
	const sealed = await seal(owner, bytes);
	const tus = uploadsOf(server, owner);
	const id = tus.idOf(await tus.begin(sealed, { type: SEALED_FILE }));
	await tus.send(id, 0, sealed.subarray(0, 100));
	await tus.send(id, 100, sealed.subarray(100, 400_000));
	expect((await storedOf(owner)).files).toEqual([]);
	expect((await tus.send(id, 400_000, sealed.subarray(400_000))).status).toBe(204);
	const stored = await storedOf(owner);
	expect(stored).toMatchObject({
		files: [{ sha256: hashOf(bytes), size: bytes.length, type: "image/png" }],
		sealed: [hashOf(sealed)],
	});
	expect(stored.bytes.equals(bytes)).toBe(true);
});

test("sent again it is at its end, sealed anew it is the same file, and once it is gone it is sent again", async () => {
	const owner = await createOwner(server);
	const colleague = await addMember(server, owner, "consultant");
	const bytes = newPicture(70_000);
	const [first, second] = [await seal(owner, bytes), await seal(owner, bytes)];
	await uploadSealed(server, owner, first);
	for (const member of [owner, colleague]) {
		const again = await uploadsOf(server, member).begin(first, { type: SEALED_FILE });
		expect([again.status, again.headers.get("Upload-Offset")]).toEqual([201, String(first.length)]);
	}
	expect((await uploadSealed(server, colleague, second)).ok).toBe(true);
	expect((await storedOf(owner)).bytes.equals(bytes)).toBe(true);
	expect((await storedOf(owner)).sealed.toSorted()).toEqual([hashOf(first), hashOf(second)].toSorted());
	// The bytes of the sealed file do not count as a file.
	const open = await uploadsOf(server, owner).begin(first, { type: "application/octet-stream" });
	expect(open.headers.get("Upload-Offset")).toBe("0");
	await uploadsOf(server, owner).end(uploadsOf(server, owner).idOf(open));

	await dropExpired(pool, new Date(Date.now() + 8 * 86_400_000), 7 * 86_400_000);
	expect(await storedOf(owner)).toEqual(NOTHING);
	expect((await uploadSealed(server, owner, first)).status).toBe(204);
	expect((await storedOf(owner)).bytes.equals(bytes)).toBe(true);
});

test("what says that a sealed file is there goes with its evidence", async () => {
	const owner = await createOwner(server);
	const bytes = newPicture();
	const sealed = await seal(owner, bytes);
	await uploadSealed(server, owner, sealed);
	const body = evidenceBody([bytes]);
	expect((await owner.call("addEvidence", { body })).status).toBe(202);
	expect((await owner.call("deleteEvidence", { params: { evidenceId: body.id } })).status).toBe(204);
	expect(await storedOf(owner)).toEqual(NOTHING);
});

test("two who send the same sealed file at once leave one file", async () => {
	const owner = await createOwner(server);
	const colleague = await addMember(server, owner, "consultant");
	const bytes = newPicture(300_000);
	const sealed = await seal(owner, bytes);
	const answers = await Promise.all([owner, colleague].map((member) => uploadSealed(server, member, sealed)));
	expect(answers.map(({ ok }) => ok)).toEqual([true, true]);
	const stored = await storedOf(owner);
	expect(stored.files).toHaveLength(1);
	expect(stored.bytes.equals(bytes)).toBe(true);
});

test("everything had arrived and several ask for it at once: each learns that it is there", async () => {
	const owner = await createOwner(server);
	const tus = uploadsOf(server, owner);
	const bytes = newPicture(600_000);
	const sealed = await seal(owner, bytes);
	const id = tus.idOf(await tus.begin(sealed, { type: SEALED_FILE }));
	await pool.query("INSERT INTO file_pieces (workspace_id, pieces_id, begins_at, bytes) VALUES ($1, $2, 0, $3)", [
		owner.workspaceId,
		id,
		sealed,
	]);
	await pool.query("UPDATE uploads SET received = size WHERE id = $1", [id]);
	const answers = await Promise.all(Array.from({ length: 8 }, () => tus.read(id)));
	expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
	expect((await storedOf(owner)).bytes.equals(bytes)).toBe(true);
	expect((await tus.read(id)).headers.get("Upload-Offset")).toBe(String(sealed.length));
});

const PROGRAM = Buffer.from("4d5a90000300000004000000ffff0000", "hex");

test.each<[string, (member: TestMember) => Promise<Buffer>, string]>([
	["is no age file", async () => Buffer.alloc(300_000, "x"), "seal_unknown"],
	["is too short to be one", async () => Buffer.from("age-encryption.org/v1\n"), "seal_unknown"],
	["is for another workspace", async () => seal(await createOwner(server), newPicture()), "seal_unknown"],
	["is damaged near its end", async (member) => damaged(await seal(member, newPicture(600_000))), "seal_unknown"],
	["lacks its end", async (member) => (await seal(member, newPicture(600_000))).subarray(0, 262_144), "seal_unknown"],
	["is empty inside", (member) => seal(member, Buffer.alloc(0)), "file_refused"],
	["is a program inside", (member) => seal(member, PROGRAM), "file_refused"],
])("a sealed file that %s is refused, and nothing of it stays", async (_what, make, code) => {
	const owner = await createOwner(server);
	const sealed = await make(owner);
	const refusal = await refusalOf(await uploadSealed(server, owner, sealed));
	expect(refusal).toMatchObject({ status: 422, code, details: { sha256: hashOf(sealed) } });
	expect(await storedOf(owner)).toEqual(NOTHING);
});

const damaged = (bytes: Buffer): Buffer => {
	bytes[bytes.length - 1_000] = (bytes[bytes.length - 1_000] ?? 0) ^ 1;
	return bytes;
};

test("an announcement that is not of these bytes is refused as it is for other files", async () => {
	const owner = await createOwner(server);
	const sealed = await seal(owner, newPicture());
	const sha256 = "0".repeat(64);
	const refusal = await refusalOf(await uploadsOf(server, owner).upload(sealed, { type: SEALED_FILE, sha256 }));
	expect(refusal).toMatchObject({ status: 422, code: "file_refused" });
	expect(await storedOf(owner)).toEqual(NOTHING);
});

test("a file may be as large as one that is not sealed, and no larger", async () => {
	const owner = await createOwner(server);
	const largest = Buffer.alloc(2_000_000, 7);
	const sealed = await seal(owner, largest);
	expect(sealed.length).toBeGreaterThan(2_000_000);
	expect((await uploadSealed(server, owner, sealed)).status).toBe(204);
	expect((await storedOf(owner)).bytes.equals(largest)).toBe(true);
	const larger = await seal(owner, Buffer.alloc(2_000_001, 7));
	expect(await refusalOf(await uploadSealed(server, owner, larger))).toMatchObject({
		status: 413,
		code: "payload_too_large",
		details: { limit: 2_000_000 },
	});
});

test("a sealed file takes the room of what is in it, once", async () => {
	const owner = await createOwner(server);
	for (const size of [1_900_000, 1_900_000]) {
		expect((await uploadSealed(server, owner, await seal(owner, newPicture(size)))).status).toBe(204);
	}
	expect((await uploadSealed(server, owner, await seal(owner, newPicture(100_000)))).status).toBe(204);
	expect(await refusalOf(await uploadSealed(server, owner, await seal(owner, newPicture(150_000))))).toMatchObject({
		status: 409,
		code: "storage_full",
	});
});
