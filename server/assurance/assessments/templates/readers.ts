import { BadFile } from "#server/platform/files/bad-file.ts";
import type { XlsxParts } from "#server/platform/files/xlsx/read-xlsx.ts";
import { createOffLoop, type OffLoop } from "#server/platform/off-loop/off-loop.ts";
import type { TemplateRead } from "./check-template.ts";
import { readJson } from "./read-json.ts";
import { readWorkbook } from "./read-workbook.ts";

const refusing = (read: () => TemplateRead): TemplateRead => {
	try {
		return read();
	} catch (error) {
		if (error instanceof BadFile) return { ok: false, message: error.message, faults: [] };
		throw error;
	}
};

/** Everything that reads templates, which may be untrusted: pure functions that run on a separate thread. */
export const TASKS = {
	readJson: (bytes: Uint8Array) => refusing(() => readJson(bytes)),
	readWorkbook: (parts: XlsxParts) => refusing(() => readWorkbook(parts)),
};

export type TemplateReaders = OffLoop<typeof TASKS>;

export const createTemplateReaders = (): TemplateReaders =>
	createOffLoop<typeof TASKS>({ module: new URL(import.meta.url), threads: 1, timeMs: 10_000, megabytes: 512 });
