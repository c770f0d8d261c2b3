import { createHash } from "node:crypto";
import type { CatalogReport } from "#contract/frameworks/frameworks.ts";
import type { ShippedId } from "#contract/frameworks/pack.ts";
import { PACKS } from "#contract/frameworks/packs.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import type { CatalogStore } from "../store/catalog-store.ts";
import type { CatalogRead } from "./collect.ts";
import { type CatalogType, readCatalog } from "./read-catalog.ts";
import type { CatalogReaders } from "./readers.ts";

export type Reported =
	| { ok: true; report: CatalogReport }
	/** `notTaken`: the first entries that cannot be taken, if anything was read. */
	| { ok: false; message: string; notTaken: CatalogReport["notTaken"] };

type CatalogFile = { file: Buffer; type: CatalogType };

const WITHOUT_LISTED = 100;
const REFUSALS_LISTED = 20;

/** Reads the official words of a framework from a file, shows what of it the pack has a place for, and stores that. */
export function createLoadCatalog(readers: CatalogReaders, store: CatalogStore) {
	const read = async (
		framework: ShippedId,
		{ file, type }: CatalogFile,
		onRead?: (read: CatalogRead) => Promise<void>,
	): Promise<Reported> => {
		const read = await readCatalog(readers, { file, type, framework });
		if (read.texts.length === 0) {
			const message = "It has no words for any requirement of this framework.";
			return { ok: false, message, notTaken: read.notTaken.slice(0, REFUSALS_LISTED) };
		}
		await onRead?.(read);
		const { texts, uuid: _, ...rest } = read;
		const taken = new Set(texts.map(({ id }) => id));
		const without = PACKS[framework].requirements.map(({ id }) => id).filter((id) => !taken.has(id));
		return { ok: true, report: { ...rest, taken: taken.size, without: without.slice(0, WITHOUT_LISTED) } };
	};
	return {
		preview: (framework: ShippedId, of: CatalogFile): Promise<Reported> => orRefused(() => read(framework, of)),
		load: (scope: Scope, framework: ShippedId, of: CatalogFile): Promise<Reported> =>
			orRefused(() =>
				read(framework, of, (read) =>
					store.load(scope, framework, read, createHash("sha256").update(of.file).digest()),
				),
			),
	};
}

async function orRefused(work: () => Promise<Reported>): Promise<Reported> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof BadFile) return { ok: false, message: error.message, notTaken: [] };
		throw error;
	}
}
