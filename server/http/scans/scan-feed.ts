import type { AccountId, ScanId } from "#contract/ids.ts";
import type { ScanNotices } from "../../db/scans/scan-notices.ts";
import type { ScanReader } from "../../db/scans/scan-reader.ts";

/** One open stream. */
type Subscriber = { send(event: "scan" | "gone", data: unknown): void; end(): void };

export type ScanFeed = {
	/** Returns how to unsubscribe. An account that opens too many streams loses its oldest. */
	subscribe(owner: AccountId, subscriber: Subscriber): () => void;
	/** Ends every stream. */
	close(): void;
};

type ScanFeedDeps = {
	notices: Pick<ScanNotices, "listen">;
	reader: Pick<ScanReader, "summary" | "acceptedLately">;
	onError: (error: unknown) => void;
};

const STREAMS_PER_ACCOUNT = 10;
/** A scan that changes several times within this time is sent once. */
const TELL_EVERY_MS = 250;

/**
 * Accepted scans are told after their commit (server/db/scans/announce.ts), so those of a process that ended in between are
 * told by no one. Each feed looks for them itself. A scan's transaction may last as long as the seconds exceed the time between
 * two looks.
 */
const LOOK_EVERY_MS = 5_000;
const LOOK_BACK_SECONDS = 30;

/** Sends changes of an account's scans to its open streams. */
export function createScanFeed({ notices, reader, onError }: ScanFeedDeps): ScanFeed {
	const streams = new Map<AccountId, Set<Subscriber>>();
	const waiting = new Map<ScanId, ReturnType<typeof setTimeout>>();

	/** Scans that were told, or are about to be, and when; as long as a look could find them. */
	const known = new Map<ScanId, number>();

	const tell = (owner: AccountId, event: "scan" | "gone", data: unknown) => {
		for (const { send } of streams.get(owner) ?? []) send(event, data);
	};
	const tellChange = async (owner: AccountId, id: ScanId) => {
		waiting.delete(id);
		try {
			const scan = await reader.summary(owner, id);
			if (scan) tell(owner, "scan", scan);
		} catch (error) {
			onError(error);
		}
	};
	const plan = (owner: AccountId, id: ScanId) => {
		known.set(id, performance.now());
		if (!waiting.has(id))
			waiting.set(
				id,
				setTimeout(() => void tellChange(owner, id), TELL_EVERY_MS),
			);
	};
	const look = async () => {
		const forgotten = performance.now() - 2 * LOOK_BACK_SECONDS * 1_000;
		for (const [id, at] of known) if (at < forgotten) known.delete(id);
		if (streams.size === 0) return;
		try {
			const lately = await reader.acceptedLately([...streams.keys()], LOOK_BACK_SECONDS);
			for (const { id, owner } of lately) if (!known.has(id)) plan(owner, id);
		} catch (error) {
			onError(error);
		}
	};
	const looking = setInterval(() => void look(), LOOK_EVERY_MS);
	const endAll = () => {
		for (const subscribers of streams.values()) for (const { end } of subscribers) end();
	};

	const unlisten = notices.listen({
		onNotice({ id, owner, what }) {
			if (owner === "anonymous" || !streams.has(owner)) return;
			if (what === "gone") tell(owner, "gone", { id });
			else plan(owner, id);
		},
		// Clients reopen their streams and read the list again, so that they miss nothing.
		onGap: endAll,
	});

	return {
		subscribe(owner, subscriber) {
			const own = streams.get(owner) ?? new Set();
			streams.set(owner, own.add(subscriber));
			const [oldest] = own;
			if (own.size > STREAMS_PER_ACCOUNT) oldest?.end();
			return () => {
				own.delete(subscriber);
				if (own.size === 0 && streams.get(owner) === own) streams.delete(owner);
			};
		},
		close() {
			unlisten();
			clearInterval(looking);
			for (const timer of waiting.values()) clearTimeout(timer);
			endAll();
		},
	};
}
