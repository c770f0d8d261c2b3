import { createServer } from "node:http";
import { expect, test } from "vitest";
import { readConfig } from "#server/platform/settings/config.ts";
import { afterFile } from "../../../support/after-file.ts";
import { unpackRelease, whyNoHistory } from "../../../support/deploy/old-release.ts";
import { freePort } from "../../../support/free-ports.ts";
import { startS3 } from "../../../support/s3/s3-server.ts";
import { apiClient, asAccount, refusalOf } from "../../../support/server/api-client.ts";
import { createTestDatabase } from "../../../support/server/database.ts";
import { addEvidence, evidenceBody, newPicture, uploadsOf } from "../../../support/server/evidence.ts";
import { createOwner, type TestMember } from "../../../support/server/people.ts";
import { startPlumbline } from "../../../support/server/plumbline.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { hashOf } from "../../../support/server/tus.ts";
import { until } from "../../../support/until.ts";

const s3 = await startS3();
const { FILE_STORE: _, ...readsS3 } = s3.env;

const read = async (member: TestMember, { id, sha256 }: { id: string; sha256: string }) =>
	member.call("readEvidenceFile", { params: { evidenceId: id, sha256 } });

test.each([
	[{ FILE_STORE: "s3" }, "S3_BUCKET and S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are not set"],
	[{ S3_BUCKET: "files", S3_ACCESS_KEY_ID: "a" }, "S3_SECRET_ACCESS_KEY is not set"],
	[{ ...s3.env, S3_ENDPOINT: "https://s3.example.com/files" }, "S3_ENDPOINT"],
	[{ ...s3.env, S3_BUCKET: "Files/.." }, "S3_BUCKET"],
	[{ ...s3.env, S3_FORCE_PATH_STYLE: "yes" }, "S3_FORCE_PATH_STYLE"],
])("settings that do not belong together are named at the start (%#)", (env, wanted) => {
	expect(() => readConfig(env)).toThrow(wanted);
});

test("a key that cannot be one is not shown", () => {
	const secret = "top secret";
	expect(() => readConfig({ ...s3.env, S3_SECRET_ACCESS_KEY: secret, S3_ACCESS_KEY_ID: secret })).toThrow(
		expect.objectContaining({ message: expect.not.stringContaining(secret) }),
	);
});

test.each([
	["an unknown key", { S3_ACCESS_KEY_ID: "SOMEBODY" }, "does not know S3_ACCESS_KEY_ID"],
	["a wrong secret", { S3_SECRET_ACCESS_KEY: "wrong" }, "S3_SECRET_ACCESS_KEY does not belong"],
	["a bucket that is not there", { S3_BUCKET: "elsewhere" }, "There is no such bucket"],
])("%s ends the start with a sentence that says what to change, and no secret", async (_what, env, advice) => {
	const error = await startTestServer({ env: { ...s3.env, ...env } }).then(
		() => expect.fail("it started"),
		(refused: Error) => refused,
	);
	expect(error.name).toBe("StartError");
	expect(error.message).toContain(advice);
	expect(error.message).not.toContain("wrong");
});

test("what is no S3 server is refused at the start, with what to check", async () => {
	const port = await freePort();
	const web = createServer((_request, answer) => answer.writeHead(403).end("<h1>Welcome</h1>")).listen(
		port,
		"127.0.0.1",
	);
	await expect(startTestServer({ env: { ...s3.env, S3_ENDPOINT: `http://127.0.0.1:${port}` } })).rejects.toThrow(
		/answered 403.*Check the settings that begin with S3_/,
	);
	web.close();
});

test("a store that is away is a warning: the product starts, says so to probes, and is whole once the store is back", async () => {
	s3.fault = () => "away";
	const server = await startTestServer({ env: { ...s3.env, METRICS_PORT: "0" } });
	expect(server.facts.flat().join("\n")).toContain("Warning: Files cannot be stored or read");
	const ready = async () => {
		const answer = await fetch(`${server.url}/health/ready`);
		return { status: answer.status, ...(await answer.json()) };
	};
	const metrics = new Map(server.facts).get("Metrics") ?? "";
	expect(await ready()).toEqual({ status: "ready", without: ["files"] });
	expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
	expect(await (await fetch(metrics)).text()).toContain('plumbline_part_answers{part="files"} 0');
	const owner = await createOwner(server);
	expect(await refusalOf(await uploadsOf(server, owner).upload(newPicture()))).toMatchObject({ status: 503 });
	s3.fault = () => undefined;
	await until(async () => (await ready()).without === undefined, "the store is found again");
	expect(await (await fetch(metrics)).text()).toContain('plumbline_part_answers{part="files"} 1');
	expect((await uploadsOf(server, owner).upload(newPicture())).ok).toBe(true);
});

test("a setting that is changed leaves every file where it is and readable, and an upload goes on in the other place", async () => {
	const database = await createTestDatabase();
	const before = await startTestServer({ database });
	const inS3 = await startTestServer({ database, env: s3.env });
	const back = await startTestServer({ database, env: readsS3 });
	const owner = await createOwner(before);
	const files = [await addEvidence(before, owner), await addEvidence(inS3, owner), await addEvidence(back, owner)];
	const bytes = newPicture(900_000);
	const tus = uploadsOf(before, owner);
	const id = tus.idOf(await tus.begin(bytes));
	await tus.send(id, 0, bytes.subarray(0, 300_000));
	await uploadsOf(inS3, owner).send(id, 300_000, bytes.subarray(300_000, 600_000));
	const { rows } = await database.pool.query<{ here: boolean }>(
		"SELECT bytes IS NOT NULL AS here FROM file_pieces WHERE workspace_id = $1 AND pieces_id <> $2 ORDER BY begins_at, here",
		[owner.workspaceId, id],
	);
	// Each file with its thumbnail.
	expect(rows.map(({ here }) => here)).toEqual([false, false, true, true, true, true]);
	expect((await uploadsOf(back, owner).send(id, 600_000, bytes.subarray(600_000))).status).toBe(204);
	const { rowCount } = await database.pool.query("SELECT FROM files WHERE sha256 = decode($1, 'hex')", [hashOf(bytes)]);
	expect(rowCount).toBe(1);
	for (const { url } of [inS3, back]) {
		for (const file of files) {
			const answer = await fetch(`${url}/api/v1/evidence/${file.id}/files/${file.sha256}/`, {
				headers: { Cookie: owner.cookie, "Plumbline-Account": owner.accountId },
			});
			expect([answer.status, Buffer.from(await answer.arrayBuffer()).equals(file.bytes)]).toEqual([200, true]);
		}
	}
	expect(new Map(back.facts).get("Files")).toContain("in the database; earlier ones in bucket evidence");
	// Without any S3 settings: the start reports it, and no file is served truncated.
	const [, ofS3] = files;
	expect(await refusalOf(await read(owner, ofS3 ?? expect.fail("no file")))).toMatchObject({ status: 503 });
	const without = await startTestServer({ database });
	expect(without.facts.flat().join("\n")).toContain("Some files are in S3, but S3_BUCKET is not set");
});

/** Evidence with one file and no thumbnail, which the older code does not know. */
async function addPlain(server: { url: string }, member: TestMember): Promise<{ id: string; sha256: string }> {
	const bytes = newPicture();
	expect((await uploadsOf(server, member).upload(bytes)).ok).toBe(true);
	const body = evidenceBody([bytes]);
	expect((await member.call("addEvidence", { body })).status).toBe(202);
	return { id: body.id, sha256: hashOf(bytes) };
}

/** The last code that knew of no store. */
const BEFORE = "d684ab1758a1796ec5647eef8c12dfd480d9b955";
const why = whyNoHistory(BEFORE);

test.skipIf(why !== undefined)(
	`the code before this one works beside it, and refuses what it cannot read${why ? ` (skipped: ${why})` : ""}`,
	async () => {
		const server = await startTestServer({ env: s3.env });
		const { pool, url } = server.database;
		const old = await startPlumbline(
			{ DATABASE_URL: url, PRACTICE_TARGET: "off", LOG_LEVEL: "error" },
			{ program: await unpackRelease(BEFORE) },
		);
		afterFile(() => old.kill9());
		const owner = await createOwner(server);
		const there = { ...owner, call: apiClient(old.listening, asAccount(owner)) };

		const ofS3 = await addPlain(server, owner);
		expect(await refusalOf(await read(there, ofS3))).toMatchObject({ status: 500 });
		expect((await read(owner, ofS3)).status).toBe(200);
		const ofOld = await addPlain({ url: old.listening }, there);
		expect((await read(owner, ofOld)).status).toBe(200);

		// Started here, finished there: it can neither be checked nor is it thrown away.
		const bytes = newPicture(1_000);
		const tus = uploadsOf(server, owner);
		const id = tus.idOf(await tus.begin(bytes));
		await tus.send(id, 0, bytes.subarray(0, 500));
		expect((await uploadsOf({ url: old.listening }, there).send(id, 500, bytes.subarray(500))).status).toBe(500);
		expect((await tus.read(id)).headers.get("Upload-Offset")).toBe(String(bytes.length));
		const { rowCount } = await pool.query("SELECT FROM files WHERE sha256 = decode($1, 'hex')", [hashOf(bytes)]);
		expect(rowCount).toBe(1);

		expect((await there.call("deleteEvidence", { params: { evidenceId: ofS3.id } })).status).toBe(204);
		const { rows } = await pool.query("SELECT held_until FROM loose_objects");
		expect(rows).toEqual([{ held_until: null }]);
		expect(await old.stop()).toBe(0);
	},
);
