import type { Definition } from "../definition.ts";
import { withFree } from "../delivery/locks.ts";
import type { Change, OutboxDeps } from "../deps.ts";
import { dueAt, type Entry, isUnleased } from "../entry.ts";
import { orderIn } from "../order/followers.ts";
import type { Order } from "../order/order.ts";
import { maySend, type Sender } from "../sender.ts";
import type { Mirror } from "../storage/mirror.ts";
import type { Store } from "../storage/store.ts";
import { type LeaseOptions, transition } from "../transition.ts";
import type { Attachment, FileProgress } from "./attachment.ts";
import type { FileStore } from "./file-store.ts";
import type { FileVerdict } from "./judge-file.ts";
import { createPieceSize } from "./piece-size.ts";
import { sendFile } from "./send-file.ts";

/** A pass ends after this many files in a row that got no answer. */
const QUIET_FILES = 2;

export type UploadDeps = OutboxDeps & {
	definition: Definition;
	store: Store;
	files: FileStore;
	mirror: Pick<Mirror, "read">;
	publish(change: Change, written?: readonly Entry[]): void;
};

type Choice = { sender: Sender; order(entry: Entry): Order };

export type Uploads = ReturnType<typeof createUploads>;

/** Sends the files of entries, one after another. A file holds up only its own entry. */
export function createUploads(deps: UploadDeps) {
	const { definition, store, files, mirror, publish, locks, now } = deps;
	const { name, kinds, endpoint } = definition;
	const { uploads } = endpoint;
	const pieces = createPieceSize();

	/** Whether files are waiting for a different kind of connection. */
	const isBlocked = async () => deps.line() === "cellular" && (await store.filesOnWifiOnly());

	/** Whether a lease would hold it instead of sending it. */
	const isClosed = (entry: Entry, { sender, order }: Choice): boolean => {
		const staleAfterMs = kinds[entry.request.kind]?.staleAfterMs ?? null;
		const leased = transition(entry, {
			type: "lease",
			now: now(),
			byHand: false,
			sender,
			order: order(entry),
			staleAfterMs,
		});
		return leased.status === "held";
	};

	/** For the entries with files: the files the server doesn't have yet. Smallest first. */
	async function open(entries: readonly Entry[]): Promise<Map<string, Attachment[]>> {
		const withFiles = entries.filter(({ attachments }) => attachments !== undefined);
		if (!uploads || withFiles.length === 0) return new Map();
		const keyOf = (place: string, sha256: string) => JSON.stringify([place, sha256]);
		const done = new Set((await files.allUploads()).flatMap((one) => (one.done ? keyOf(one.place, one.sha256) : [])));
		return new Map(
			withFiles.flatMap((entry): [string, Attachment[]][] => {
				const { place } = uploads.target(entry);
				const left = (entry.attachments ?? []).filter(({ sha256 }) => !done.has(keyOf(place, sha256)));
				return left.length > 0 ? [[entry.id, left.toSorted((a, b) => a.size - b.size)]] : [];
			}),
		);
	}

	async function settle(id: string, verdict: FileVerdict): Promise<void> {
		if (verdict.outcome === "retry" && verdict.pauseUntil !== undefined)
			await store.mark("pause", { since: now(), until: verdict.pauseUntil });
		const written = await store.updateAll([id], (entry) => transition(entry, { type: "file", now: now(), verdict }));
		publish({ ids: [id], what: "changed" }, written);
	}

	/** Runs `work` unless another context is sending this file. */
	async function alone<T>(place: string, sha256: string, work: () => Promise<T>): Promise<T | "busy"> {
		if (!locks) return work();
		return withFree(`${name}:file`, [`${place}/${sha256}`], locks, async (free) => (free.length > 0 ? work() : "busy"));
	}

	/** Sends an entry's remaining files. `tick` is called before each request. */
	async function sendFiles(entry: Entry, left: readonly Attachment[], byHand: boolean, tick: () => void) {
		if (!uploads) return "stopped";
		const { id } = entry;
		const target = uploads.target(entry);
		async function mayGoOn(): Promise<boolean> {
			tick();
			const [stored, sender] = await Promise.all([store.get(id), store.sender()]);
			return (
				stored !== undefined &&
				isUnleased(stored, now()) &&
				maySend(stored.owner, sender) &&
				(byHand || !(await isBlocked()))
			);
		}
		for (const file of left) {
			const result = await alone(target.place, file.sha256, () =>
				sendFile(
					file,
					target,
					{ id, attempts: entry.attempts + 1 },
					{
						...deps,
						pieces,
						base: uploads.path,
						mayGoOn,
						progressed: () => publish({ ids: [id], what: "progress" }),
					},
				),
			);
			if (result === "sent") continue;
			if (typeof result !== "string") await settle(id, result);
			return result;
		}
		return "sent";
	}

	/** The due entry that has the fewest bytes left to send. */
	async function next(tried: ReadonlySet<string>, { reconnected }: Pick<LeaseOptions, "reconnected">) {
		const contents = await mirror.read();
		const choice = { sender: await store.sender(), order: orderIn(contents) };
		const isDue = (entry: Entry) =>
			(dueAt(entry, now()) ?? Number.POSITIVE_INFINITY) <= now() ||
			(reconnected && entry.status === "queued" && entry.lastError?.status === null);
		const due = contents.entries.filter(
			(entry) =>
				entry.attachments !== undefined &&
				isUnleased(entry, now()) &&
				!tried.has(entry.id) &&
				maySend(entry.owner, choice.sender) &&
				choice.order(entry).standing === "free" &&
				isDue(entry) &&
				!isClosed(entry, choice),
		);
		const left = await open(due);
		const bytesOf = ({ id }: Entry) => (left.get(id) ?? []).reduce((sum, { size }) => sum + size, 0);
		const [first] = due.filter(({ id }) => left.has(id)).toSorted((a, b) => bytesOf(a) - bytesOf(b));
		return first && { entry: first, left: left.get(first.id) ?? [] };
	}

	return {
		isBlocked,
		isClosed,
		open,

		/**
		 * Sends the files of all due entries, the ones with the fewest bytes first. When the server has all of an entry's, `sendWords`
		 * sends the entry. Resolves to whether there was anything to do.
		 */
		async pass(
			options: Pick<LeaseOptions, "reconnected">,
			{ sendWords, tick }: { sendWords(): Promise<unknown>; tick(): void },
		): Promise<boolean> {
			const tried = new Set<string>();
			const isPaused = async () =>
				(await store.markedUntil("pause", now())) > 0 ||
				(!options.reconnected && (await store.markedUntil("no-answer", now())) > 0);
			for (let quiet = 0; quiet < QUIET_FILES; ) {
				const chosen = uploads && (await next(tried, options));
				if (!chosen || (await isBlocked()) || (await isPaused())) break;
				tried.add(chosen.entry.id);
				const result = await sendFiles(chosen.entry, chosen.left, false, tick);
				if (result === "sent") await sendWords();
				quiet = typeof result !== "string" && result.error.status === null ? quiet + 1 : 0;
			}
			return tried.size > 0;
		},

		/** Sends the files of one entry, over any connection. Resolves to whether the server has all of them. */
		async byHand(id: string): Promise<boolean> {
			const contents = await mirror.read();
			const entry = contents.entries.find((one) => one.id === id);
			// The lease decides what that means.
			if (!entry || orderIn(contents)(entry).standing !== "free") return true;
			const left = (await open([entry])).get(id);
			return !left || (await sendFiles(entry, left, true, () => {})) === "sent";
		},

		/** An entry's files and their upload progress. */
		async progress(entry: Entry): Promise<FileProgress[]> {
			const { attachments = [] } = entry;
			if (!uploads || attachments.length === 0) return [];
			if (entry.status === "accepted") return attachments.map((file) => ({ ...file, state: "sent", sent: file.size }));
			const hashes = attachments.map(({ sha256 }) => sha256);
			const known = await files.uploads(uploads.target(entry).place, hashes);
			const stored = await files.sizes();
			const blocked = await isBlocked();
			return attachments.map((file) => {
				const upload = known.get(file.sha256);
				const kept = stored.has(file.sha256);
				const state = upload?.done ? "sent" : !kept ? "gone" : blocked ? "wifi" : "waiting";
				return { ...file, state, sent: Math.min(upload?.offset ?? 0, file.size) };
			});
		},
	};
}
