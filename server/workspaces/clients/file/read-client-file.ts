import { createHash } from "node:crypto";
import * as z from "zod/mini";
import {
	CLIENT_FILE,
	CLIENT_FILE_DATA,
	type ClientFileRow,
	type ClientFileSection,
	type ClientInFile,
	type ClientManifest,
	clientInFile,
	clientManifest,
} from "#contract/workspaces/client-file.ts";
import { BadFile } from "../../../files/bad-file.ts";
import { openZip, type ZipContents } from "../../../files/zip/zip-reader.ts";

/** A client's file whose manifest fits what it holds. Everything else throws BadFile as it is read. */
export type ReadClientFile = {
	/** SHA-256 of the whole file. */
	hash: Buffer;
	client: ClientInFile;
	rows<S extends ClientFileSection>(section: S): AsyncGenerator<ClientFileRow<S>[]>;
	/** A file that a row names. */
	content(path: string): Promise<Buffer>;
};

const MANIFEST = "manifest.json";
const MANIFEST_BYTES = 16 * 1_024 * 1_024;

const isVersioned = z.object({ format: z.literal(CLIENT_FILE.format), version: z.int() });

/** A part of a section: `data/findings-0001.json`. */
const PART = /^data\/([\w-]+)-\d{4,6}\.json$/;

/** Reads a file from a stranger. Throws BadFile. */
export async function readClientFile(file: Buffer): Promise<ReadClientFile> {
	const zip = await openZip(file);
	const { files } = await readManifest(zip);
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
	return {
		hash: createHash("sha256").update(file).digest(),
		client: parse(clientInFile, await content("data/client.json"), "data/client.json"),
		async *rows<S extends ClientFileSection>(section: S) {
			const parts = files.filter(({ path }) => PART.exec(path)?.[1] === section);
			for (const { path } of parts.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
				const rows: unknown = z.array<z.ZodMiniType>(CLIENT_FILE_DATA[section]);
				yield parse(rows as z.ZodMiniType<ClientFileRow<S>[]>, await content(path), path);
			}
		},
		content,
	};
}

async function readManifest(zip: ZipContents): Promise<ClientManifest> {
	const size = zip.sizes.get(MANIFEST);
	if (size === undefined) throw new BadFile("This is not the file of a client: it has no manifest.");
	if (size > MANIFEST_BYTES) throw new BadFile("The manifest of this file is too long.");
	const bytes = await zip.read(MANIFEST);
	const { version } = parse(isVersioned, bytes, MANIFEST);
	if (version !== CLIENT_FILE.version) {
		throw new BadFile(
			`This file has version ${version} of the format, and this server reads version ${CLIENT_FILE.version}.`,
		);
	}
	return parse(clientManifest, bytes, MANIFEST);
}

function parse<T>(schema: z.ZodMiniType<T>, content: Buffer, path: string): T {
	let value: unknown;
	try {
		value = JSON.parse(content.toString("utf8"));
	} catch (error) {
		throw new BadFile(`${path} is not JSON.`, { cause: error });
	}
	const parsed = z.safeParse(schema, value);
	if (parsed.success) return parsed.data;
	const where = parsed.error.issues[0]?.path.join(".") ?? "";
	throw new BadFile(`${path} does not have what this format needs${where === "" ? "" : ` at ${where}`}.`);
}
