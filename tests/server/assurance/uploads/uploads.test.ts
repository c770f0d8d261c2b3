import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { dropExpired } from "#server/assurance/uploads/store/drop-files.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { asAccount, refusalOf } from "../../../support/server/api-client.ts";
import { newPicture, uploadsOf } from "../../../support/server/evidence.ts";
import { fileStore } from "../../../support/server/file-store.ts";
import { addMember, createOwner } from "../../../support/server/people.ts";
import { hashOf } from "../../../support/server/tus.ts";
import { until } from "../../../support/until.ts";

const { server, pool } = await startAccountServer({
	env: { EVIDENCE_FILE_MB: "2", EVIDENCE_QUOTA_MB: "4", ...(await fileStore()) },
});

const storedOf = async (workspaceId: string) => {
	const { rows } = await pool.query<{ sha256: string; size: number; type: string }>(
		"SELECT encode(sha256, 'hex') AS sha256, size, type FROM files WHERE workspace_id = $1",
		[workspaceId],
	);
	return rows;
};
const piecesOf = async (workspaceId: string): Promise<number> => {
	const { rows } = await pool.query<{ bytes: number }>(
		"SELECT coalesce(sum(coalesce(length(bytes), object_size)), 0)::bigint AS bytes FROM file_pieces WHERE workspace_id = $1",
		[workspaceId],
	);
	return rows[0]?.bytes ?? 0;
};

test("a file goes up in pieces, from where it is, and is a file at the last byte", async () => {
	const owner = await createOwner(server);
	const tus = uploadsOf(server, owner);
	const bytes = newPicture(700_000);
	const begun = await tus.begin(bytes);
	expect(begun.status).toBe(201);
	expect(begun.headers.get("Location")).toMatch(/^\/api\/v1\/uploads\/[\da-f-]{36}\/$/);
	expect(begun.headers.get("Upload-Offset")).toBe("0");
	expect(begun.headers.get("Tus-Resumable")).toBe("1.0.0");
	const id = tus.idOf(begun);
	expect((await tus.send(id, 0, bytes.subarray(0, 400_000))).headers.get("Upload-Offset")).toBe("400000");
	const at = await tus.read(id);
	expect([at.status, at.headers.get("Upload-Offset"), at.headers.get("Upload-Length")]).toEqual([
		200,
		"400000",
		String(bytes.length),
	]);
	expect(await storedOf(owner.workspaceId)).toEqual([]);
	expect((await tus.send(id, 400_000, bytes.subarray(400_000))).status).toBe(204);
	expect(await storedOf(owner.workspaceId)).toEqual([{ sha256: hashOf(bytes), size: bytes.length, type: "image/png" }]);
	expect(await piecesOf(owner.workspaceId)).toBe(bytes.length);
});

test("sending a file twice is a no-op, and an upload whose address was lost goes on", async () => {
	const owner = await createOwner(server);
	const tus = uploadsOf(server, owner);
	const bytes = newPicture(1_000);
	const id = tus.idOf(await tus.begin(bytes));
	await tus.send(id, 0, bytes.subarray(0, 500));
	const again = await tus.begin(bytes);
	expect([tus.idOf(again), again.headers.get("Upload-Offset")]).toEqual([id, "500"]);
	await tus.send(id, 500, bytes.subarray(500));
	const whole = await tus.begin(bytes);
	expect([whole.status, whole.headers.get("Upload-Offset")]).toEqual([201, String(bytes.length)]);
	expect(await piecesOf(owner.workspaceId)).toBe(bytes.length);
	// In another workspace it is another file.
	const other = await createOwner(server);
	expect((await uploadsOf(server, other).begin(bytes)).headers.get("Upload-Offset")).toBe("0");
});

test("two who send the same file at once leave one file", async () => {
	const owner = await createOwner(server);
	const colleague = await addMember(server, owner, "consultant");
	const bytes = newPicture(300_000);
	const answers = await Promise.all([
		uploadsOf(server, owner).upload(bytes),
		uploadsOf(server, colleague).upload(bytes),
	]);
	expect(answers.map(({ ok }) => ok)).toEqual([true, true]);
	expect(await storedOf(owner.workspaceId)).toHaveLength(1);
	expect(await piecesOf(owner.workspaceId)).toBe(bytes.length);
});

test("two who send one piece of one upload at once store it once", async () => {
	const owner = await createOwner(server);
	const tus = uploadsOf(server, owner);
	const bytes = newPicture(200_000);
	const id = tus.idOf(await tus.begin(bytes));
	const answers = await Promise.all([tus.send(id, 0, bytes), tus.send(id, 0, bytes), tus.send(id, 0, bytes)]);
	expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
	expect(await piecesOf(owner.workspaceId)).toBe(bytes.length);
	expect(await storedOf(owner.workspaceId)).toHaveLength(1);
});

test("what arrived before the line broke counts", async () => {
	const owner = await createOwner(server);
	const tus = uploadsOf(server, owner);
	const bytes = newPicture(1_800_000);
	const id = tus.idOf(await tus.begin(bytes));
	const sending = httpRequest(`${server.url}/api/v1/uploads/${id}/`, {
		method: "PATCH",
		headers: {
			...asAccount(owner),
			"Tus-Resumable": "1.0.0",
			"Content-Type": "application/offset+octet-stream",
			"Upload-Offset": "0",
			"Content-Length": String(bytes.length),
		},
	});
	sending.on("error", () => {});
	sending.write(bytes.subarray(0, 1_300_000));
	await until(async () => (await piecesOf(owner.workspaceId)) > 0, "the first pieces");
	sending.destroy();
	const offset = await until(async () => {
		const seen = Number((await tus.read(id)).headers.get("Upload-Offset"));
		return seen >= 262_144 && seen;
	}, "an offset");
	expect(offset).toBeLessThanOrEqual(1_300_000);
	// More may still be written until the server notices that the connection is gone.
	const finished = await until(async () => {
		const now = Number((await tus.read(id)).headers.get("Upload-Offset"));
		const answer = await tus.send(id, now, bytes.subarray(now));
		return answer.status === 204 && answer;
	}, "the rest");
	expect(finished.headers.get("Upload-Offset")).toBe(String(bytes.length));
	expect(await storedOf(owner.workspaceId)).toMatchObject([{ sha256: hashOf(bytes) }]);
});

test.each([
	["is empty", Buffer.alloc(0), {}, 422, "file_refused"],
	["is too large", Buffer.alloc(10), { size: 2_000_001 }, 413, "payload_too_large"],
	["names no SHA-256", newPicture(), { sha256: "abc" }, 400, "invalid_body"],
	["is not what was announced", newPicture(), { sha256: "0".repeat(64) }, 422, "file_refused"],
	["lies about its type", Buffer.from("<svg onload=alert(1)>"), { type: "image/png" }, 422, "file_refused"],
	[
		"is a program",
		Buffer.from("4d5a90000300000004000000ffff0000", "hex"),
		{ type: "application/zip" },
		422,
		"file_refused",
	],
])("a file that %s is refused, and nothing of it stays", async (_what, bytes, announced, status, code) => {
	const owner = await createOwner(server);
	const refusal = await refusalOf(await uploadsOf(server, owner).upload(bytes, announced));
	expect(refusal).toMatchObject({ status, code });
	expect(await storedOf(owner.workspaceId)).toEqual([]);
	expect(await piecesOf(owner.workspaceId)).toBe(0);
	const { rowCount } = await pool.query("SELECT FROM uploads WHERE workspace_id = $1", [owner.workspaceId]);
	expect(rowCount).toBe(0);
});

const HASH = Buffer.from("0".repeat(64)).toString("base64");

test.each([
	["no length", { "Upload-Metadata": `sha256 ${HASH}` }],
	["a length below nothing", { "Upload-Length": "-1", "Upload-Metadata": `sha256 ${HASH}` }],
	["a length that is none", { "Upload-Length": "1e9x", "Upload-Metadata": `sha256 ${HASH}` }],
	["the longest length", { "Upload-Length": "9".repeat(400), "Upload-Metadata": `sha256 ${HASH}` }],
	["a length that is not known yet", { "Upload-Defer-Length": "1", "Upload-Metadata": `sha256 ${HASH}` }],
	["no metadata", { "Upload-Length": "10" }],
	["metadata that is none", { "Upload-Length": "10", "Upload-Metadata": ",,, =" }],
	["metadata of 12,000 characters", { "Upload-Length": "10", "Upload-Metadata": `sha256 ${"QUFB".repeat(3_000)}` }],
	["the longest type", { "Upload-Length": "10", "Upload-Metadata": `sha256 ${HASH},type ${"YS9h".repeat(2_000)}` }],
	[
		"a type with zero bytes and directions",
		{
			"Upload-Length": "10",
			"Upload-Metadata": `sha256 ${HASH},type ${Buffer.from("image/\u0000\u202epng").toString("base64")}`,
		},
	],
	["another version of tus", { "Tus-Resumable": "0.2.2", "Upload-Length": "10", "Upload-Metadata": `sha256 ${HASH}` }],
])("an upload announced with %s is refused, and nothing begins", async (_what, headers) => {
	const owner = await createOwner(server);
	const sent: Record<string, string> = { "Tus-Resumable": "1.0.0", ...headers };
	const refusal = await refusalOf(await owner.call("beginUpload", { headers: sent }));
	expect([400, 413]).toContain(refusal.status);
	expect(refusal.message).not.toBe("");
	const { rowCount } = await pool.query("SELECT FROM uploads WHERE workspace_id = $1", [owner.workspaceId]);
	expect(rowCount).toBe(0);
});

test("a page and a drawing are kept as something that a browser only saves", async () => {
	const owner = await createOwner(server);
	const tus = uploadsOf(server, owner);
	for (const [text, type] of [
		["<!doctype html><script>alert(1)</script>", "text/html"],
		['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', "image/svg+xml"],
	] as const) {
		expect((await tus.upload(Buffer.from(text), { type })).ok).toBe(true);
	}
	expect((await storedOf(owner.workspaceId)).map(({ type }) => type)).toEqual([
		"application/octet-stream",
		"application/octet-stream",
	]);
});

test("a workspace has so much room, and what has arrived of a file counts", async () => {
	const owner = await createOwner(server);
	const tus = uploadsOf(server, owner);
	const [first, second, third] = [newPicture(1_800_000), newPicture(1_800_000), newPicture(1_800_000)];
	expect((await tus.upload(first)).ok).toBe(true);
	const waiting = await tus.begin(second);
	expect(waiting.status).toBe(201);
	expect((await tus.send(tus.idOf(waiting), 0, second.subarray(0, 1_000_000))).status).toBe(204);
	expect(await refusalOf(await tus.begin(third))).toMatchObject({
		status: 409,
		code: "storage_full",
		message: expect.stringContaining("stays there"),
		details: { limit: 4_000_000 },
	});
	expect((await tus.end(tus.idOf(waiting))).status).toBe(204);
	expect((await tus.begin(third)).status).toBe(201);
});

test("files that are only announced take no room, and the last of several to arrive finds it full", async () => {
	const owner = await createOwner(server);
	const colleague = await addMember(server, owner, "consultant");
	const [mine, theirs] = [uploadsOf(server, owner), uploadsOf(server, colleague)];
	for (let count = 0; count < 5; count++) expect((await mine.begin(newPicture(1_900_000))).status).toBe(201);
	const last = newPicture(1_900_000);
	const waiting = theirs.idOf(await theirs.begin(last));
	for (let count = 0; count < 2; count++) expect((await mine.upload(newPicture(1_200_000))).ok).toBe(true);
	expect(await refusalOf(await theirs.send(waiting, 0, last))).toMatchObject({ status: 409, code: "storage_full" });
	// What arrived before it was full is there, and the rest continues from it once there is room.
	const arrived = Number((await theirs.read(waiting)).headers.get("upload-offset"));
	expect(arrived).toBeGreaterThan(0);
	expect(2_400_000 + arrived).toBeLessThanOrEqual(4_000_000);
	await pool.query("DELETE FROM files WHERE workspace_id = $1", [owner.workspaceId]);
	expect((await theirs.send(waiting, arrived, last.subarray(arrived))).status).toBe(204);
	expect((await storedOf(owner.workspaceId)).map(({ size }) => size)).toEqual([last.length]);
});

test("only the one who began an upload sees it, in its workspace", async () => {
	const owner = await createOwner(server);
	const colleague = await addMember(server, owner, "consultant");
	const bytes = newPicture(100);
	const id = uploadsOf(server, owner).idOf(await uploadsOf(server, owner).begin(bytes));
	const other = uploadsOf(server, colleague);
	expect((await other.read(id)).status).toBe(404);
	expect((await other.send(id, 0, bytes)).status).toBe(404);
	expect((await other.end(id)).status).toBe(404);
	for (const role of ["auditor"] as const) {
		const reader = await addMember(server, owner, role);
		expect(await refusalOf(await uploadsOf(server, reader).begin(bytes))).toMatchObject({
			status: 403,
			code: "role_required",
		});
	}
});

test("unfinished uploads and files without evidence go at the end of their time", async () => {
	const owner = await createOwner(server);
	const tus = uploadsOf(server, owner);
	const [whole, part] = [newPicture(100), newPicture(100)];
	await tus.upload(whole);
	const id = tus.idOf(await tus.begin(part));
	await tus.send(id, 0, part.subarray(0, 50));
	const day = 86_400_000;
	await dropExpired(pool, new Date(Date.now() + 6 * day), 7 * day);
	expect(await storedOf(owner.workspaceId)).toHaveLength(1);
	await dropExpired(pool, new Date(Date.now() + 8 * day), 7 * day);
	expect(await storedOf(owner.workspaceId)).toEqual([]);
	expect(await piecesOf(owner.workspaceId)).toBe(0);
	expect((await tus.read(id)).status).toBe(404);
	// It can be sent again.
	expect((await tus.upload(whole)).ok).toBe(true);
});

test.each(["begun again", "asked for"])(
	"everything had arrived and the server stopped: the upload is finished when it is %s",
	async (how) => {
		const owner = await createOwner(server);
		const tus = uploadsOf(server, owner);
		const bytes = newPicture(100);
		const id = tus.idOf(await tus.begin(bytes));
		await pool.query("INSERT INTO file_pieces (workspace_id, pieces_id, begins_at, bytes) VALUES ($1, $2, 0, $3)", [
			owner.workspaceId,
			id,
			bytes,
		]);
		await pool.query("UPDATE uploads SET received = size WHERE id = $1", [id]);
		const answer = how === "asked for" ? await tus.read(id) : await tus.begin(bytes);
		expect(answer.headers.get("Upload-Offset")).toBe(String(bytes.length));
		expect(await storedOf(owner.workspaceId)).toMatchObject([{ sha256: hashOf(bytes) }]);
	},
);

test("what came before the line broke is stored whole, and a refused piece does not hold up what comes behind it", async () => {
	const owner = await createOwner(server);
	const tus = uploadsOf(server, owner);
	const bytes = newPicture(900_000);
	const id = tus.idOf(await tus.begin(bytes));
	const url = new URL(server.url);
	const socket = connect(Number(url.port), url.hostname).on("error", () => {});
	const lines = (length: number) =>
		Object.entries({
			...asAccount(owner),
			Host: url.host,
			"Tus-Resumable": "1.0.0",
			"Content-Type": "application/offset+octet-stream",
			"Upload-Offset": "0",
			"Content-Length": String(length),
		})
			.map(([name, value]) => `${name}: ${value}\r\n`)
			.join("");
	const patch = `PATCH /api/v1/uploads/${id}/ HTTP/1.1\r\n${lines(bytes.length)}\r\n`;
	socket.write(patch);
	socket.end(bytes.subarray(0, 600_000));
	await until(async () => (await tus.read(id)).headers.get("Upload-Offset") === "600000", "all that came is stored");

	// As a browser does by itself: the same piece again, and another request after it on the same connection.
	const again = connect(Number(url.port), url.hostname);
	const answers = new Promise<string>((resolve, reject) => {
		let text = "";
		again.on("error", reject).on("data", (chunk) => {
			text += chunk.toString();
			if (/409[\s\S]*HTTP\/1\.1 200/.test(text)) resolve(text);
		});
	});
	again.write(patch);
	again.write(bytes);
	again.write(`HEAD /api/v1/uploads/${id}/ HTTP/1.1\r\n${lines(0)}\r\n`);
	expect(await answers).toMatch(/upload-offset: 600000/i);
	again.destroy();
});
