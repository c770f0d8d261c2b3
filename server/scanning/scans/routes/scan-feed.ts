import type { ClientId, ScanId, WorkspaceId } from "#contract/ids.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import type { ScanNotices } from "../store/scan-notices.ts";
import type { ScanReader } from "../store/scan-reader.ts";

/** One open stream. */
type Subscriber = {
	send(event: "scan" | "gone", data: unknown): void;
	/** `comeBackMs`: when the client reconnects, if not after its usual delay. */
	end(comeBackMs?: number): void;
};

export type ScanFeed = {
	/** Returns how to unsubscribe. An account that opens too many streams of a workspace loses its oldest. */
	subscribe(scope: Scope, subscriber: Subscriber): () => void;
	/** Ends every stream. Clients reopen theirs, on a process that stays. */
	endAll(): void;
	/** Stops listening, and ends every stream. */
	close(): void;
};

type ScanFeedDeps = {
	notices: Pick<ScanNotices, "listen">;
	reader: Pick<ScanReader, "changed" | "clientOf" | "acceptedLately">;
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
 * Accepted scans are announced after their commit (server/scanning/scans/store/announce.ts), so nobody announces those of a process that
 * ended in between. Each feed looks for them itself. A scan's transaction may take as long as the seconds exceed the time between two
 * looks.
 */
const LOOK_EVERY_MS = 5_000;
const LOOK_BACK_SECONDS = 30;

/** Sends changes to a workspace's scans to the open streams of its members, each only what that member may see. */
export function createScanFeed({ notices, reader, onError }: ScanFeedDeps): ScanFeed {
	const streams = new Map<WorkspaceId, Map<Subscriber, Scope>>();
	const changes = new Map<ScanId, Change>();

	/** Scans that were sent, or are about to be, and when; kept as long as a look could find them. */
	const known = new Map<ScanId, number>();

	const tell = (owner: WorkspaceId, client: ClientId, event: "scan" | "gone", data: unknown) => {
		for (const [{ send }, { clientId }] of streams.get(owner) ?? []) {
			if (clientId === null || clientId === client) send(event, data);
		}
	};
	const tellGone = async (owner: WorkspaceId, id: ScanId, host: string | null) => {
		try {
			tell(owner, await reader.clientOf(owner, host), "gone", { id });
		} catch (error) {
			onError(error);
		}
	};
	const plan = (owner: WorkspaceId, id: ScanId) => {
		known.set(id, performance.now());
		const change: Change = { timer: undefined, again: false, gone: false };
		change.timer = setTimeout(() => void tellChange(owner, id, change), TELL_EVERY_MS);
		changes.set(id, change);
	};
	/** One read at a time for each scan: an older state must not arrive after a newer one. */
	const tellChange = async (owner: WorkspaceId, id: ScanId, change: Change) => {
		change.timer = undefined;
		try {
			const changed = await reader.changed(owner, id);
			if (changed && !change.gone) tell(owner, changed.clientId, "scan", changed.scan);
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
		// A slow database must not take up one connection after another for this.
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
			for (const { end } of subscribers.keys()) end(count++ % COME_BACK_MS);
		}
	};

	const unlisten = notices.listen({
		onNotice(notice) {
			if (notice.what === "member") {
				// Its client reopens it and gets what the member may see from now on, or the refusal. Deleting entries while iterating
				// over a Map skips none.
				for (const [{ end }, { accountId }] of streams.get(notice.owner) ?? []) if (accountId === notice.id) end(0);
				return;
			}
			const { id, owner, what } = notice;
			if (owner === "anonymous" || !streams.has(owner)) return;
			const change = changes.get(id);
			if (what === "gone") {
				if (change) change.gone = true;
				void tellGone(owner, id, notice.host ?? null);
			} else if (!change) plan(owner, id);
			else if (change.timer === undefined) change.again = true;
		},
		// Clients reopen their streams and read the list again, so that they miss nothing.
		onGap: endAll,
	});

	return {
		subscribe(scope, subscriber) {
			const { workspaceId: owner, accountId } = scope;
			const own = streams.get(owner) ?? new Map();
			streams.set(owner, own.set(subscriber, scope));
			const [oldest, ...others] = [...own].filter(([, each]) => each.accountId === accountId);
			if (others.length >= STREAMS_PER_ACCOUNT) oldest?.[0].end();
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
