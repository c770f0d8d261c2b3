import type { ShippedId } from "#contract/frameworks/pack.ts";
import { PACKS } from "#contract/frameworks/packs.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import type { XlsxParts } from "#server/platform/files/xlsx/read-xlsx.ts";
import { createOffLoop, type OffLoop } from "#server/platform/off-loop/off-loop.ts";
import { collectOwn } from "../own/collect-own.ts";
import { IsOurs } from "../own/is-ours.ts";
import { collect } from "./collect.ts";
import { readOscal } from "./read-oscal.ts";
import { readCsv, readWorkbook } from "./read-table.ts";

/** `framework`: one of ours, if the file is that. */
export type Read<R> = { ok: true; read: R } | { ok: false; message: string; framework?: ShippedId };

const refusing = <R>(read: () => R): Read<R> => {
	try {
		return { ok: true, read: read() };
	} catch (error) {
		if (error instanceof IsOurs) return { ok: false, message: error.message, framework: error.framework };
		if (error instanceof BadFile) return { ok: false, message: error.message };
		throw error;
	}
};

/**
 * Everything that reads catalogs, which may be untrusted: pure functions that run on a separate thread. The first three join a file with a
 * pack of ours, the others make a pack of it.
 */
export const TASKS = {
	readOscal: (bytes: Uint8Array, framework: ShippedId) => refusing(() => readOscal(bytes, collect(PACKS[framework]))),
	readCsv: (bytes: Uint8Array, framework: ShippedId) => refusing(() => readCsv(bytes, collect(PACKS[framework]))),
	readWorkbook: (parts: XlsxParts, framework: ShippedId) =>
		refusing(() => readWorkbook(parts, collect(PACKS[framework]))),
	ownOscal: (bytes: Uint8Array) => refusing(() => readOscal(bytes, collectOwn())),
	ownCsv: (bytes: Uint8Array) => refusing(() => readCsv(bytes, collectOwn())),
	ownWorkbook: (parts: XlsxParts) => refusing(() => readWorkbook(parts, collectOwn())),
};

export type CatalogReaders = OffLoop<typeof TASKS>;

export const createCatalogReaders = (): CatalogReaders =>
	createOffLoop<typeof TASKS>({ module: new URL(import.meta.url), threads: 1, timeMs: 15_000, megabytes: 1_024 });
