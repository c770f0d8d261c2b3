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
	reader: Pick<ScanReader, "summary">;
	onError: (error: unknown) => void;
};

const STREAMS_PER_ACCOUNT = 10;
/** A scan that changes several times within this time is sent once. */
const TELL_EVERY_MS = 250;

/** Sends changes of an account's scans to its open streams. */
export function createScanFeed({ notices, reader, onError }: ScanFeedDeps): ScanFeed {
	const streams = new Map<AccountId, Set<Subscriber>>();
	const waiting = new Map<ScanId, ReturnType<typeof setTimeout>>();

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
	const endAll = () => {
		for (const subscribers of streams.values()) for (const { end } of subscribers) end();
	};

	const unlisten = notices.listen({
		onNotice({ id, owner, what }) {
			if (owner === "anonymous" || !streams.has(owner)) return;
			if (what === "gone") tell(owner, "gone", { id });
			else if (!waiting.has(id))
				waiting.set(
					id,
					setTimeout(() => void tellChange(owner, id), TELL_EVERY_MS),
				);
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
			for (const timer of waiting.values()) clearTimeout(timer);
			endAll();
		},
	};
}
