import { createHash } from "node:crypto";
import type { ClientFileRow, ClientFileSection, ClientInFile } from "#contract/workspaces/client-file.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import { openZip, type ZipContents } from "#server/platform/files/zip/zip-reader.ts";
import { type GaveUp, tooMuch } from "#server/platform/off-loop/off-loop.ts";
import type { ClientFileContents } from "#server/platform/tenancy/taking-in.ts";
import type { ClientFileReaders } from "./readers.ts";

/** A client's file whose manifest matches its contents. */
export type ReadClientFile = ClientFileContents & {
	/** SHA-256 of the whole file. */
	hash: Buffer;
	client: ClientInFile;
};

const MANIFEST = "manifest.json";
const MANIFEST_BYTES = 16 * 1_024 * 1_024;
/**
 * For one part with records. Ours are a few megabytes. A thread that runs out of memory inside `JSON.parse` ends the whole process, so we
 * never parse more than fits: empty objects take about 20 times their text.
 */
const PART_BYTES = 32 * 1_024 * 1_024;

/** A part of a section: `data/findings-0001.json`. */
const PART = /^data\/([\w-]+)-\d{4,6}\.json$/;

/** Reads an untrusted file. Its contents are read on `readers`' thread, with their limits. Throws BadFile. */
export async function readClientFile(file: Buffer, readers: ClientFileReaders): Promise<ReadClientFile> {
	const zip = await openZip(file);
	const { files, workspace } = unwrap(await readers.run("readManifest", await manifestOf(zip), MANIFEST), MANIFEST);
	const listed = new Map(files.map((one) => [one.path, one]));
	if (listed.size < files.length) throw new BadFile("The manifest of this file names a file twice.");
	const stray = [...zip.sizes.keys()].find((name) => name !== MANIFEST && !listed.has(name));
	if (stray !== undefined) throw new BadFile("This file holds something that its manifest does not name.");

	const content = async (path: string): Promise<Buffer> => {
		const known = listed.get(path);
		if (!known) throw new BadFile("This file names a file that its manifest does not.");
		const read = await zip.read(path);
		const sha256 = createHash("sha256").update(read).digest("hex");
		if (read.length !== known.bytes || sha256 !== known.sha256) {
			throw new BadFile(`${path} is not what the manifest says. The file was changed or damaged.`);
		}
		return read;
	};
	const records = (path: string): Promise<Buffer> => {
		if ((listed.get(path)?.bytes ?? 0) > PART_BYTES) throw new BadFile(`${path} is longer than any that we write.`);
		return content(path);
	};
	const CLIENT = "data/client.json";
	return {
		hash: createHash("sha256").update(file).digest(),
		workspace: workspace.name,
		client: unwrap(await readers.run("readClient", await records(CLIENT), CLIENT), CLIENT),
		async *rows<S extends ClientFileSection>(section: S) {
			const parts = files.filter(({ path }) => PART.exec(path)?.[1] === section);
			for (const { path } of parts.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
				yield unwrap(await readers.run("readRows", section, await records(path), path), path) as ClientFileRow<S>[];
			}
		},
		content,
		async page(path) {
			const page = await content(path);
			unwrap(await readers.run("checkPage", page), path);
			return page;
		},
	};
}

async function manifestOf(zip: ZipContents): Promise<Buffer> {
	const size = zip.sizes.get(MANIFEST);
	if (size === undefined) throw new BadFile("This is not the file of a client: it has no manifest.");
	if (size > MANIFEST_BYTES) throw new BadFile("The manifest of this file is too long.");
	return zip.read(MANIFEST);
}

type Done<T> = { status: "done"; value: { ok: true; value: T } | { ok: false; message: string } } | GaveUp;

function unwrap<T>(done: Done<T>, path: string): T {
	if (done.status === "gave-up") throw new BadFile(`${path} ${tooMuch(done)}.`);
	if (!done.value.ok) throw new BadFile(done.value.message);
	return done.value.value;
}
