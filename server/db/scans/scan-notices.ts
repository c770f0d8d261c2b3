import pg from "pg";
import type { Owner, ScanId } from "#contract/ids.ts";

/** A committed change of an account's scan (migrations/0003-account-scans.sql, tell_scan_change). */
type ScanNotice = { id: ScanId; owner: Owner; what: "changed" | "cancel" | "gone" };

type Listener = {
	onNotice(notice: ScanNotice): void;
	/** The connection was lost for a while, and changes in that time are not reported. */
	onGap?(): void;
};

export type ScanNotices = {
	/** Returns a function that stops listening. */
	listen(listener: Listener): () => void;
	close(): Promise<void>;
};

const RECONNECT_MS = 1_000;

/** Listens to every change of an account's scan, in any process. One connection serves all listeners. */
export async function listenToScans(connectionString: string, onError: (error: Error) => void): Promise<ScanNotices> {
	const listeners = new Set<Listener>();
	let closed = false;
	let client = await connect();
	let timer: ReturnType<typeof setTimeout> | undefined;

	async function connect(): Promise<pg.Client> {
		const next = new pg.Client({
			connectionString,
			application_name: "plumbline-notices",
			connectionTimeoutMillis: 10_000,
			keepAlive: true,
			keepAliveInitialDelayMillis: 10_000,
		});
		next.on("notification", ({ payload = "" }) => {
			const notice: ScanNotice = JSON.parse(payload);
			for (const { onNotice } of listeners) onNotice(notice);
		});
		next.on("error", onError);
		try {
			await next.connect();
			await next.query("LISTEN scans");
		} catch (error) {
			await next.end().catch(() => {});
			throw error;
		}
		// Only now: a connection that ends before is one that failed, and is tried again once.
		next.once("end", lost);
		return next;
	}

	function lost(): void {
		if (!closed) timer = setTimeout(reconnect, RECONNECT_MS);
	}

	async function reconnect(): Promise<void> {
		try {
			client = await connect();
		} catch (error) {
			onError(error as Error);
			return lost();
		}
		if (closed) return client.end();
		for (const { onGap } of listeners) onGap?.();
	}

	return {
		listen(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		async close() {
			closed = true;
			clearTimeout(timer);
			await client.end();
		},
	};
}
