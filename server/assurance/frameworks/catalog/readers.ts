import type { FrameworkId } from "#contract/frameworks/pack.ts";
import { PACKS } from "#contract/frameworks/packs.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import type { XlsxParts } from "#server/platform/files/xlsx/read-xlsx.ts";
import { createOffLoop, type OffLoop } from "#server/platform/off-loop/off-loop.ts";
import type { CatalogRead } from "./collect.ts";
import { readOscal } from "./read-oscal.ts";
import { readCsv, readWorkbook } from "./read-table.ts";

type Read = { ok: true; read: CatalogRead } | { ok: false; message: string };

const refusing = (read: () => CatalogRead): Read => {
	try {
		return { ok: true, read: read() };
	} catch (error) {
		if (error instanceof BadFile) return { ok: false, message: error.message };
		throw error;
	}
};

/** Everything that reads catalogs, which may be untrusted: pure functions that run on a separate thread. */
export const TASKS = {
	readOscal: (bytes: Uint8Array, framework: FrameworkId) => refusing(() => readOscal(bytes, PACKS[framework])),
	readCsv: (bytes: Uint8Array, framework: FrameworkId) => refusing(() => readCsv(bytes, PACKS[framework])),
	readWorkbook: (parts: XlsxParts, framework: FrameworkId) => refusing(() => readWorkbook(parts, PACKS[framework])),
};

export type CatalogReaders = OffLoop<typeof TASKS>;

export const createCatalogReaders = (): CatalogReaders =>
	createOffLoop<typeof TASKS>({ module: new URL(import.meta.url), threads: 1, timeMs: 15_000, megabytes: 1_024 });
