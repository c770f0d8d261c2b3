import { randomUUID } from "node:crypto";
import { Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { expect, test } from "vitest";
import { isSealable } from "#contract/requests/entries.ts";
import type { OutboxAnswers } from "#contract/requests/outbox.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { evidenceBody, newPicture, uploadsOf } from "../../../support/server/evidence.ts";
import { addClient, addMember, createOwner, type TestMember } from "../../../support/server/people.ts";
import { recipientOf, sealedBody, sealFiles, sealTo, uploadSealed } from "../../../support/server/sealing.ts";
import { hashOf } from "../../../support/server/tus.ts";

const { server, pool } = await startAccountServer();

const countEvidence = async ({ workspaceId }: TestMember): Promise<number> =>
	(await pool.query("SELECT FROM evidence WHERE workspace_id = $1", [workspaceId])).rowCount ?? 0;

const send = (member: TestMember, body: unknown, headers: Record<string, string> = {}) =>
	member.call("sendSealed", { body, headers });

test("evidence with two files comes sealed, and is what it was", async () => {
	const owner = await createOwner(server);
	const clientId = await addClient(server, owner.workspaceId, "Kano Foods");
	const pictures = [newPicture(300_000), newPicture()];
	const { sealed, map } = await sealFiles(owner, pictures);
	const inside = evidenceBody(pictures);
	const body = await sealedBody(owner, { kind: "evidence", body: inside, files: map });
	const headers = { "Idempotency-Key": randomUUID(), "Plumbline-Client": clientId };

	const early = await refusalOf(await send(owner, body, headers));
	expect(early).toMatchObject({ status: 409, code: "attachments_missing", details: { sha256: sealed.map(hashOf) } });
	expect(await countEvidence(owner)).toBe(0);
	for (const file of sealed) expect((await uploadSealed(server, owner, file)).ok).toBe(true);

	const answers = await Promise.all([1, 2, 3].map(() => send(owner, body, headers)));
	expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
	const receipts = await Promise.all(answers.map((answer) => answer.json()));
	expect(receipts[0].receipt).toMatchObject({ key: headers["Idempotency-Key"], evidenceId: inside.id });
	expect(new Set(receipts.map((receipt) => JSON.stringify(receipt))).size).toBe(1);

	const { evidence } = await (await owner.call("listEvidence")).json();
	expect(evidence).toMatchObject([{ id: inside.id, clientId, title: inside.title, files: inside.files }]);
	for (const bytes of pictures) {
		const params = { evidenceId: inside.id, sha256: hashOf(bytes) };
		const file = await owner.call("readEvidenceFile", { params });
		expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
	}
});

test("sealed or not, sealed anew, alone or in a batch: under one key it is one request", async () => {
	const owner = await createOwner(server);
	const inside = evidenceBody();
	const key = randomUUID();
	const first = await (
		await send(owner, await sealedBody(owner, { kind: "evidence", body: inside }), { "Idempotency-Key": key })
	).json();
	const plain = await owner.call("addEvidence", { body: inside, headers: { "Idempotency-Key": key } });
	const entries = [
		{
			key,
			kind: "sealed",
			account: owner.accountId,
			workspace: owner.workspaceId,
			body: await sealedBody(owner, { kind: "evidence", body: inside }),
		},
	];
	const batch: OutboxAnswers = await (await owner.call("sendOutbox", { body: { entries } })).json();
	expect(await plain.json()).toEqual(first);
	expect(batch.answers).toEqual([{ key, status: 202, body: first }]);
	expect(await countEvidence(owner)).toBe(1);

	const other = await sealedBody(owner, { kind: "evidence", body: { ...inside, title: "Another door" } });
	expect(await refusalOf(await send(owner, other, { "Idempotency-Key": key }))).toMatchObject({
		status: 422,
		code: "idempotency_mismatch",
	});
});

test("scans, verdicts and links go through their own routes, with their own refusals", async () => {
	const owner = await createOwner(server);
	const scan = await send(
		owner,
		await sealedBody(owner, { kind: "combined-scan", body: { target: "example.com", email: owner.email } }),
	);
	expect([scan.status, (await scan.json()).receipt.scanId]).toEqual([202, expect.any(String)]);
	const link = { evidenceId: randomUUID(), about: { type: "asset", id: "a.example" }, linked: true };
	expect(
		await refusalOf(await send(owner, await sealedBody(owner, { kind: "evidence-link", body: link }))),
	).toMatchObject({
		status: 404,
		code: "not_found",
	});
	const wrong = await refusalOf(await send(owner, await sealedBody(owner, { kind: "evidence", body: { title: 7 } })));
	expect(wrong).toMatchObject({ status: 400, code: "invalid_body" });
});

test("what was sealed for one workspace opens in no other", async () => {
	const [ada, ben] = [await createOwner(server), await createOwner(server)];
	expect(await recipientOf(ada)).not.toBe(await recipientOf(ben));
	const forBen = await sealedBody(ben, { kind: "evidence", body: evidenceBody() });
	const refusal = await refusalOf(await send(ada, forBen, { "Idempotency-Key": "crossed" }));
	expect(refusal).toMatchObject({
		status: 422,
		code: "seal_unknown",
		message: expect.stringContaining("stays on the device"),
	});
	expect([await countEvidence(ada), await countEvidence(ben)]).toEqual([0, 0]);
	// A member of both who names the right one is not affected by the wrong try.
	expect((await send(ben, forBen, { "Idempotency-Key": "crossed" })).status).toBe(202);
	expect([await countEvidence(ada), await countEvidence(ben)]).toEqual([0, 1]);
});

test("roles and clients count inside as they do outside", async () => {
	const owner = await createOwner(server);
	const auditor = await addMember(server, owner, "auditor");
	const body = await sealedBody(owner, { kind: "evidence", body: evidenceBody() });
	expect(await refusalOf(await send(auditor, body))).toMatchObject({ status: 403, code: "role_required" });
	expect(await refusalOf(await send(owner, body, { "Plumbline-Client": randomUUID() }))).toMatchObject({
		status: 404,
		code: "client_unknown",
	});
	expect(await refusalOf(await send(owner, body, { "Plumbline-Account": randomUUID() }))).toMatchObject({
		status: 401,
		code: "other_account",
	});
	expect(await countEvidence(owner)).toBe(0);
});

const flipped = (bytes: Buffer, at: number): Buffer => {
	const copy = Buffer.from(bytes);
	copy[at] = (copy[at] ?? 0) ^ 1;
	return copy;
};

test.each<[string, (recipient: string, good: Buffer) => Promise<Buffer> | Buffer]>([
	[
		"is not age",
		() => Buffer.from("not an age file at all, and longer than any header would have to be to be read".repeat(4)),
	],
	["is empty but for a sign", () => Buffer.from("a")],
	["ends in its header", (_, good) => good.subarray(0, 100)],
	["ends in its content", (_, good) => good.subarray(0, -1)],
	["has a bit changed in its header", (_, good) => flipped(good, 150)],
	["has a bit changed in its content", (_, good) => flipped(good, good.length - 20)],
	["has more behind its end", (_, good) => Buffer.concat([good, Buffer.from("x")])],
	["is for somebody else", async () => sealTo(await identityToRecipient(await generateX25519Identity()), "{}")],
	[
		"is for two",
		async (recipient) => {
			const encrypter = new Encrypter();
			encrypter.addRecipient(recipient);
			encrypter.addRecipient(await identityToRecipient(await generateX25519Identity()));
			return Buffer.from(await encrypter.encrypt("{}"));
		},
	],
	[
		"wants a passphrase and much work",
		async () => {
			const encrypter = new Encrypter();
			encrypter.setPassphrase("guess");
			encrypter.setScryptWorkFactor(2);
			const bytes = Buffer.from(await encrypter.encrypt("{}"));
			return Buffer.from(bytes.toString("latin1").replace(/( \S+) 2\n/, "$1 22\n"), "latin1");
		},
	],
	[
		"has a header without an end",
		() => Buffer.from(`age-encryption.org/v1\n${"-> X25519 ".padEnd(60, "A")}\n${"A".repeat(70_000)}`),
	],
])("a request that %s is not opened, and nothing is done", async (_what, make) => {
	const owner = await createOwner(server);
	const recipient = await recipientOf(owner);
	const good = await sealTo(recipient, JSON.stringify({ kind: "evidence", body: evidenceBody() }));
	const body = { sealed: (await make(recipient, good)).toString("base64") };
	expect(await refusalOf(await send(owner, body))).toMatchObject({ status: 422, code: "seal_unknown" });
	expect(await countEvidence(owner)).toBe(0);
});

test.each<[string, unknown, number, string]>([
	["nothing", "", 400, "invalid_body"],
	["half of JSON", '{"kind":"evidence","body"', 400, "invalid_body"],
	["no text", Buffer.from([0xff, 0xfe, 0x00]), 400, "invalid_body"],
	["a list", "[]", 400, "invalid_body"],
	["more than belongs in it", '{"kind":"evidence","body":{},"workspace":"other"}', 400, "invalid_body"],
	["files that are no hashes", '{"kind":"evidence","body":{},"files":{"a":"b"}}', 400, "invalid_body"],
	["a prototype", '{"kind":"evidence","body":{"__proto__":{"title":"x"}}}', 400, "invalid_body"],
	[
		"JSON nested 20,000 deep",
		`{"kind":"evidence","body":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
		400,
		"invalid_body",
	],
	["an unknown kind", '{"kind":"toString","body":{}}', 404, "not_found"],
	["another sealed one", '{"kind":"sealed","body":{"sealed":"AAAA"}}', 400, "invalid_body"],
	["what visitors send", '{"kind":"newsletter","body":{"email":"ada@example.org"}}', 400, "invalid_body"],
])("what is sealed may be %s: it is refused", async (_what, content, status, code) => {
	const owner = await createOwner(server);
	const sealed = await sealTo(await recipientOf(owner), content as string);
	expect(await refusalOf(await send(owner, { sealed: sealed.toString("base64") }))).toMatchObject({ status, code });
});

test("only requests of an account in a workspace can be sealed", () => {
	for (const kind of ["sealed", "consents", "newsletter", "waitlist", "contact", "demo", "constructor"]) {
		expect(isSealable(kind)).toBe(false);
	}
	for (const kind of ["verdicts", "report", "evidence", "evidence-link", "zap-scan", "combined-scan"]) {
		expect(isSealable(kind)).toBe(true);
	}
});

test("the longest request of a call fits, and a longer one is refused as its own call refuses it", async () => {
	const owner = await createOwner(server);
	const files = Array.from({ length: 50 }, (_, n) => hashOf(Buffer.from([n])));
	const content = (letters: number) => ({
		kind: "evidence",
		body: { ...evidenceBody(), note: "n".repeat(letters) },
		files: Object.fromEntries(files.map((sha256) => [sha256, sha256])),
	});
	const room = 65_536 - JSON.stringify(content(0).body).length;
	const longest = await sealedBody(owner, content(room));
	expect(longest.sealed.length).toBeLessThanOrEqual(100_000);
	expect(await refusalOf(await send(owner, longest))).toMatchObject({ status: 400, code: "invalid_body" });
	expect(await refusalOf(await send(owner, await sealedBody(owner, content(room + 1))))).toMatchObject({
		status: 413,
		code: "payload_too_large",
	});
	expect(await refusalOf(await send(owner, { sealed: "A".repeat(100_001) }))).toMatchObject({ status: 400 });
	expect(await refusalOf(await send(owner, { sealed: "A".repeat(200_000) }))).toMatchObject({ status: 413 });
});

test("a file that was not sealed with its request, or is another one, ends the request and no loop", async () => {
	const owner = await createOwner(server);
	const [named, other] = [newPicture(), newPicture()];
	const without = await sealedBody(owner, { kind: "evidence", body: evidenceBody([named]) });
	expect(await refusalOf(await send(owner, without))).toMatchObject({ status: 400, code: "invalid_body" });

	const { sealed, map } = await sealFiles(owner, [other]);
	const files = { [hashOf(named)]: map[hashOf(other)] };
	const mixed = await sealedBody(owner, { kind: "evidence", body: evidenceBody([named]), files });
	expect(await refusalOf(await send(owner, mixed))).toMatchObject({ status: 409, code: "attachments_missing" });
	await uploadSealed(server, owner, sealed[0] ?? expect.fail());
	expect(await refusalOf(await send(owner, mixed))).toMatchObject({ status: 422, code: "file_refused" });
	expect(await countEvidence(owner)).toBe(0);

	// A file that was uploaded unsealed works as well.
	await uploadsOf(server, owner).upload(named);
	expect((await send(owner, mixed)).status).toBe(202);
});
