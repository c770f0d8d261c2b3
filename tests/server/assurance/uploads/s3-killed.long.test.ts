import { expect, test } from "vitest";
import { deleteLooseObjects } from "#server/assurance/uploads/store/loose-objects.ts";
import { startS3 } from "../../../support/s3/s3-server.ts";
import { apiClient, asAccount } from "../../../support/server/api-client.ts";
import { evidenceBody, newPicture, uploadsOf } from "../../../support/server/evidence.ts";
import { createOwner } from "../../../support/server/people.ts";
import { startPlumbline } from "../../../support/server/plumbline.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { hashOf } from "../../../support/server/tus.ts";
import { until } from "../../../support/until.ts";

const s3 = await startS3();
const server = await startTestServer({ env: s3.env });
const { pool, url } = server.database;

test("killed when the store has a piece and the database does not: sent again, nothing lost, nothing left behind", async () => {
	const owner = await createOwner(server);
	const killed = await startPlumbline({
		...s3.env,
		DATABASE_URL: url,
		PRACTICE_TARGET: "off",
		LOG_LEVEL: "error",
	});
	const there = { ...owner, call: apiClient(killed.listening, asAccount(owner)) };
	const tus = uploadsOf({ url: killed.listening }, there);
	const bytes = newPicture(1_500_000);
	const id = tus.idOf(await tus.begin(bytes));
	await tus.send(id, 0, bytes.subarray(0, 300_000));
	s3.fault = (method, key) => (method === "PUT" && key.startsWith("files/") ? "held" : undefined);
	const lost = expect(tus.send(id, 300_000, bytes.subarray(300_000))).rejects.toThrow();
	await until(async () => (await s3.keys()).length === 2, "the store has the second piece");
	await killed.kill9();
	await lost;
	s3.fault = () => undefined;
	s3.release();

	const again = uploadsOf(server, owner);
	expect((await again.read(id)).headers.get("Upload-Offset")).toBe("300000");
	expect((await again.send(id, 300_000, bytes.subarray(300_000))).status).toBe(204);
	const store = { delete: s3.remove };
	const sweep = () => deleteLooseObjects(pool, store, new AbortController().signal);
	// It might still be being written: nothing is deleted before its time.
	await sweep();
	expect(await s3.keys()).toHaveLength(4);
	await pool.query("UPDATE loose_objects SET held_until = now()");
	await sweep();
	const { rows } = await pool.query<{ object: string }>("SELECT object FROM file_pieces");
	expect(await s3.keys()).toEqual(rows.map(({ object }) => object).sort());
	expect(rows).toHaveLength(3);

	const body = evidenceBody([bytes]);
	expect((await owner.call("addEvidence", { body })).status).toBe(202);
	const read = await owner.call("readEvidenceFile", { params: { evidenceId: body.id, sha256: hashOf(bytes) } });
	expect(Buffer.from(await read.arrayBuffer()).equals(bytes)).toBe(true);
});
