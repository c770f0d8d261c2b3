import type { ShippedId } from "#contract/frameworks/pack.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import { unpackXlsx } from "#server/platform/files/xlsx/unpack-xlsx.ts";
import { tooMuch } from "#server/platform/off-loop/off-loop.ts";
import type { CatalogType } from "../catalog/read-catalog.ts";
import type { CatalogReaders } from "../catalog/readers.ts";
import type { OwnRead } from "./collect-own.ts";

export type OwnFile = { file: Buffer; type: CatalogType };
/** `framework`: one of ours, if the file is that. */
export type NotRead = { ok: false; because: "bad_file"; message: string; framework?: ShippedId };

/** Reads a framework from a file, off the event loop. */
export async function readOwn(
	readers: CatalogReaders,
	{ file, type }: OwnFile,
): Promise<{ ok: true; read: OwnRead } | NotRead> {
	if (file.length === 0) return { ok: false, because: "bad_file", message: "It is empty." };
	try {
		const done = await {
			"application/json": () => readers.run("ownOscal", file),
			"text/csv": () => readers.run("ownCsv", file),
			"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": async () =>
				readers.run("ownWorkbook", await unpackXlsx(file)),
		}[type]();
		if (done.status === "gave-up") throw new BadFile(`It ${tooMuch(done)}.`);
		return done.value.ok ? done.value : { ...done.value, because: "bad_file" };
	} catch (error) {
		if (error instanceof BadFile) return { ok: false, because: "bad_file", message: error.message };
		throw error;
	}
}
