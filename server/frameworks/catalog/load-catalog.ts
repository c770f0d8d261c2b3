import { createHash } from "node:crypto";
import type { CatalogLoaded } from "#contract/frameworks/frameworks.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import { PACKS } from "#contract/frameworks/packs.ts";
import type { CatalogStore } from "../../db/frameworks/catalog-store.ts";
import { BadFile } from "../../files/bad-file.ts";
import type { Scope } from "../../workspaces/scope.ts";
import { createSlots } from "../slots.ts";
import { type CatalogType, readCatalog } from "./read-catalog.ts";
import type { CatalogReaders } from "./readers.ts";

export type Loaded =
	| { ok: true; loaded: CatalogLoaded }
	| { ok: false; because: "busy" | "too_large" }
	/** `notTaken`: the first of what was read, if anything was. */
	| { ok: false; because: "refused"; message: string; notTaken: CatalogLoaded["notTaken"] };

export type LoadCatalog = (
	scope: Scope,
	framework: FrameworkId,
	/** `read` is called when there is room for the file. */
	{ read, type }: { read: () => Promise<Buffer | "too_large">; type: CatalogType },
) => Promise<Loaded>;

/** Of a workspace: a file is held from its first byte on, however slowly it comes. */
const OF_WORKSPACE = 1;
/** Each needs a few hundred megabytes for a few seconds. */
const AT_ONCE = 2;
const WITHOUT_LISTED = 100;
const REFUSALS_LISTED = 20;

/** Takes the official words of a framework out of a file and keeps those that the pack has a place for. */
export function createLoadCatalog(readers: CatalogReaders, store: CatalogStore): LoadCatalog {
	const [ofWorkspaces, ofAll] = [createSlots(OF_WORKSPACE), createSlots(AT_ONCE)];
	const load = async (
		scope: Scope,
		framework: FrameworkId,
		{ file, type }: { file: Buffer; type: CatalogType },
	): Promise<Loaded> => {
		const read = await readCatalog(readers, { file, type, framework });
		if (read.texts.length === 0) {
			const message = "It has no words for any requirement of this framework.";
			return { ok: false, because: "refused", message, notTaken: read.notTaken.slice(0, REFUSALS_LISTED) };
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
	return (scope, framework, { read, type }) =>
		inSlot(ofWorkspaces.take(scope.workspaceId), async () => {
			const file = await read();
			if (file === "too_large") return { ok: false, because: "too_large" };
			return inSlot(ofAll.take(), () => orRefused(() => load(scope, framework, { file, type })));
		});
}

async function inSlot(giveBack: (() => void) | undefined, work: () => Promise<Loaded>): Promise<Loaded> {
	if (!giveBack) return { ok: false, because: "busy" };
	try {
		return await work();
	} finally {
		giveBack();
	}
}

async function orRefused(work: () => Promise<Loaded>): Promise<Loaded> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof BadFile) return { ok: false, because: "refused", message: error.message, notTaken: [] };
		throw error;
	}
}
