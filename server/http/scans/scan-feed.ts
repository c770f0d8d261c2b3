import type { AccountId, ScanId } from "#contract/ids.ts";
import type { ScanNotices } from "../../db/scans/scan-notices.ts";
import type { ScanReader } from "../../db/scans/scan-reader.ts";

/** One open stream. */
type Subscriber = {
	send(event: "scan" | "gone", data: unknown): void;
	/** `comeBackMs`: when the client reconnects, if not at its own pace. */
	end(comeBackMs?: number): void;
};

export type ScanFeed = {
	/** Returns how to unsubscribe. An account that opens too many streams loses its oldest. */
	subscribe(owner: AccountId, subscriber: Subscriber): () => void;
	/** Ends every stream; clients reopen theirs, by then to a process that stays. */
	endAll(): void;
	/** Stops listening, and ends every stream. */
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
/** All clients come back within this time, but not all at once. */
const COME_BACK_MS = 1_000;

/** A changed scan that is about to be read and sent, or being read. */
type Change = {
	timer: ReturnType<typeof setTimeout> | undefined;
	/** It changed while it was read, so what was read may be out of date. */
	again: boolean;
	/** It was deleted while it was read. */
	gone: boolean;
};

/**
 * Accepted scans are announced after their commit (server/db/scans/announce.ts), so no one announces those of a process that
 * ended in between. Each feed looks for them itself. A scan's transaction may last as long as the seconds exceed the time between
 * two looks.
 */
const LOOK_EVERY_MS = 5_000;
const LOOK_BACK_SECONDS = 30;

/** Sends changes of an account's scans to its open streams. */
export function createScanFeed({ notices, reader, onError }: ScanFeedDeps): ScanFeed {
	const streams = new Map<AccountId, Set<Subscriber>>();
	const changes = new Map<ScanId, Change>();

	/** Scans that were sent, or are about to be, and when; kept as long as a look could find them. */
	const known = new Map<ScanId, number>();

	const tell = (owner: AccountId, event: "scan" | "gone", data: unknown) => {
		for (const { send } of streams.get(owner) ?? []) send(event, data);
	};
	const plan = (owner: AccountId, id: ScanId) => {
		known.set(id, performance.now());
		const change: Change = { timer: undefined, again: false, gone: false };
		change.timer = setTimeout(() => void tellChange(owner, id, change), TELL_EVERY_MS);
		changes.set(id, change);
	};
	/** One read at a time for each scan: an older state must not arrive after a newer one. */
	const tellChange = async (owner: AccountId, id: ScanId, change: Change) => {
		change.timer = undefined;
		try {
			const scan = await reader.summary(owner, id);
			if (scan && !change.gone) tell(owner, "scan", scan);
		} catch (error) {
			onError(error);
		}
		changes.delete(id);
		if (change.again && !change.gone) plan(owner, id);
	};
	let isLooking = false;
	const look = async () => {
		const forgotten = performance.now() - 2 * LOOK_BACK_SECONDS * 1_000;
		for (const [id, at] of known) if (at < forgotten) known.delete(id);
		// A slow database must not lose one connection after another to this.
		if (streams.size === 0 || isLooking) return;
		isLooking = true;
		try {
			const lately = await reader.acceptedLately([...streams.keys()], LOOK_BACK_SECONDS);
			for (const { id, owner } of lately) if (!known.has(id) && !changes.has(id)) plan(owner, id);
		} catch (error) {
			onError(error);
		} finally {
			isLooking = false;
		}
	};
	const looking = setInterval(() => void look(), LOOK_EVERY_MS);
	const endAll = () => {
		let count = 0;
		for (const subscribers of streams.values()) {
			for (const { end } of subscribers) end(count++ % COME_BACK_MS);
		}
	};

	const unlisten = notices.listen({
		onNotice({ id, owner, what }) {
			if (owner === "anonymous" || !streams.has(owner)) return;
			const change = changes.get(id);
			if (what === "gone") {
				if (change) change.gone = true;
				tell(owner, "gone", { id });
			} else if (!change) plan(owner, id);
			else if (change.timer === undefined) change.again = true;
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
		endAll,
		close() {
			unlisten();
			clearInterval(looking);
			for (const { timer } of changes.values()) clearTimeout(timer);
			endAll();
		},
	};
}
