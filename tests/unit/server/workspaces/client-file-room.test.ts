import { createHash, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { evidenceId } from "#contract/evidence/evidence-id.ts";
import type { ClientFileRow } from "#contract/workspaces/client-file.ts";
import { CLIENT_FILE_BYTES } from "#contract/workspaces/client-file-limits.ts";
import { readClientFile } from "#server/workspaces/clients/file/read-client-file.ts";
import { type ClientFileSource, writeClientFile } from "#server/workspaces/clients/file/write-client-file.ts";

const MEGABYTE = 1_024 * 1_024;
const ID = evidenceId.parse("01890a5d-ac96-774b-bcce-b302099a8057");

const part = (name: string, bytes: Buffer): ClientFileRow<"evidence">["files"][number] => ({
	name,
	type: "application/octet-stream",
	bytes: bytes.length,
	sha256: createHash("sha256").update(bytes).digest("hex"),
	file: null,
	thumbnail: null,
});

/** A client of which nothing is known but one piece of evidence with these files. */
function sourceOf(files: Readonly<Record<string, Buffer>>): ClientFileSource {
	const parts = Object.entries(files).map(([name, bytes]) => part(name, bytes));
	const piece: ClientFileRow<"evidence"> = {
		id: ID,
		title: "Door",
		note: "",
		takenAt: "2026-11-20T09:00:00.000Z",
		receivedAt: "2026-11-20T09:00:00.000Z",
		takenBy: "Ada",
		device: "",
		place: null,
		files: parts,
		about: [],
		custody: [],
	};
	return {
		workspaceName: "Us",
		client: { name: "Acme", code: "acme", color: "blue", country: "", sector: "", contact: "", archivedAt: null },
		async *rows(section) {
			if (section === "evidence") yield [piece] as never;
		},
		raw: async () => undefined,
		reportFile: async () => undefined,
		questionnaireFile: async () => undefined,
		evidenceFile: async (_id, sha256) => files[parts.find((one) => one.sha256 === sha256)?.name ?? ""],
	};
}

test("files that do not fit are left out by name, smaller ones after them are not, and the whole can be taken in", async () => {
	const files = {
		"first.bin": randomBytes(30 * MEGABYTE),
		"too-much.bin": randomBytes(20 * MEGABYTE),
		"last.bin": randomBytes(10 * MEGABYTE),
	};
	const chunks: Uint8Array[] = [];
	for await (const chunk of writeClientFile(sourceOf(files), new Date(0))) chunks.push(chunk);
	const file = Buffer.concat(chunks);
	expect(file.length).toBeLessThan(CLIENT_FILE_BYTES);
	const read = await readClientFile(file);
	const rows: ClientFileRow<"evidence">[] = [];
	for await (const part of read.rows("evidence")) rows.push(...part);
	expect(rows[0]?.files.map(({ name, file }) => [name, file !== null])).toEqual([
		["first.bin", true],
		["too-much.bin", false],
		["last.bin", true],
	]);
	const page = (await read.content("index.html")).toString();
	expect(page).toContain("1 file of evidence did not fit into this file.");
	expect(page).toMatch(/too-much\.bin, 21 MB: <b>not in this file/);
});
