import type { CATALOG_TYPES } from "#contract/frameworks/framework-operations.ts";
import type { ShippedId } from "#contract/frameworks/pack.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import { unpackXlsx } from "#server/platform/files/xlsx/unpack-xlsx.ts";
import { tooMuch } from "#server/platform/off-loop/off-loop.ts";
import type { CatalogRead } from "./collect.ts";
import type { CatalogReaders } from "./readers.ts";

export type CatalogType = (typeof CATALOG_TYPES)[number];

/** Reads a file off the event loop. Throws BadFile if nothing in it can be read. */
export async function readCatalog(
	readers: CatalogReaders,
	{ file, type, framework }: { file: Buffer; type: CatalogType; framework: ShippedId },
): Promise<CatalogRead> {
	const done = await {
		"application/json": () => readers.run("readOscal", file, framework),
		"text/csv": () => readers.run("readCsv", file, framework),
		"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": async () =>
			readers.run("readWorkbook", await unpackXlsx(file), framework),
	}[type]();
	if (done.status === "gave-up") throw new BadFile(`It ${tooMuch(done)}.`);
	if (!done.value.ok) throw new BadFile(done.value.message);
	return done.value.read;
}
