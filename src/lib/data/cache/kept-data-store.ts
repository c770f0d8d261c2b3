import type { AccountId } from "#contract/ids.ts";
import { isTooOld, type KeptLimits, tooMuch } from "./kept-data-limits.ts";
import { INDEX, type KeptDatabase, type KeptIndex } from "./kept-database.ts";
import type { KeptForm } from "./kept-form.ts";

/** An answer from the server. `hash`: the hash of its query key. `text`: its JSON. */
export type KeptAnswer = { hash: string; text: string; at: number };

/** A pin: since when, whether it is complete, how many answers it has, and their size in characters. */
export type Pinned = { at: number; whole: boolean; count: number; size: number };

export type KeptStoreDeps = {
	database: KeptDatabase;
	now(): number;
	limits: KeptLimits;
	/** How answers are stored now; if null, nothing is read or written. */
	form(): Promise<KeptForm | null>;
};

export type KeptStore = ReturnType<typeof createKeptStore>;

/** An answer as it is stored. */
type Stored = { name: string; text: string | Uint8Array<ArrayBuffer>; entry: KeptIndex["entries"][string] };

async function storedAs(form: KeptForm, { hash, text, at }: KeptAnswer): Promise<Stored> {
	const entry = { at, size: text.length };
	if (form.key === null) return { name: hash, text, entry };
	const [name, sealed, label] = await Promise.all([form.name(hash), form.seal(text), form.seal(hash)]);
	return { name, text: sealed, entry: { ...entry, ...(typeof label !== "string" && { hash: label }) } };
}

const isIn = (index: KeptIndex | null, owner: AccountId, form: KeptForm): index is KeptIndex =>
	index !== null && index.owner === owner && (index.key ?? null) === form.key;

/** One account's answers on this device, in the current form. Everything here may reject. */
export function createKeptStore({ database, now, limits, form: formNow }: KeptStoreDeps) {
	const { transact, admit, forget, clear } = database;

	/** Deletes the answers that do not pass. */
	const keep = (
		index: KeptIndex,
		records: IDBObjectStore,
		passes: (entry: KeptIndex["entries"][string], name: string) => boolean,
	) => {
		const kept = Object.entries(index.entries).filter(([name, entry]) => {
			const stays = passes(entry, name);
			if (!stays) records.delete(name);
			return stays;
		});
		records.put({ ...index, entries: Object.fromEntries(kept) } satisfies KeptIndex, INDEX);
	};

	/** The names of the answers whose key passes the check. */
	async function namesOf(
		owner: AccountId,
		form: KeptForm,
		passes: (key: readonly unknown[]) => boolean,
	): Promise<Set<string>> {
		let entries: KeptIndex["entries"] = {};
		await transact("readonly", (index) => {
			if (isIn(index, owner, form)) entries = index.entries;
		});
		const hashes = await Promise.all(
			Object.entries(entries).map(async ([name, { hash }]) => [name, hash ? await form.open(hash) : name] as const),
		);
		return new Set(hashes.flatMap(([name, hash]) => (passes(JSON.parse(hash)) ? [name] : [])));
	}

	return {
		admit,
		forget,
		clear,

		/** Null if there is no usable one. */
		async read(owner: AccountId, hash: string): Promise<{ data: unknown; at: number } | null> {
			const form = await formNow();
			if (!form) return null;
			const name = await form.name(hash);
			let found: { text: unknown; at: number } | null = null;
			await transact("readonly", (index, records) => {
				const entry = isIn(index, owner, form) ? index.entries[name] : undefined;
				if (!entry || isTooOld(entry, now(), limits)) return;
				const reading = records.get(name);
				reading.onsuccess = () => {
					found = { text: reading.result, at: entry.at };
				};
			});
			const { text, at } = (found as { text: unknown; at: number } | null) ?? {};
			return at === undefined ? null : { data: JSON.parse(await form.open(text)), at };
		},

		/** Resolves to whether they were stored: only answers of the admitted account in the current form are. */
		async write(owner: AccountId, answers: readonly KeptAnswer[]): Promise<boolean> {
			const form = await formNow();
			if (!form?.writes) return false;
			const stored = await Promise.all(answers.map((answer) => storedAs(form, answer)));
			let taken = false;
			await transact("readwrite", (index, records) => {
				if (!isIn(index, owner, form)) return;
				taken = true;
				const entries = { ...index.entries };
				for (const { name, entry } of stored) entries[name] = { ...entries[name], ...entry };
				const going = new Set(tooMuch(entries, now(), limits));
				for (const { name, text } of stored) if (!going.has(name)) records.put(text, name);
				for (const name of going) {
					delete entries[name];
					records.delete(name);
				}
				records.put({ ...index, entries } satisfies KeptIndex, INDEX);
			});
			return taken;
		},

		async remove(owner: AccountId, hash: string): Promise<void> {
			const form = await formNow();
			if (!form) return;
			const gone = await form.name(hash);
			await transact("readwrite", (index, records) => {
				if (isIn(index, owner, form) && index.entries[gone]) keep(index, records, (_, name) => name !== gone);
			});
		},

		/** Deletes the answers whose key passes; all of them, if their keys cannot be read now. */
		async removeAll(owner: AccountId, isGone: (key: readonly unknown[]) => boolean): Promise<void> {
			const form = await formNow();
			if (!form) return clear();
			const gone = await namesOf(owner, form, isGone);
			await transact("readwrite", (index, records) => {
				if (isIn(index, owner, form)) keep(index, records, (_, name) => !gone.has(name));
			});
		},

		/** Deletes everything that is not pinned, to free space. */
		makeRoom: (owner: AccountId): Promise<void> =>
			transact("readwrite", (index, records) => {
				if (index?.owner === owner) keep(index, records, ({ pin }) => pin !== undefined);
			}),

		/** Pins answers: they are kept until they are unpinned. Resolves to whether they were stored. */
		async pin(owner: AccountId, what: string, answers: readonly KeptAnswer[]): Promise<boolean> {
			const form = await formNow();
			if (!form?.writes) return false;
			const pin = await form.name(what);
			const stored = await Promise.all(answers.map((answer) => storedAs(form, answer)));
			let taken = false;
			await transact("readwrite", (index, records) => {
				if (!isIn(index, owner, form)) return;
				taken = true;
				const entries = { ...index.entries };
				for (const { name, text, entry } of stored) {
					entries[name] = { ...entry, pin };
					records.put(text, name);
				}
				const pins = { ...index.pins, [pin]: index.pins?.[pin] ?? { at: now(), whole: false } };
				records.put({ ...index, entries, pins } satisfies KeptIndex, INDEX);
			});
			return taken;
		},

		/** Everything a pin covers was just read, so anything else it held is deleted. */
		async completePin(owner: AccountId, what: string, hashes: ReadonlySet<string>): Promise<void> {
			const form = await formNow();
			if (!form?.writes) return;
			const pin = await form.name(what);
			const names = new Set(await Promise.all([...hashes].map((hash) => form.name(hash))));
			await transact("readwrite", (index, records) => {
				if (!isIn(index, owner, form) || !index.pins?.[pin]) return;
				const pins = { ...index.pins, [pin]: { at: now(), whole: true } };
				keep({ ...index, pins }, records, (entry, name) => entry.pin !== pin || names.has(name));
			});
		},

		async unpin(owner: AccountId, what: string): Promise<void> {
			const form = await formNow();
			if (!form) return;
			const pin = await form.name(what);
			await transact("readwrite", (index, records) => {
				if (!isIn(index, owner, form)) return;
				const { [pin]: _, ...pins } = index.pins ?? {};
				keep({ ...index, pins }, records, (entry) => entry.pin !== pin);
			});
		},

		/** The pin with this name; null if there is none. */
		async pinned(owner: AccountId, what: string): Promise<Pinned | null> {
			const form = await formNow();
			if (!form) return null;
			const pin = await form.name(what);
			let found: Pinned | null = null;
			await transact("readonly", (index) => {
				if (!isIn(index, owner, form)) return;
				const about = index.pins?.[pin];
				const entries = Object.values(index.entries).filter((entry) => entry.pin === pin);
				if (!about || entries.length === 0) return;
				found = { ...about, count: entries.length, size: entries.reduce((sum, { size }) => sum + size, 0) };
			});
			return found;
		},

		/** How many answers are stored, and their size in characters. */
		async facts(): Promise<{ count: number; size: number }> {
			let facts = { count: 0, size: 0 };
			await transact("readonly", (index) => {
				const entries = Object.values(index?.entries ?? {});
				facts = { count: entries.length, size: entries.reduce((sum, { size }) => sum + size, 0) };
			});
			return facts;
		},
	};
}
