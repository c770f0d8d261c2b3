import { setTimeout as pause } from "node:timers/promises";
import type { ScanId } from "#contract/ids.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import type { ScanOwner } from "../asker.ts";

/** Scans that were just committed, and the call that wakes their queue's workers (server/platform/jobs/send-statement.ts). */
type Accepted = { scans: readonly { id: ScanId; owner: ScanOwner }[]; wake: string };

/** Notifies other connections of accepted scans. Returns at once. */
export type Announce = (accepted: Accepted) => void;

type Announcer = {
	announce: Announce;
	/** Resolves when every notice so far has been sent. */
	close(): Promise<void>;
};

/** Fewer than this wait unless the database is away, and then streams end and clients read their lists again anyway. */
const MOST = 2_000;

/** What gathers within this time after an announcement goes out in the next one. Streams wait much longer before they report. */
const APART_MS = 20;

/**
 * NOTIFY after the commit, on its own connection: in a commit it takes a lock on the whole database, so that all submissions would wait
 * for each other's disk writes. It does not wait for the disk itself, because it writes nothing there. What gathers in the meantime goes
 * out in one statement. A process that ends in between sends nothing; open streams look for such scans themselves
 * (server/scanning/scans/routes/scan-feed.ts), and workers poll.
 */
export function createAnnouncer(pool: Pool, onError: (error: Error) => void): Announcer {
	let notices: string[] = [];
	let wakes = new Set<string>();
	let telling: Promise<void> | undefined;
	let closing = false;

	async function tell(): Promise<void> {
		while (notices.length > 0 || wakes.size > 0) {
			const calls = [
				"set_config('synchronous_commit', 'off', true)",
				...wakes,
				"(SELECT count(pg_notify('scans', notice)) FROM unnest($1::text[]) AS notice)",
			];
			const sending = notices;
			notices = [];
			wakes = new Set();
			await pool.query(`SELECT ${calls.join(", ")}`, [sending]).catch(onError);
			if (!closing) await pause(APART_MS);
		}
		telling = undefined;
	}

	return {
		announce({ scans, wake }) {
			for (const { id, owner } of scans) {
				if (owner !== "anonymous" && notices.length < MOST)
					notices.push(JSON.stringify({ id, owner, what: "changed" }));
			}
			wakes.add(wake);
			telling ??= tell();
		},
		async close() {
			closing = true;
			await telling;
		},
	};
}
