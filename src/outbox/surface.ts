import type { ReplayRequest, ReplayResult } from "./delivery/replay.ts";
import type { Change } from "./deps.ts";
import type { EntryChanges, Packed } from "./edit.ts";
import type { Entry, EntryOwner, HoldReason } from "./entry.ts";
import type { FileProgress } from "./files/attachment.ts";
import type { Contents } from "./storage/mirror.ts";
import type { NewEntry } from "./storage/record.ts";
import type { Types } from "./types.ts";

/** An outbox's calls. README.md says what each one does. Any of them may reject with a StorageError. */
export type Outbox<T extends Types = Types> = {
	enqueue(request: NewEntry<T>): Promise<Entry<T>>;
	enqueueAll(requests: readonly NewEntry<T>[]): Promise<Entry<T>[]>;
	sendNow(id: T["id"]): Promise<Entry<T> | undefined>;
	sendUnsaved(request: NewEntry<T>, id?: T["id"]): Promise<Entry<T>>;
	replay(request?: ReplayRequest): Promise<ReplayResult>;

	contents(): Promise<Contents<T>>;
	list(): Promise<Entry<T>[]>;
	get(id: T["id"]): Promise<Entry<T> | undefined>;
	count(): Promise<number>;
	subscribe(listener: (change: Change<T>) => void): () => void;

	edit(id: T["id"], changes: EntryChanges<T>): Promise<Entry<T> | "under-way" | "gone">;
	editAll(ids: readonly T["id"][], changes: EntryChanges<T>): Promise<ReadonlyMap<T["id"], Entry<T> | "under-way">>;
	repack(before: Entry<T>, packed: Packed<T>): Promise<Entry<T> | null>;
	hurry(ids: readonly T["id"][]): Promise<Entry<T>[]>;
	releaseHeld(owner: EntryOwner<T>, reason: HoldReason<T>): Promise<number>;
	releaseWhere(isSolved: (entry: Entry<T>) => boolean): Promise<number>;

	discard(id: T["id"]): Promise<Entry<T>[] | "under-way" | "gone">;
	discardAll(ids: readonly T["id"][]): Promise<Entry<T>[]>;
	discardUnlessSent(ids: readonly T["id"][]): Promise<Entry<T>[]>;
	discardUnreadable(ids: readonly T["id"][]): Promise<void>;
	restore(entries: readonly Entry<T>[]): Promise<Entry<T>[]>;
	dismiss(id: T["id"]): Promise<void>;
	prune(): Promise<void>;

	files(id: T["id"]): Promise<FileProgress[]>;
	file(sha256: string): Promise<ArrayBuffer | undefined>;
	filesHeld(): Promise<{ count: number; bytes: number }>;
	filesOnWifiOnly(): Promise<boolean>;
	setFilesOnWifiOnly(flag: boolean): Promise<void>;

	handOver(ids: readonly T["id"][]): Promise<Entry<T>[]>;
	takeIn(entries: readonly Entry<T>[]): Promise<{ added: number; known: number }>;

	setAccount(account: T["account"] | null): Promise<void>;
	setSignedOut(signedOut: boolean): Promise<void>;
	adoptUnclaimed(owner: T["account"]): Promise<number>;
	discardUnclaimed(): Promise<number>;
};
