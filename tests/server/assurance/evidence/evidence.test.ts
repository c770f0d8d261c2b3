import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { addEvidence, evidenceBody, newPicture, uploadsOf } from "../../../support/server/evidence.ts";
import { fileStore } from "../../../support/server/file-store.ts";
import { addClient, addMember, createOwner, type TestMember } from "../../../support/server/people.ts";
import { hashOf } from "../../../support/server/tus.ts";

const { server, pool } = await startAccountServer({ env: await fileStore() });

const FINGERPRINT = "ab".repeat(32);
const detailOf = async (member: TestMember, evidenceId: string, headers = {}) => {
	const answer = await member.call("readEvidence", { params: { evidenceId }, headers });
	expect(answer.status).toBe(200);
	return answer.json();
};
const actsOf = async (workspaceId: string): Promise<string[]> => {
	const { rows } = await pool.query<{ what: string }>(
		"SELECT what FROM audit_entries WHERE workspace_id = $1 AND subject_type = 'evidence' ORDER BY id",
		[workspaceId],
	);
	return rows.map(({ what }) => what);
};

test("evidence is accepted once all of its files are there, and once only", async () => {
	const owner = await createOwner(server);
	const pictures = [newPicture(), newPicture()];
	const body = evidenceBody(pictures, { about: [{ type: "asset", id: "db.example" }] });
	const headers = { "Idempotency-Key": randomUUID() };
	const early = await refusalOf(await owner.call("addEvidence", { body, headers }));
	expect(early).toMatchObject({ status: 409, code: "attachments_missing", details: { sha256: pictures.map(hashOf) } });
	expect((await (await owner.call("listEvidence")).json()).total).toBe(0);

	for (const picture of pictures) await uploadsOf(server, owner).upload(picture);
	const answers = await Promise.all([1, 2, 3].map(() => owner.call("addEvidence", { body, headers })));
	const receipts = await Promise.all(answers.map((answer) => answer.json()));
	expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
	expect(receipts[0].receipt).toMatchObject({ key: headers["Idempotency-Key"], evidenceId: body.id });
	expect(new Set(receipts.map((receipt) => JSON.stringify(receipt))).size).toBe(1);

	const page = await (await owner.call("listEvidence")).json();
	expect(page).toMatchObject({ total: 1, unlinked: 0, next: null });
	expect(page.evidence).toMatchObject([
		{
			id: body.id,
			clientId: owner.workspaceId,
			title: body.title,
			takenAt: body.takenAt,
			by: { accountId: owner.accountId },
			files: pictures.map((bytes, n) => ({
				sha256: hashOf(bytes),
				size: bytes.length,
				type: "image/png",
				name: `photo ${n}.png`,
			})),
			about: [{ type: "asset", id: "db.example" }],
			version: 1,
		},
	]);
	const detail = await detailOf(owner, body.id);
	expect(detail.custody.map(({ what }: { what: string }) => what)).toEqual(["received", "linked"]);
	expect(await actsOf(owner.workspaceId)).toEqual(["evidence-added", "evidence-linked"]);
});

test("the same piece under another key is not added again", async () => {
	const owner = await createOwner(server);
	const body = evidenceBody();
	expect((await owner.call("addEvidence", { body, headers: { "Idempotency-Key": "one" } })).status).toBe(202);
	expect(
		await refusalOf(await owner.call("addEvidence", { body, headers: { "Idempotency-Key": "two" } })),
	).toMatchObject({
		status: 409,
		code: "already_exists",
	});
	const other = await refusalOf(
		await owner.call("addEvidence", { body: { ...body, title: "Other" }, headers: { "Idempotency-Key": "one" } }),
	);
	expect(other).toMatchObject({ status: 422, code: "idempotency_mismatch" });
	// The id means nothing in another workspace.
	expect((await (await createOwner(server)).call("addEvidence", { body })).status).toBe(202);
});

test.each([
	["nothing in it", { note: "", files: [] }],
	["a title of blanks", { title: "  " }],
	[
		"a file named twice",
		{ files: [1, 2].map(() => ({ sha256: "0".repeat(64), size: 1, type: "image/png", name: "a" })) },
	],
	["an empty file", { files: [{ sha256: "0".repeat(64), size: 0, type: "image/png", name: "a" }] }],
	[
		"a name of nothing but directions",
		{ files: [{ sha256: "0".repeat(64), size: 1, type: "image/png", name: "\u202e\u0000/" }] },
	],
	["a place beyond the pole", { place: { latitude: 91, longitude: 0, accuracy: 5 } }],
	["something it cannot be about", { about: [{ type: "client", id: "x" }] }],
	["more than the fields it has", { owner: "me" }],
])("evidence with %s is refused", async (_what, more) => {
	const owner = await createOwner(server);
	expect(await refusalOf(await owner.call("addEvidence", { body: evidenceBody([], more) }))).toMatchObject({
		status: 400,
		code: "invalid_body",
	});
	expect((await (await owner.call("listEvidence")).json()).total).toBe(0);
});

test("a file of another size than it has is another file, which cannot be uploaded", async () => {
	const owner = await createOwner(server);
	const picture = newPicture();
	await uploadsOf(server, owner).upload(picture);
	const body = evidenceBody([picture]);
	const files = body.files.map((file) => ({ ...file, size: file.size + 1 }));
	const refusal = await refusalOf(await owner.call("addEvidence", { body: { ...body, files } }));
	expect(refusal).toMatchObject({ code: "attachments_missing" });
	const begun = await refusalOf(await uploadsOf(server, owner).begin(picture, { size: picture.length + 1 }));
	expect(begun).toMatchObject({ status: 422, code: "file_refused", message: expect.stringContaining("another size") });
});

test("an account that is deleted takes its evidence and files along", async () => {
	const owner = await createOwner(server);
	await addEvidence(server, owner);
	await uploadsOf(server, owner).begin(newPicture());
	const answer = await owner.call("deleteAccount", { body: { current: owner.password } });
	expect(answer.status).toBe(204);
	for (const table of [
		"evidence",
		"evidence_files",
		"evidence_thumbnails",
		"evidence_custody",
		"files",
		"file_pieces",
		"uploads",
	]) {
		const { rowCount } = await pool.query(`SELECT FROM ${table} WHERE workspace_id = $1`, [owner.workspaceId]);
		expect(rowCount, table).toBe(0);
	}
});

test("names lose what changes how they read, and texts keep what they are", async () => {
	const owner = await createOwner(server);
	const picture = newPicture();
	await uploadsOf(server, owner).upload(picture);
	const body = evidenceBody([picture], { title: "Türschloss \u{1f512}", note: "زر الخروج" });
	const name = "../../fdp\u202egnp.exe\u0000 \u{1f4f7}.png";
	await owner.call("addEvidence", { body: { ...body, files: body.files.map((file) => ({ ...file, name })) } });
	const { title, note, files } = await detailOf(owner, body.id);
	expect([title, note]).toEqual(["Türschloss \u{1f512}", "زر الخروج"]);
	expect(files[0].name).toBe(".. .. fdp gnp.exe  \u{1f4f7}.png");
});

test("the custody list says that parts of a picture were covered before it was sent", async () => {
	const owner = await createOwner(server);
	const picture = newPicture();
	await uploadsOf(server, owner).upload(picture);
	const body = evidenceBody([picture]);
	const files = body.files.map((file) => ({ ...file, redacted: true }));
	expect((await owner.call("addEvidence", { body: { ...body, files } })).status).toBe(202);
	const { custody } = await detailOf(owner, body.id);
	expect(custody.map(({ what }: { what: string }) => what)).toEqual(["received", "redacted"]);
});

test("a file comes back as it was, to save, and the custody list says who opened it", async () => {
	const owner = await createOwner(server);
	const colleague = await addMember(server, owner, "auditor");
	const { id, sha256, bytes } = await addEvidence(server, owner);
	for (const member of [owner, colleague, colleague]) {
		const answer = await member.call("readEvidenceFile", { params: { evidenceId: id, sha256 } });
		expect(answer.status).toBe(200);
		expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
		expect(answer.headers.get("content-type")).toBe("image/png");
		expect(answer.headers.get("content-disposition")).toBe(
			`attachment; filename="photo 0.png"; filename*=UTF-8''photo%200.png`,
		);
		expect(answer.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
		expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
	}
	const { custody } = await detailOf(owner, id);
	expect(custody.map(({ what, by }: { what: string; by: { accountId: string } }) => [what, by.accountId])).toEqual([
		["received", owner.accountId],
		["opened", owner.accountId],
		["opened", colleague.accountId],
	]);
});

test("a drawing with a script in it is never served as one", async () => {
	const owner = await createOwner(server);
	const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
	const type = "image/svg+xml";
	await uploadsOf(server, owner).upload(svg, { type });
	const body = evidenceBody([svg]);
	await owner.call("addEvidence", {
		body: { ...body, files: body.files.map((file) => ({ ...file, type, name: "a.svg" })) },
	});
	const answer = await owner.call("readEvidenceFile", { params: { evidenceId: body.id, sha256: hashOf(svg) } });
	expect(answer.headers.get("content-type")).toBe("application/octet-stream");
	expect(answer.headers.get("content-disposition")).toMatch(/^attachment/);
});

test("evidence is put on things and taken off, once per key, and the custody list says so", async () => {
	const owner = await createOwner(server);
	const { id } = await addEvidence(server, owner);
	const about = { type: "finding", id: FINGERPRINT };
	const link = (linked: boolean, key: string) =>
		owner.call("linkEvidence", { body: { evidenceId: id, about, linked }, headers: { "Idempotency-Key": key } });
	expect((await (await owner.call("listEvidence", { query: { linked: "no" } })).json()).total).toBe(1);
	expect((await link(true, "a")).status).toBe(202);
	expect((await link(true, "a")).status).toBe(202);
	expect((await link(true, "b")).status).toBe(202);
	const onIt = await (await owner.call("listEvidence", { query: { subject: "finding", id: FINGERPRINT } })).json();
	expect(onIt).toMatchObject({ total: 1, evidence: [{ id, about: [about] }] });
	expect((await (await owner.call("listEvidence", { query: { linked: "no" } })).json()).total).toBe(0);
	expect((await link(false, "c")).status).toBe(202);
	expect(
		(await (await owner.call("listEvidence", { query: { subject: "finding", id: FINGERPRINT } })).json()).total,
	).toBe(0);
	const { custody } = await detailOf(owner, id);
	expect(custody.map(({ what }: { what: string }) => what)).toEqual(["received", "linked", "unlinked"]);
	expect(await actsOf(owner.workspaceId)).toEqual(["evidence-added", "evidence-linked", "evidence-unlinked"]);
	const other = await createOwner(server);
	expect(
		await refusalOf(await other.call("linkEvidence", { body: { evidenceId: id, about, linked: true } })),
	).toMatchObject({ status: 404 });
});

test("title and note are corrected, unless another member did first", async () => {
	const owner = await createOwner(server);
	const { id } = await addEvidence(server, owner);
	const change = (body: object) => owner.call("changeEvidence", { params: { evidenceId: id }, body });
	expect(await (await change({ title: "New", version: 1 })).json()).toMatchObject({ title: "New", version: 2 });
	expect(await refusalOf(await change({ title: "Late", version: 1 }))).toMatchObject({ code: "changed_meanwhile" });
	// Nothing changes, so nothing is recorded.
	expect(await (await change({ title: "New", version: 2 })).json()).toMatchObject({ version: 2 });
	expect(await (await change({ note: "", version: 2 })).json()).toMatchObject({ note: "", version: 3 });
	const { custody } = await detailOf(owner, id);
	expect(custody.map(({ what }: { what: string }) => what)).toEqual(["received", "changed", "changed"]);
	expect(await actsOf(owner.workspaceId)).toEqual(["evidence-added", "evidence-changed", "evidence-changed"]);
});

test("a custody list only grows", async () => {
	const owner = await createOwner(server);
	const { id } = await addEvidence(server, owner);
	for (const attempt of [
		"UPDATE evidence_custody SET who_name = 'x' WHERE evidence_id = $1",
		"DELETE FROM evidence_custody WHERE evidence_id = $1",
	]) {
		await expect(pool.query(attempt, [id])).rejects.toThrow(/cannot be changed|permission denied/);
	}
});

test("deleting evidence deletes the files that no other piece names", async () => {
	const owner = await createOwner(server);
	const shared = newPicture();
	const own = newPicture();
	for (const picture of [shared, own]) await uploadsOf(server, owner).upload(picture);
	const [first, second] = [evidenceBody([shared, own]), evidenceBody([shared])];
	for (const body of [first, second]) await owner.call("addEvidence", { body });
	const contributor = await addMember(server, owner, "contributor");
	const remove = (member: TestMember) => member.call("deleteEvidence", { params: { evidenceId: first.id } });
	expect((await remove(contributor)).status).toBe(403);
	expect((await remove(owner)).status).toBe(204);
	expect((await remove(owner)).status).toBe(404);
	const { rows } = await pool.query<{ sha256: string; bytes: number }>(
		`SELECT encode(sha256, 'hex') AS sha256, (SELECT sum(coalesce(length(bytes), object_size)) FROM file_pieces WHERE pieces_id = files.pieces_id) AS bytes
		 FROM files WHERE workspace_id = $1`,
		[owner.workspaceId],
	);
	expect(rows).toEqual([{ sha256: hashOf(shared), bytes: shared.length }]);
	expect(
		(await owner.call("readEvidenceFile", { params: { evidenceId: second.id, sha256: hashOf(shared) } })).status,
	).toBe(200);
	expect(await actsOf(owner.workspaceId)).toEqual(["evidence-added", "evidence-added", "evidence-deleted"]);
	// What was deleted can be sent again.
	expect((await uploadsOf(server, owner).begin(own)).headers.get("Upload-Offset")).toBe("0");
});

test("a guest sees the evidence of one client, and no file of another", async () => {
	const owner = await createOwner(server);
	const [north, south] = [
		await addClient(server, owner.workspaceId, "North"),
		await addClient(server, owner.workspaceId, "South"),
	];
	const ofNorth = await addEvidence(server, owner, {}, { "Plumbline-Client": north });
	const ofSouth = await addEvidence(server, owner, {}, { "Plumbline-Client": south });
	const guest = await addMember(server, owner, "guest", { clientId: north });
	const page = await (await guest.call("listEvidence")).json();
	expect(page.evidence.map(({ id }: { id: string }) => id)).toEqual([ofNorth.id]);
	const read = ({ id, sha256 }: { id: string; sha256: string }) =>
		guest.call("readEvidenceFile", { params: { evidenceId: id, sha256 } });
	expect((await read(ofNorth)).status).toBe(200);
	expect((await read(ofSouth)).status).toBe(404);
	// Nor under the evidence that it sees.
	expect((await read({ id: ofNorth.id, sha256: ofSouth.sha256 })).status).toBe(404);
	expect((await guest.call("readEvidence", { params: { evidenceId: ofSouth.id } })).status).toBe(404);
});

test("a list goes on page by page, and finds by text", async () => {
	const owner = await createOwner(server);
	for (const title of ["Alpha", "Beta", "Gamma"])
		await owner.call("addEvidence", { body: evidenceBody([], { title }) });
	const first = await (await owner.call("listEvidence", { query: { limit: "2" } })).json();
	expect(first.evidence.map(({ title }: { title: string }) => title)).toEqual(["Gamma", "Beta"]);
	const rest = await (await owner.call("listEvidence", { query: { limit: "2", cursor: first.next } })).json();
	expect([rest.evidence.map(({ title }: { title: string }) => title), rest.next]).toEqual([["Alpha"], null]);
	const found = await (await owner.call("listEvidence", { query: { q: "bet" } })).json();
	expect(found).toMatchObject({ total: 1, evidence: [{ title: "Beta" }] });
	expect((await owner.call("listEvidence", { query: { cursor: "nonsense" } })).status).toBe(400);
});
