import { mkdtemp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newSecret } from "#server/platform/keys/secret-text.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { createTestDatabase } from "../../../support/server/database.ts";
import { evidenceBody, newPicture } from "../../../support/server/evidence.ts";
import { addMember, asMember, createOwner, type TestMember } from "../../../support/server/people.ts";
import { recipientOf, sealedBody, sealingOf, sealTo, uploadSealed } from "../../../support/server/sealing.ts";
import { startTestServer, type TestServer } from "../../../support/server/test-server.ts";

const newFolder = () => mkdtemp(join(tmpdir(), "plumbline-seal-"));
const ofServer = (member: TestMember, server: TestServer) => asMember(server, member, member.workspaceId);
const content = () => ({ kind: "evidence", body: evidenceBody() });

test("every answer that has a membership says to whom to seal, and owners and managers say whether it is required", async () => {
	const server = await startTestServer();
	const owner = await createOwner(server);
	const recipient = await recipientOf(owner);
	expect(recipient).toMatch(/^age1[a-z0-9]{58}$/);
	const expected = { recipient, required: false };
	expect(await (await owner.call("readWorkspace")).json()).toMatchObject({ sealing: expected });
	const made = await (await owner.call("createWorkspace", { body: { name: "Another", kind: "company" } })).json();
	expect(made.sealing).toEqual({ recipient: expect.stringMatching(/^age1/), required: false });
	expect(made.sealing.recipient).not.toBe(recipient);

	const etag = (await owner.call("readWorkspace")).headers.get("ETag") ?? "";
	const changed = await owner.call("changeWorkspace", { body: { sealingRequired: true } });
	expect(await changed.json()).toMatchObject({ sealing: { recipient, required: true } });
	expect((await owner.call("readWorkspace", { headers: { "If-None-Match": etag } })).status).toBe(200);
	expect(await sealingOf(owner)).toEqual({ recipient, required: true });
	// Other changes leave it as it is.
	await owner.call("changeWorkspace", { body: { color: "teal" } });
	expect(await sealingOf(owner)).toEqual({ recipient, required: true });

	const consultant = await addMember(server, owner, "consultant");
	expect(await sealingOf(consultant)).toEqual({ recipient, required: true });
	expect(await refusalOf(await consultant.call("changeWorkspace", { body: { sealingRequired: false } }))).toMatchObject(
		{
			status: 403,
			code: "role_required",
		},
	);
	const manager = await addMember(server, owner, "manager");
	expect((await manager.call("changeWorkspace", { body: { sealingRequired: false } })).status).toBe(200);
	expect(await sealingOf(owner)).toEqual({ recipient, required: false });

	const { rows } = await server.database.pool.query(
		"SELECT detail -> 'changed' AS changed FROM audit_entries WHERE workspace_id = $1 AND what = 'workspace-changed' ORDER BY id",
		[owner.workspaceId],
	);
	expect(rows.map(({ changed }) => changed)).toEqual([["sealing_required"], ["color"], ["sealing_required"]]);
});

test("without a setting the secret is made once, for this user alone, and no table has it", async () => {
	const [database, folder] = [await createTestDatabase(), await newFolder()];
	const first = await startTestServer({ database, env: { VAR_DIR: folder } });
	const owner = await createOwner(first);
	const recipient = await recipientOf(owner);
	const secret = (await readFile(join(folder, "seal-secret"), "utf8")).trim();
	expect(secret).toMatch(/^[\w-]{43}$/);
	expect((await stat(join(folder, "seal-secret"))).mode & 0o777).toBe(0o600);
	await first.close();

	const again = await startTestServer({ database, env: { VAR_DIR: folder } });
	expect(await recipientOf(ofServer(owner, again))).toBe(recipient);
	await again.close();
	// Given as a setting, it is the same secret; the file is not needed.
	const elsewhere = await newFolder();
	const moved = await startTestServer({ database, env: { VAR_DIR: elsewhere, SEAL_SECRET: secret } });
	expect(await recipientOf(ofServer(owner, moved))).toBe(recipient);
	expect(await readdir(elsewhere)).not.toContain("seal-secret");
});

test("of several secrets the first seals and all open; one that is gone opens nothing", async () => {
	const database = await createTestDatabase();
	const [old, current] = [newSecret(), newSecret()];
	const before = await startTestServer({ database, env: { SEAL_SECRET: old } });
	const owner = await createOwner(before);
	const waiting = await sealedBody(owner, content());
	const picture = newPicture();
	const file = await sealTo(await recipientOf(owner), picture);
	await before.close();

	const without = await startTestServer({ database, env: { SEAL_SECRET: current } });
	const lost = ofServer(owner, without);
	expect(await refusalOf(await lost.call("sendSealed", { body: waiting }))).toMatchObject({ code: "seal_unknown" });
	expect(await refusalOf(await uploadSealed(without, lost, file))).toMatchObject({ status: 422, code: "seal_unknown" });
	const recipient = await recipientOf(lost);
	await without.close();

	const both = await startTestServer({ database, env: { SEAL_SECRET: `${current}, ${old}` } });
	const found = ofServer(owner, both);
	expect(await recipientOf(found)).toBe(recipient);
	expect((await found.call("sendSealed", { body: waiting })).status).toBe(202);
	expect((await uploadSealed(both, found, file)).status).toBe(204);
	expect((await found.call("sendSealed", { body: await sealedBody(found, content()) })).status).toBe(202);
});

test("processes that share the work and no secret seal nothing, and say so", async () => {
	const database = await createTestDatabase();
	const sealing = await startTestServer({ database, env: { SEAL_SECRET: newSecret() } });
	const owner = await createOwner(sealing);
	const waiting = await sealedBody(owner, content());
	const file = await sealTo(await recipientOf(owner), newPicture());
	const api = await startTestServer({ database, env: { ROLE: "api" } });
	expect(api.facts).toContainEqual(["Sealing", expect.stringContaining("SEAL_SECRET")]);
	const here = ofServer(owner, api);
	expect(await sealingOf(here)).toBeUndefined();
	expect(await refusalOf(await here.call("sendSealed", { body: waiting }))).toMatchObject({ code: "seal_unknown" });
	expect(await refusalOf(await uploadSealed(api, here, file))).toMatchObject({ status: 422, code: "seal_unknown" });
	expect(await readdir(api.varDir)).not.toContain("seal-secret");
});

test("a kept secret that is damaged stops the start, instead of sealing to another one", async () => {
	const folder = await newFolder();
	await writeFile(join(folder, "seal-secret"), "\n");
	await expect(startTestServer({ env: { VAR_DIR: folder } })).rejects.toThrow("seal-secret does not have the secret");
});
