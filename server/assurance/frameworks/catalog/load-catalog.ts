import { createHash } from "node:crypto";
import type { CatalogLoaded } from "#contract/frameworks/frameworks.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import { PACKS } from "#contract/frameworks/packs.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import type { CatalogStore } from "../store/catalog-store.ts";
import { type CatalogType, readCatalog } from "./read-catalog.ts";
import type { CatalogReaders } from "./readers.ts";

export type Loaded =
	| { ok: true; loaded: CatalogLoaded }
	/** `notTaken`: the first skipped items, if anything was read. */
	| { ok: false; message: string; notTaken: CatalogLoaded["notTaken"] };

export type LoadCatalog = (
	scope: Scope,
	framework: FrameworkId,
	{ file, type }: { file: Buffer; type: CatalogType },
) => Promise<Loaded>;

const WITHOUT_LISTED = 100;
const REFUSALS_LISTED = 20;

/** Reads the official words of a framework from a file and stores those that the pack has a place for. */
export function createLoadCatalog(readers: CatalogReaders, store: CatalogStore): LoadCatalog {
	const load = async (
		scope: Scope,
		framework: FrameworkId,
		{ file, type }: { file: Buffer; type: CatalogType },
	): Promise<Loaded> => {
		const read = await readCatalog(readers, { file, type, framework });
		if (read.texts.length === 0) {
			const message = "It has no words for any requirement of this framework.";
			return { ok: false, message, notTaken: read.notTaken.slice(0, REFUSALS_LISTED) };
		}
		await store.load(scope, framework, read, createHash("sha256").update(file).digest());
		const taken = new Set(read.texts.map(({ id }) => id));
		const without = PACKS[framework].requirements.map(({ id }) => id).filter((id) => !taken.has(id));
		const { title, version, notTaken, leftOut } = read;
		const loaded = {
			title,
			version,
			taken: taken.size,
			without: without.slice(0, WITHOUT_LISTED),
			notTaken,
			leftOut,
		};
		return { ok: true, loaded };
	};
	return (scope, framework, of) => orRefused(() => load(scope, framework, of));
}

async function orRefused(work: () => Promise<Loaded>): Promise<Loaded> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof BadFile) return { ok: false, message: error.message, notTaken: [] };
		throw error;
	}
}
