import { afterEach, expect, test } from "vitest";
import { createS3Store } from "#server/assurance/uploads/s3/s3-store.ts";
import { dropExpired } from "#server/assurance/uploads/store/drop-files.ts";
import { deleteLooseObjects } from "#server/assurance/uploads/store/loose-objects.ts";
import { TIMINGS } from "#server/platform/settings/timings.ts";
import { type S3Fault, startS3 } from "../../../support/s3/s3-server.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { asAccount, refusalOf } from "../../../support/server/api-client.ts";
import { addEvidence, evidenceBody, newPicture, uploadsOf } from "../../../support/server/evidence.ts";
import { addClient, createOwner, type TestMember } from "../../../support/server/people.ts";
import { recipientOf, sealTo, uploadSealed } from "../../../support/server/sealing.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { hashOf } from "../../../support/server/tus.ts";
import { until } from "../../../support/until.ts";

const s3 = await startS3();
const withPatience = (storeMs: number) => ({ timings: { ...TIMINGS, storeMs } });
// However busy the machine is: it waits for what a test holds.
const { server, pool } = await startAccountServer({ env: s3.env, parts: withPatience(120_000) });
const second = await startTestServer({ database: server.database, env: s3.env, parts: withPatience(120_000) });
/** For requests that are never answered. */
const hasty = await startTestServer({ database: server.database, env: s3.env, parts: withPatience(1_000) });

const store = createS3Store(
	{
		endpoint: s3.env.S3_ENDPOINT ?? "",
		bucket: s3.env.S3_BUCKET ?? "",
		region: "eu-central-1",
		accessKeyId: "S3RVER",
		secretAccessKey: "S3RVER",
		pathStyle: true,
	},
	{ fetch, patienceMs: 120_000 },
);
const sweep = () => deleteLooseObjects(pool, store, new AbortController().signal);
const below = ({ workspaceId }: TestMember) => `files/${workspaceId}/`;
const objectsOf = async ({ workspaceId }: TestMember) => {
	const { rows } = await pool.query<{ object: string }>("SELECT object FROM file_pieces WHERE workspace_id = $1", [
		workspaceId,
	]);
	return rows.map(({ object }) => object).sort();
};
const looseOf = async (member: TestMember) => {
	const { rows } = await pool.query<{ object: string }>(
		"SELECT object FROM loose_objects WHERE starts_with(object, $1) ORDER BY object",
		[below(member)],
	);
	return rows.map(({ object }) => object);
};
/** An hour later, as far as half-written objects are concerned. */
const giveUp = () => pool.query("UPDATE loose_objects SET held_until = now() WHERE held_until IS NOT NULL");
const fail = (method: string, fault: S3Fault) => {
	s3.fault = (asked, key) => (asked === method && key.startsWith("files/") ? fault : undefined);
};
const readFile = (member: TestMember, { id, sha256 }: { id: string; sha256: string }) =>
	member.call("readEvidenceFile", { params: { evidenceId: id, sha256 } });

afterEach(() => {
	s3.fault = () => undefined;
	s3.release();
});

test("each piece is an object, and the table says which, how large, and its hash", async () => {
	const owner = await createOwner(server);
	const bytes = newPicture(2_500_000);
	expect((await uploadsOf(server, owner).upload(bytes)).ok).toBe(true);
	const { rows } = await pool.query<{ object: string; object_size: number; sha256: string; bytes: null }>(
		`SELECT object, object_size, encode(object_sha256, 'hex') AS sha256, bytes FROM file_pieces WHERE workspace_id = $1
		 ORDER BY begins_at`,
		[owner.workspaceId],
	);
	expect(rows.length).toBeGreaterThanOrEqual(2);
	const parts = await Promise.all(rows.map(({ object }) => store.get(object)));
	expect(rows.map(({ object_size, sha256, bytes }) => [object_size, sha256, bytes])).toEqual(
		parts.map((part) => [part.length, hashOf(part), null]),
	);
	expect(Buffer.concat(parts).equals(bytes)).toBe(true);
	expect(await s3.keys(below(owner))).toEqual(await objectsOf(owner));
	expect(await looseOf(owner)).toEqual([]);
});

test.each(["away", "busy", "cut", "no answer", "held"] as const)(
	"the store is %s while a piece is written: 503 for this file alone, nothing that arrived is lost, and it goes on",
	async (fault) => {
		const owner = await createOwner(server);
		const tus = uploadsOf(server, owner);
		const bytes = newPicture(2_200_000);
		const id = tus.idOf(await tus.begin(bytes));
		expect((await tus.send(id, 0, bytes.subarray(0, 600_000))).status).toBe(204);
		fail("PUT", fault);
		const asked = s3.asked.length;
		const process = fault === "held" ? hasty : server;
		const refusal = await uploadsOf(process, owner).send(id, 600_000, bytes.subarray(600_000));
		expect(refusal.headers.get("Retry-After")).toBe("30");
		expect(await refusalOf(refusal)).toMatchObject({
			status: 503,
			code: "unavailable",
			message: expect.stringContaining("What has arrived is kept"),
			// Otherwise a device would hold back everything that waits.
			details: { scope: "entry", retryAfter: 30 },
		});
		// Tried twice, and not again as if it had come before a break.
		expect(s3.asked.slice(asked).filter((line) => line.startsWith("PUT files/")).length).toBeLessThanOrEqual(2);
		s3.fault = () => undefined;
		s3.release();
		expect((await tus.read(id)).headers.get("Upload-Offset")).toBe("600000");
		const answer = await tus.send(id, 600_000, bytes.subarray(600_000));
		expect([answer.status, answer.headers.get("Upload-Offset")]).toEqual([204, String(bytes.length)]);
		// What the store did without our knowledge is deleted, and nothing else.
		await giveUp();
		expect((await sweep()).error).toBeUndefined();
		expect(await s3.keys(below(owner))).toEqual(await objectsOf(owner));
		const body = evidenceBody([bytes]);
		expect((await owner.call("addEvidence", { body })).status).toBe(202);
		const read = await readFile(owner, { id: body.id, sha256: hashOf(bytes) });
		expect(Buffer.from(await read.arrayBuffer()).equals(bytes)).toBe(true);
	},
);

test("one failure is not told to anyone: the same piece is sent once more", async () => {
	const owner = await createOwner(server);
	let failed = 0;
	s3.fault = (method) => (method === "PUT" && failed++ === 0 ? "away" : undefined);
	expect((await uploadsOf(server, owner).upload(newPicture(1_000))).status).toBe(204);
	expect(failed).toBe(2);
});

test("the store is away when the last byte has arrived: the upload is finished when the device asks again", async () => {
	const owner = await createOwner(server);
	const tus = uploadsOf(server, owner);
	const bytes = newPicture(1_000);
	const id = tus.idOf(await tus.begin(bytes));
	fail("GET", "away");
	expect((await tus.send(id, 0, bytes)).status).toBe(503);
	const { rowCount } = await pool.query("SELECT FROM files WHERE workspace_id = $1", [owner.workspaceId]);
	expect(rowCount).toBe(0);
	s3.fault = () => undefined;
	expect((await tus.read(id)).headers.get("Upload-Offset")).toBe(String(bytes.length));
	expect((await owner.call("addEvidence", { body: evidenceBody([bytes]) })).status).toBe(202);
});

test("a file is not served short: 503 while the store is away, 500 when an object is gone or changed", async () => {
	const owner = await createOwner(server);
	const evidence = await addEvidence(server, owner);
	fail("GET", "away");
	expect(await refusalOf(await readFile(owner, evidence))).toMatchObject({ status: 503, code: "unavailable" });
	s3.fault = () => undefined;
	// Not that of its thumbnail.
	const { rows } = await pool.query<{ object: string }>(
		`SELECT object FROM file_pieces JOIN files ON files.workspace_id = file_pieces.workspace_id AND files.pieces_id = file_pieces.pieces_id
		 WHERE files.workspace_id = $1 AND files.sha256 = decode($2, 'hex')`,
		[owner.workspaceId, evidence.sha256],
	);
	const key = rows[0]?.object ?? "";
	await s3.write(key, Buffer.alloc(evidence.bytes.length));
	expect(await refusalOf(await readFile(owner, evidence))).toMatchObject({
		status: 500,
		code: "internal",
		message: expect.stringContaining("could not be read"),
	});
	await s3.remove(key);
	expect(await refusalOf(await readFile(owner, evidence))).toMatchObject({ status: 500, code: "internal" });
	await s3.write(key, evidence.bytes);
	expect((await readFile(owner, evidence)).status).toBe(200);
});

test("an object that is gone in the middle of a file cuts the answer: nobody takes the half for the whole", async () => {
	const owner = await createOwner(server);
	const bytes = newPicture(2_500_000);
	await uploadsOf(server, owner).upload(bytes);
	const body = evidenceBody([bytes]);
	await owner.call("addEvidence", { body });
	const { rows } = await pool.query<{ object: string }>(
		"SELECT object FROM file_pieces WHERE workspace_id = $1 ORDER BY begins_at DESC LIMIT 1",
		[owner.workspaceId],
	);
	await s3.remove(rows[0]?.object ?? "");
	const answer = await readFile(owner, { id: body.id, sha256: hashOf(bytes) });
	await expect(answer.arrayBuffer()).rejects.toThrow();
});

test("two who send one piece at once leave one object", async () => {
	const owner = await createOwner(server);
	const tus = uploadsOf(server, owner);
	const bytes = newPicture(200_000);
	const id = tus.idOf(await tus.begin(bytes));
	// Each to another process, so that neither waits for the other.
	fail("PUT", "held");
	const sending = [tus.send(id, 0, bytes), uploadsOf(second, owner).send(id, 0, bytes)];
	await until(async () => (await s3.keys(below(owner))).length === 2, "both are written");
	s3.fault = () => undefined;
	s3.release();
	const statuses = (await Promise.all(sending)).map(({ status }) => status);
	expect(statuses.sort()).toEqual([204, 409]);
	expect(await looseOf(owner)).toHaveLength(1);
	await sweep();
	expect(await s3.keys(below(owner))).toHaveLength(1);
	expect(await s3.keys(below(owner))).toEqual(await objectsOf(owner));
});

test.each(["deleted", "about to be deleted"])(
	"an object that is %s as given up does not become a piece",
	async (how) => {
		const owner = await createOwner(server);
		const tus = uploadsOf(server, owner);
		const bytes = newPicture(1_000);
		const id = tus.idOf(await tus.begin(bytes));
		fail("PUT", "held");
		const sending = tus.send(id, 0, bytes);
		const key = await until(async () => (await s3.keys(below(owner)))[0], "the store has it");
		if (how === "deleted") {
			await giveUp();
			await sweep();
			expect(await s3.keys(below(owner))).toEqual([]);
			// Like a try that was on its way for a long time.
			await s3.write(key, bytes);
		} else await pool.query("UPDATE loose_objects SET held_until = NULL");
		s3.fault = () => undefined;
		s3.release();
		expect((await sending).status).toBe(409);
		await sweep();
		expect(await s3.keys(below(owner))).toEqual([]);
		expect((await tus.send(id, 0, bytes)).status).toBe(204);
	},
);

test("whatever deletes a file deletes its objects, and only those", async () => {
	const owner = await createOwner(server);
	const client = await addClient(server, owner.workspaceId, "North");
	const kept = await addEvidence(server, owner);
	const deleted = await addEvidence(server, owner);
	await addEvidence(server, owner, {}, { "Plumbline-Client": client });
	const tus = uploadsOf(server, owner);
	const unfinished = newPicture(1_000);
	await tus.send(tus.idOf(await tus.begin(unfinished)), 0, unfinished.subarray(0, 500));
	const ended = newPicture(1_000);
	const id = tus.idOf(await tus.begin(ended));
	await tus.send(id, 0, ended.subarray(0, 500));
	await tus.upload(newPicture(), { sha256: "0".repeat(64) });

	expect((await owner.call("deleteEvidence", { params: { evidenceId: deleted.id } })).status).toBe(204);
	expect((await tus.end(id)).status).toBe(204);
	const gone = await owner.call("deleteClient", { params: { clientId: client }, body: { name: "North" } });
	expect(gone.status).toBe(204);
	const week = 7 * 86_400_000;
	await dropExpired(pool, new Date(Date.now() + 2 * week), week);
	expect((await s3.keys(below(owner))).length).toBeGreaterThan(1);
	await sweep();
	expect((await s3.keys(below(owner))).toSorted()).toEqual(await objectsOf(owner));
	// Its file, and the file's thumbnail.
	expect(await s3.keys(below(owner))).toHaveLength(2);
	expect((await readFile(owner, kept)).status).toBe(200);

	await owner.call("deleteAccount", { body: { current: owner.password } });
	await sweep();
	expect(await s3.keys(below(owner))).toEqual([]);
	expect(await looseOf(owner)).toEqual([]);
});

test("what the store does not delete stays on the list", async () => {
	const owner = await createOwner(server);
	const evidence = await addEvidence(server, owner);
	await owner.call("deleteEvidence", { params: { evidenceId: evidence.id } });
	const loose = await looseOf(owner);
	expect(loose).toHaveLength(2);
	fail("DELETE", "away");
	expect((await sweep()).error).toMatchObject({ name: "ObjectStoreError", because: "away" });
	expect(await looseOf(owner)).toEqual(loose);
	s3.fault = () => undefined;
	expect((await sweep()).deleted).toBeGreaterThan(0);
	expect([await looseOf(owner), await s3.keys(below(owner))]).toEqual([[], []]);
	// Deleted, but the process stopped before recording it.
	await pool.query("INSERT INTO loose_objects (object) VALUES ($1)", [loose[0]]);
	expect(await sweep()).toEqual({ deleted: 1, error: undefined });
});

test("a store that is slow holds up neither other calls nor the database's connections", async () => {
	const owner = await createOwner(server);
	const tus = uploadsOf(server, owner);
	// More than the pool has connections.
	const files = Array.from({ length: 15 }, () => newPicture(1_000));
	fail("PUT", "held");
	const before = s3.asked.filter((line) => line.startsWith("PUT files/")).length;
	const sending = files.map((bytes) => tus.upload(bytes));
	await until(
		async () => s3.asked.filter((line) => line.startsWith("PUT files/")).length >= before + files.length,
		"all are being written",
	);
	expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
	const listed = await fetch(`${server.url}/api/v1/evidence/`, { headers: asAccount(owner) });
	expect(listed.status).toBe(200);
	s3.fault = () => undefined;
	s3.release();
	for (const answer of await Promise.all(sending)) expect(answer.status).toBe(204);
});

test("what was in a sealed file goes to the store, too, and nothing is left of an opening that failed", async () => {
	const owner = await createOwner(server);
	const bytes = newPicture(2_500_000);
	const sealed = await sealTo(await recipientOf(owner), bytes);
	let puts = 0;
	// The first two objects from the seal are stored, and then the store is away.
	s3.fault = (method, key) => (method === "PUT" && /\/\d$/.test(key) && ++puts > 2 ? "away" : undefined);
	expect((await uploadSealed(server, owner, sealed)).status).toBe(503);
	s3.fault = () => undefined;
	expect((await uploadSealed(server, owner, sealed)).ok).toBe(true);

	const body = evidenceBody([bytes]);
	expect((await owner.call("addEvidence", { body })).status).toBe(202);
	const answer = await readFile(owner, { id: body.id, sha256: hashOf(bytes) });
	expect(hashOf(Buffer.from(await answer.arrayBuffer()))).toBe(hashOf(bytes));
	await giveUp();
	await sweep();
	expect((await s3.keys(below(owner))).toSorted()).toEqual(await objectsOf(owner));
	expect(await objectsOf(owner)).toHaveLength(3);
});
