import { expect, test } from "vitest";
import { THUMBNAIL_BYTES } from "#contract/evidence/files.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { addEvidence, evidenceBody, newPicture, uploadsOf } from "../../../support/server/evidence.ts";
import { addClient, addMember, createOwner, type TestMember } from "../../../support/server/people.ts";
import { hashOf } from "../../../support/server/tus.ts";

const { server, pool } = await startAccountServer();

/** A piece whose only file has this thumbnail. */
function withThumbnail(picture: Buffer, small: Buffer) {
	const body = evidenceBody([picture]);
	return { ...body, files: body.files.map((file) => ({ ...file, thumbnail: hashOf(small) })) };
}

const upload = async (member: TestMember, ...files: Buffer[]) => {
	for (const file of files) expect((await uploadsOf(server, member).upload(file)).ok).toBe(true);
};
const read = (member: TestMember, evidenceId: string, sha256: string) =>
	member.call("readEvidenceFile", { params: { evidenceId, sha256 } });
const openedBy = async (member: TestMember, evidenceId: string): Promise<string[]> => {
	const { custody } = await (await member.call("readEvidence", { params: { evidenceId } })).json();
	return custody.flatMap(({ what, by }: { what: string; by: { accountId: string } }) =>
		what === "opened" ? [by.accountId] : [],
	);
};

test("a thumbnail is named with its file, and looking at it is no line in the custody list", async () => {
	const owner = await createOwner(server);
	const { id, sha256, thumbnail } = await addEvidence(server, owner);
	const { evidence } = await (await owner.call("listEvidence")).json();
	expect(evidence[0].files).toMatchObject([{ sha256, thumbnail }]);
	const looked = await read(owner, id, thumbnail);
	expect([looked.status, looked.headers.get("content-type")]).toEqual([200, "image/png"]);
	expect(hashOf(Buffer.from(await looked.arrayBuffer()))).toBe(thumbnail);
	expect(await openedBy(owner, id)).toEqual([]);
	expect((await read(owner, id, sha256)).status).toBe(200);
	expect(await openedBy(owner, id)).toEqual([owner.accountId]);
});

test("evidence of a device that makes none is as before", async () => {
	const owner = await createOwner(server);
	const picture = newPicture();
	await upload(owner, picture);
	expect((await owner.call("addEvidence", { body: evidenceBody([picture]) })).status).toBe(202);
	const { evidence } = await (await owner.call("listEvidence")).json();
	expect(evidence[0].files[0]).not.toHaveProperty("thumbnail");
});

test("evidence waits for its thumbnails, too", async () => {
	const owner = await createOwner(server);
	const [picture, small] = [newPicture(16), newPicture()];
	await upload(owner, picture);
	const body = withThumbnail(picture, small);
	expect(await refusalOf(await owner.call("addEvidence", { body }))).toMatchObject({
		status: 409,
		code: "attachments_missing",
		details: { sha256: [hashOf(small)] },
	});
	await upload(owner, small);
	expect((await owner.call("addEvidence", { body })).status).toBe(202);
});

test.each([
	["larger than one is", () => newPicture(THUMBNAIL_BYTES), "image/png"],
	["no picture", () => Buffer.from(`not a picture ${Math.random()}`), "text/plain"],
])("a thumbnail that is %s is refused, and nothing is stored", async (_what, make, type) => {
	const owner = await createOwner(server);
	const [picture, small] = [newPicture(16), make()];
	await upload(owner, picture);
	expect((await uploadsOf(server, owner).upload(small, { type })).ok).toBe(true);
	const body = withThumbnail(picture, small);
	expect(await refusalOf(await owner.call("addEvidence", { body }))).toMatchObject({
		status: 422,
		code: "file_refused",
		message: expect.stringContaining("60 kB"),
		details: { sha256: [hashOf(small)] },
	});
	expect((await (await owner.call("listEvidence")).json()).total).toBe(0);
});

test("a file is not its own thumbnail, nor that of another file of the piece", async () => {
	const owner = await createOwner(server);
	const picture = newPicture();
	await upload(owner, picture);
	expect(await refusalOf(await owner.call("addEvidence", { body: withThumbnail(picture, picture) }))).toMatchObject({
		status: 400,
		code: "invalid_body",
	});
});

test("who names a file of another piece as a thumbnail does not read it in secret", async () => {
	const owner = await createOwner(server);
	const snoop = await addMember(server, owner, "contributor");
	const [secret, decoy] = [newPicture(), newPicture(16)];
	await upload(owner, secret, decoy);
	const piece = evidenceBody([secret]);
	const guise = withThumbnail(decoy, secret);
	expect((await owner.call("addEvidence", { body: piece })).status).toBe(202);
	expect((await snoop.call("addEvidence", { body: guise })).status).toBe(202);
	expect((await read(snoop, guise.id, hashOf(secret))).status).toBe(200);
	expect(await openedBy(owner, piece.id)).toEqual([snoop.accountId]);
});

test("a guest reads thumbnails of one client only", async () => {
	const owner = await createOwner(server);
	const [north, south] = [
		await addClient(server, owner.workspaceId, "North"),
		await addClient(server, owner.workspaceId, "South"),
	];
	const guest = await addMember(server, owner, "guest", { clientId: north });
	const pieces = [
		await addEvidence(server, owner, {}, { "Plumbline-Client": north }),
		await addEvidence(server, owner, {}, { "Plumbline-Client": south }),
	];
	const answers = await Promise.all(pieces.map(({ id, thumbnail }) => read(guest, id, thumbnail)));
	expect(answers.map(({ status }) => status)).toEqual([200, 404]);
});

test("deleting evidence deletes its thumbnails, unless another piece has them", async () => {
	const owner = await createOwner(server);
	const [picture, other, small] = [newPicture(16), newPicture(17), newPicture()];
	await upload(owner, picture, other, small);
	const pieces = [withThumbnail(picture, small), withThumbnail(other, small)];
	for (const body of pieces) expect((await owner.call("addEvidence", { body })).status).toBe(202);
	const filesLeft = async () => {
		const { rows } = await pool.query<{ sha256: string }>(
			"SELECT encode(sha256, 'hex') AS sha256 FROM files WHERE workspace_id = $1",
			[owner.workspaceId],
		);
		return rows.map(({ sha256 }) => sha256).toSorted();
	};
	const [first, second] = pieces.map(({ id }) => id);
	await owner.call("deleteEvidence", { params: { evidenceId: first ?? "" } });
	expect(await filesLeft()).toEqual([hashOf(other), hashOf(small)].toSorted());
	await owner.call("deleteEvidence", { params: { evidenceId: second ?? "" } });
	expect(await filesLeft()).toEqual([]);
});
