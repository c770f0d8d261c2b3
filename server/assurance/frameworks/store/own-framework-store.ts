import {
	OWN_FRAMEWORKS_LIMIT,
	type OwnFrameworkAbout,
	type OwnFrameworkAdded,
	type OwnFrameworkChange,
	type OwnFrameworkReport,
	type OwnFrameworkUse,
} from "#contract/frameworks/own-frameworks.ts";
import { leavesOf, type OwnFrameworkId } from "#contract/frameworks/pack.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { NotThere } from "#server/platform/refusals/not-there.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { linkByCodes, unlinkRequirements } from "../../controls/store/link-by-codes.ts";
import { newOwnId } from "../../packs/own-id.ts";
import {
	countOwnFrameworks,
	findOwnFramework,
	insertOwnFramework,
	isNameTaken,
	type OwnFramework,
	setDeleted,
	updateOwnFramework,
} from "../../packs/store/own-frameworks.ts";
import type { OwnRead } from "../own/collect-own.ts";
import { type KnownCodes, linksTo, reportOf } from "../own/report-of.ts";
import { storeCatalog } from "./catalog-store.ts";
import { readKnownCodes, readOwnUse, readUseOfRequirements } from "./own-use.ts";

const GONE_LISTED = 100;

type NameTaken = { ok: false; because: "already_exists" };
type TooMany = { ok: false; because: "limit_reached" };
type Added = { ok: true; answer: OwnFrameworkAdded };
export type ReadFile = { read: OwnRead; sha256: Buffer };
type StoredFile = ReadFile & { at: Date };

/** Frameworks that a workspace added: all of its clients share them. */
export type OwnFrameworkStore = ReturnType<typeof createOwnFrameworkStore>;

export function createOwnFrameworkStore(walled: Pool, now: () => Date) {
	const whole = (scope: Scope) => within(walled, { ...scope, clientId: null });
	/** Locked, so that of two who change frameworks at once the second sees what the first one did. */
	const changing = <T>(scope: Scope, work: (client: Executor) => Promise<T>): Promise<T> =>
		inTransaction(whole(scope), async (client) => {
			await holdWorkspaceFor(client, scope, "manage");
			return work(client);
		});
	const found = async (client: Executor, { workspaceId }: Scope, id: OwnFrameworkId): Promise<OwnFramework> => {
		const framework = await findOwnFramework(client, { workspaceId, id });
		if (!framework) throw new NotThere("This framework does not exist in this workspace. It may have been deleted.");
		return framework;
	};
	return {
		/** What a file would add. */
		report: async (scope: Scope, read: OwnRead): Promise<OwnFrameworkReport> =>
			reportOf(read, await readKnownCodes(whole(scope), scope)),
		add: (scope: Scope, about: OwnFrameworkAbout, file: ReadFile): Promise<Added | NameTaken | TooMany> =>
			changing(scope, async (client) => {
				if (await isNameTaken(client, scope, about.name)) return { ok: false, because: "already_exists" };
				if ((await countOwnFrameworks(client, scope)) >= OWN_FRAMEWORKS_LIMIT) {
					return { ok: false, because: "limit_reached" };
				}
				const at = now();
				const added = frameworkOf(newOwnId(at), about, file.read, await readKnownCodes(client, scope), at);
				await insertOwnFramework(client, scope, added, at);
				await storeTexts(client, scope, added, { ...file, at });
				return { ok: true, answer: { id: added.pack.id, requirements: leavesOf(added.pack).length } };
			}),
		change: (scope: Scope, id: OwnFrameworkId, about: OwnFrameworkAbout): Promise<{ ok: true } | NameTaken> =>
			changing(scope, async (client) => {
				const { pack, links } = await found(client, scope, id);
				if (await isNameTaken(client, scope, about.name, id)) return { ok: false, because: "already_exists" };
				await updateOwnFramework(client, scope, { pack: { ...pack, ...about }, links }, now());
				return { ok: true };
			}),
		/** What would change if it were read from this file. */
		async compare(scope: Scope, id: OwnFrameworkId, read: OwnRead): Promise<OwnFrameworkChange> {
			const db = whole(scope);
			const { pack } = await found(db, scope, id);
			const [known, gone] = [await readKnownCodes(db, scope), goneFrom(pack, read)];
			const { workspaceId } = scope;
			const use = await readUseOfRequirements(
				db,
				{ workspaceId, id },
				gone.map((one) => one.id),
			);
			const had = new Set(leavesOf(pack).map((one) => one.id));
			return {
				...reportOf(read, known),
				added: leavesOf(read).filter((one) => !had.has(one.id)).length,
				gone: gone
					.map(({ id, title }) => ({ id, title, ...(use.get(id) ?? { decisions: 0, controls: 0 }) }))
					.toSorted((a, b) => b.decisions + b.controls - a.decisions - a.controls)
					.slice(0, GONE_LISTED),
				goneCount: gone.length,
			};
		},
		replace: (scope: Scope, id: OwnFrameworkId, about: OwnFrameworkAbout, file: ReadFile): Promise<Added | NameTaken> =>
			changing(scope, async (client) => {
				const before = await found(client, scope, id);
				if (await isNameTaken(client, scope, about.name, id)) return { ok: false, because: "already_exists" };
				const at = now();
				const after = frameworkOf(id, about, file.read, await readKnownCodes(client, scope), at);
				await updateOwnFramework(client, scope, after, at);
				await storeTexts(client, scope, after, { ...file, at });
				const gone = goneFrom(before.pack, file.read).map((one) => one.id);
				await unlinkRequirements(client, scope, id, gone);
				// A link that a person removed does not come back: only those that the last file did not have are made.
				await linkByCodes(client, scope, id, newLinks(before, after));
				return { ok: true, answer: { id, requirements: leavesOf(after.pack).length } };
			}),
		use: async (scope: Scope, id: OwnFrameworkId): Promise<OwnFrameworkUse> => {
			const db = whole(scope);
			const { pack } = await found(db, scope, id);
			const use = await readOwnUse(db, { workspaceId: scope.workspaceId, id }, dayOf(now()));
			return { name: pack.name, ...use };
		},
		/** It stays for a day, so that this can be undone. A repeat has no effect. */
		remove: (scope: Scope, id: OwnFrameworkId): Promise<boolean> =>
			changing(scope, (client) => setDeleted(client, { workspaceId: scope.workspaceId, id }, now())),
		restore: (scope: Scope, id: OwnFrameworkId): Promise<{ ok: true } | NameTaken | TooMany> =>
			changing(scope, async (client) => {
				const { workspaceId } = scope;
				const there = await findOwnFramework(client, { workspaceId, id }, { deleted: true });
				if (!there) throw new NotThere("There is no deleted framework to put back. Please add it again.");
				if (await isNameTaken(client, scope, there.pack.name, id)) return { ok: false, because: "already_exists" };
				if ((await countOwnFrameworks(client, scope)) >= OWN_FRAMEWORKS_LIMIT) {
					return { ok: false, because: "limit_reached" };
				}
				await setDeleted(client, { workspaceId, id }, null);
				return { ok: true };
			}),
	};
}

function frameworkOf(
	id: OwnFrameworkId,
	about: OwnFrameworkAbout,
	read: OwnRead,
	known: KnownCodes,
	at: Date,
): OwnFramework {
	const { requirements, title } = read;
	const pack: OwnFramework["pack"] = {
		...about,
		id,
		about: "",
		asOf: dayOf(at),
		source: { title: title || about.name },
		units: "requirements",
		notCovered: [],
		requirements,
	};
	return { pack, links: linksTo(known, read.links).links };
}

/** Words that the pack has only the beginning of are official words, as those of ours are. */
const storeTexts = (client: Executor, scope: Scope, { pack }: OwnFramework, { read, sha256, at }: StoredFile) =>
	storeCatalog(client, scope, pack.id, {
		read: { title: pack.source.title, version: read.version, uuid: null, texts: read.texts },
		sha256,
		at,
	});

const goneFrom = (pack: OwnFramework["pack"], read: OwnRead) => {
	const has = new Set(leavesOf(read).map(({ id }) => id));
	return leavesOf(pack).filter(({ id }) => !has.has(id));
};

function newLinks(before: OwnFramework, after: OwnFramework): OwnFramework["links"] {
	const had = new Map(before.links.map(({ code, requirements }) => [code, new Set(requirements)]));
	return after.links.map(({ code, requirements }) => ({
		code,
		requirements: requirements.filter((id) => had.get(code)?.has(id) !== true),
	}));
}
