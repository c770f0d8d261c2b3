import pg from "pg";
import type { AccountId, ScanId, WorkspaceId } from "#contract/ids.ts";
import type { ScanOwner } from "../asker.ts";

/**
 * A committed change to a workspace's scan (migrations/0003-account-scans.sql, tell_scan_change), or to a membership: then `id` is the
 * member's account (migrations/0025-workspaces.sql, tell_membership).
 */
type ScanNotice =
	| { id: ScanId; owner: ScanOwner; host?: string | null; what: "changed" | "cancel" | "gone" }
	| { id: AccountId; owner: WorkspaceId; what: "member" };

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

type Patience = {
	reconnectMs: number;
	/** How often to check whether the connection still works: one that a firewall has dropped is silent, not closed. */
	checkMs: number;
	/** After this long without an answer, it counts as dead. */
	silenceMs: number;
};

const PATIENCE: Patience = { reconnectMs: 1_000, checkMs: 30_000, silenceMs: 10_000 };

/** Listens to every change of an account's scan, in any process. One connection serves all listeners. */
export async function listenToScans(
	connectionString: string,
	onError: (error: Error) => void,
	{ reconnectMs, checkMs, silenceMs } = PATIENCE,
): Promise<ScanNotices> {
	const listeners = new Set<Listener>();
	let closed = false;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let client = await connect();

	async function connect(): Promise<pg.Client> {
		const next = new pg.Client({
			connectionString,
			application_name: "plumbline-notices",
			keepAlive: true,
			connectionTimeoutMillis: silenceMs,
			query_timeout: silenceMs,
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
			// Not awaited: a server that does not answer does not say goodbye either.
			void next.end().catch(() => undefined);
			throw error;
		}
		// Only from here on: a failed attempt is repeated by its caller, and must not count as a lost connection too.
		next.once("end", lost);
		checkSoon();
		return next;
	}

	function checkSoon(): void {
		clearTimeout(timer);
		if (!closed) timer = setTimeout(check, checkMs);
	}

	/** Asks on the same connection. If it does not answer, the connection is given up and ended. */
	async function check(): Promise<void> {
		const asked = client;
		try {
			await asked.query("SELECT 1");
			if (asked === client) checkSoon();
		} catch (error) {
			if (closed) return;
			onError(error as Error);
			void asked.end().catch(() => undefined);
		}
	}

	function lost(): void {
		clearTimeout(timer);
		if (!closed) timer = setTimeout(reconnect, reconnectMs);
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
