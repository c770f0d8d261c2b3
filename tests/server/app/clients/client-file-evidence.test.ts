import { unzipSync } from "fflate";
import { beforeAll, describe, expect, test } from "vitest";
import { API_PATHS } from "#contract/routes.ts";
import type { ClientFileRow } from "#contract/workspaces/client-file.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { addEvidence, evidenceBody, newPicture, uploadsOf } from "../../../support/server/evidence.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { hashOf } from "../../../support/server/tus.ts";
import { about, bodyOf, type Consultancy, createConsultancy } from "./consultancy.ts";
import { type Files, repacked } from "./repack.ts";

type Piece = ClientFileRow<"evidence">;

const server = await startTestServer({ env: { EVIDENCE_QUOTA_MB: "1" } });
const { pool } = server.database;
const HOST = { type: "asset", id: "acme.example.com" } as const;

const download = async (of: Pick<Consultancy, "call">, clientId: string): Promise<Buffer> => {
	const response = await of.call("readClientFile", { params: { clientId } });
	expect(response.status).toBe(200);
	return Buffer.from(await response.arrayBuffer());
};
const upload = (to: Consultancy, file: Uint8Array) =>
	to.upload(API_PATHS.importClient, file, { "Content-Type": "application/zip" });
const piecesIn = (files: Files): Piece[] =>
	JSON.parse(Buffer.from(files["data/evidence-0001.json"] ?? "[]").toString());

/** The same file with other evidence in it, and a matching manifest. */
function withPieces(file: Uint8Array, change: (pieces: Piece[], files: Files) => unknown): Uint8Array {
	const files: Files = unzipSync(file);
	const pieces = piecesIn(files);
	change(pieces, files);
	files["data/evidence-0001.json"] = Buffer.from(JSON.stringify(pieces));
	return repacked(files);
}

let ada: Consultancy;
let acme: string;
let piece: Awaited<ReturnType<typeof addEvidence>>;
let file: Buffer;
beforeAll(async () => {
	ada = await createConsultancy(server);
	const [client, zeta] = [await ada.addClient("Acme"), await ada.addClient("Zeta")];
	acme = client.id;
	await ada.giveHost(HOST.id, client.id);
	const place = { latitude: 6.45, longitude: 3.39, accuracy: 11 };
	const elsewhere = { type: "asset", id: "elsewhere.example.com" };
	piece = await addEvidence(
		server,
		ada,
		{ title: "<b>Door</b>", about: [HOST, elsewhere], place },
		about(client.id).headers,
	);
	await addEvidence(server, ada, { title: "Of Zeta" }, about(zeta.id).headers);
	file = await download(ada, acme);
});

test("the file of a client has its evidence with files, small pictures and custody, and nothing of another’s", () => {
	const files: Files = unzipSync(file);
	const pieces = piecesIn(files);
	expect(pieces).toMatchObject([
		{
			id: piece.id,
			title: "<b>Door</b>",
			takenBy: "Ada Lovelace",
			place: { latitude: 6.45 },
			files: [{ name: "photo 0.png", sha256: piece.sha256, bytes: piece.bytes.length }],
			about: [HOST, { id: "elsewhere.example.com" }],
			custody: [{ what: "received", by: "Ada Lovelace" }, { what: "linked", about: HOST }, { what: "linked" }],
		},
	]);
	const [stored] = pieces[0]?.files ?? [];
	expect(hashOf(Buffer.from(files[stored?.file ?? ""] ?? []))).toBe(piece.sha256);
	expect(hashOf(Buffer.from(files[stored?.thumbnail ?? ""] ?? []))).toBe(piece.thumbnail);
	const page = Buffer.from(files["index.html"] ?? "").toString();
	expect(page).toContain("&lt;b&gt;Door&lt;/b&gt;");
	expect(page).toContain(`href="${stored?.file}"`);
	expect(page).toContain("received from Ada Lovelace");
	expect(page).not.toContain("did not fit");
	expect(page).not.toContain("Of Zeta");
});

test("handing a client over reads its files, and the custody list says so", async () => {
	const { custody } = await bodyOf(await ada.call("readEvidence", { params: { evidenceId: piece.id } }));
	expect(custody.map(({ what }: { what: string }) => what)).toEqual(["received", "linked", "linked", "opened"]);
});

describe("taking a client in", () => {
	test("makes its evidence with its files, and its custody as history", async () => {
		const bob = await createConsultancy(server);
		const taken = await bodyOf(await upload(bob, file), 201);
		const { evidence, total } = await bodyOf(await bob.call("listEvidence", about(taken.id)));
		expect(total).toBe(1);
		const [one] = evidence;
		expect(one).toMatchObject({
			title: "<b>Door</b>",
			clientId: taken.id,
			by: { name: "Ada Lovelace" },
			files: [{ sha256: piece.sha256, type: "image/png", thumbnail: piece.thumbnail }],
			// The other host did not come with the client.
			about: [HOST],
		});
		expect(one.id).not.toBe(piece.id);
		expect(one.by.accountId).not.toBe(ada.accountId);
		const read = await bob.call("readEvidenceFile", { params: { evidenceId: one.id, sha256: piece.sha256 } });
		expect(Buffer.from(await read.arrayBuffer()).equals(piece.bytes)).toBe(true);
		const { custody, place } = await bodyOf(await bob.call("readEvidence", { params: { evidenceId: one.id } }));
		expect(place).toMatchObject({ latitude: 6.45 });
		expect(
			custody.map(({ what, by }: { what: string; by: { accountId: string } }) => [
				what,
				by.accountId === bob.accountId,
			]),
		).toEqual([
			["received", false],
			["linked", false],
			["linked", false],
			["received", true],
			["opened", true],
		]);

		// Handed over again, it is the same; and deleting it removes its bytes.
		const again = piecesIn(unzipSync(await download(bob, taken.id)));
		expect(again[0]?.files).toEqual(piecesIn(unzipSync(file))[0]?.files);
		await bob.call("deleteClient", { params: { clientId: taken.id }, body: { name: "Acme" } });
		for (const table of ["evidence", "evidence_files", "evidence_thumbnails", "files", "file_pieces"]) {
			const { rowCount } = await pool.query(`SELECT FROM ${table} WHERE workspace_id = $1`, [bob.workspaceId]);
			expect(rowCount, table).toBe(0);
		}
	});

	test("says in the note which files did not fit into the file", async () => {
		const bob = await createConsultancy(server);
		const without = withPieces(file, (pieces, files) => {
			for (const part of pieces[0]?.files ?? []) {
				delete files[part.file ?? ""];
				part.file = null;
			}
		});
		const taken = await bodyOf(await upload(bob, without), 201);
		const { evidence } = await bodyOf(await bob.call("listEvidence", about(taken.id)));
		expect(evidence).toMatchObject([
			{ files: [], note: "It does not close.\n\nNot in the file that it came with: “photo 0.png”." },
		]);
	});

	test("is refused if the workspace has no room for its files", async () => {
		const bob = await createConsultancy(server);
		const large = newPicture(700_000);
		await uploadsOf(server, bob).upload(large);
		expect((await bob.call("addEvidence", { body: evidenceBody([large]) })).status).toBe(202);
		const other = newPicture(700_000);
		const heavy = withPieces(file, (pieces, files) => {
			const path = `files/evidence/${hashOf(other)}.png`;
			files[path] = other;
			pieces[0]?.files.push({
				name: "other.png",
				type: "image/png",
				bytes: other.length,
				sha256: hashOf(other),
				file: path,
				thumbnail: null,
			});
		});
		expect(await refusalOf(await upload(bob, heavy))).toMatchObject({ status: 409, code: "storage_full" });
		const { rowCount } = await pool.query("SELECT FROM clients WHERE workspace_id = $1", [bob.workspaceId]);
		expect(rowCount).toBe(1);
	});

	const fileOf = (pieces: Piece[]) => {
		const part = pieces[0]?.files[0];
		if (!part) throw new Error("no file");
		return part;
	};
	const put = (files: Files, pieces: Piece[], bytes: Buffer) => {
		const part = fileOf(pieces);
		files[part.file ?? ""] = bytes;
		part.sha256 = hashOf(bytes);
	};
	test.each<[string, (pieces: Piece[], files: Files) => unknown, RegExp]>([
		[
			"of another sum than it says",
			(pieces) => Object.assign(fileOf(pieces), { sha256: "0".repeat(64) }),
			/not the file that/,
		],
		[
			"that is a program",
			(pieces, files) => put(files, pieces, Buffer.concat([Buffer.from("MZ"), Buffer.alloc(200)])),
			/or a program/,
		],
		["that is no picture", (pieces, files) => put(files, pieces, Buffer.from("<svg onload=alert(1)>")), /not what its/],
		[
			"with a path that leads out",
			(pieces) => Object.assign(fileOf(pieces), { file: "files/../../x" }),
			/does not have what/,
		],
		[
			"that it does not hold",
			(pieces) => Object.assign(fileOf(pieces), { file: "files/evidence/none.png" }),
			/names a file that/,
		],
		[
			"as a small picture that is large",
			(pieces) => Object.assign(fileOf(pieces), { thumbnail: fileOf(pieces).file }),
			/small picture/,
		],
	])("is refused with a file %s", async (_what, change, message) => {
		const bob = await createConsultancy(server);
		const refusal = await refusalOf(await upload(bob, withPieces(file, change)));
		expect(refusal).toMatchObject({ status: 400, code: "invalid_body", message: expect.stringMatching(message) });
		const { rowCount } = await pool.query("SELECT FROM files WHERE workspace_id = $1", [bob.workspaceId]);
		expect(rowCount).toBe(0);
	});
});
