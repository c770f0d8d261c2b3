import type { ScanId } from "#contract/ids.ts";
import type { OptOut } from "#contract/operator/operator.ts";
import { inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { id, int, readRow, readRows, text, texts, time } from "#server/platform/db/rows.ts";
import { type Actor, noteAct } from "./audit.ts";

/** What operators switch and refuse. Each change is in the audit trail, with the person who made it. */
export type Operation = {
	/** Why scans are stopped; undefined if they are not. */
	stopReason(): Promise<string | undefined>;
	/** Stops accepting scans. Returns those that have not ended yet, running ones first. */
	stop(reason: string, by?: Actor): Promise<ScanId[]>;
	/** False if scans were not stopped. */
	start(by?: Actor): Promise<boolean>;
	/** Whether the service worker is switched off. */
	isWorkerOff(): Promise<boolean>;
	/** False if nothing changed. */
	switchWorker(off: boolean, by?: Actor): Promise<boolean>;
	/** The opt-outs in force, by name: all of them, or a page of the list. */
	optOuts(page?: { after?: string | undefined; limit: number }): Promise<OptOut[]>;
	countOptOuts(): Promise<number>;
	optOut(host: string, until: Date, by?: Actor): Promise<void>;
	/** False if there was none. */
	removeOptOut(host: string, by?: Actor): Promise<boolean>;
};

export function createOperation(pool: Pool): Operation {
	/** Changes a row and records it, both or neither. False if the statement changed nothing. */
	const change = (sql: string, values: unknown[], note: Parameters<typeof noteAct>[1]): Promise<boolean> =>
		inTransaction(pool, async (tx) => {
			const { rowCount } = await tx.query(sql, values);
			if (rowCount === 0) return false;
			await noteAct(tx, note);
			return true;
		});
	return {
		async stopReason() {
			return (await readRow(pool, { reason: text }, "SELECT reason FROM scan_stop"))?.reason;
		},
		async stop(reason, by = "operator") {
			await change(
				"INSERT INTO scan_stop (reason) VALUES ($1) ON CONFLICT (single) DO UPDATE SET reason = excluded.reason",
				[reason],
				{ what: "scans stopped", by, detail: reason },
			);
			const rows = await readRows(
				pool,
				{ id: id<ScanId>() },
				"SELECT id FROM scans WHERE status IN ('pending', 'running') ORDER BY status DESC, queued_at",
			);
			return rows.map(({ id }) => id);
		},
		start: (by = "operator") => change("DELETE FROM scan_stop", [], { what: "scans started", by }),
		async isWorkerOff() {
			return (await pool.query("SELECT 1 FROM service_worker_off")).rowCount === 1;
		},
		switchWorker: (off, by = "operator") =>
			change(
				off ? "INSERT INTO service_worker_off DEFAULT VALUES ON CONFLICT DO NOTHING" : "DELETE FROM service_worker_off",
				[],
				{ what: off ? "service worker off" : "service worker on", by },
			),
		async optOuts({ after, limit } = { limit: Number.MAX_SAFE_INTEGER }) {
			const rows = await readRows(
				pool,
				{ host: text, until: time, addresses: texts },
				`SELECT host, until, array(SELECT address FROM target_opt_out_addresses AS seen
				   WHERE seen.host = asked.host ORDER BY address) AS addresses
				 FROM target_opt_outs AS asked WHERE until > now() AND ($1::text IS NULL OR host > $1) ORDER BY host LIMIT $2`,
				[after, limit],
			);
			return rows.map(({ until, ...optOut }) => ({ ...optOut, until: until.toISOString() }));
		},
		async countOptOuts() {
			const sql = "SELECT count(*) AS total FROM target_opt_outs WHERE until > now()";
			return (await readRow(pool, { total: int }, sql))?.total ?? 0;
		},
		async optOut(host, until, by = "operator") {
			await change(
				"INSERT INTO target_opt_outs (host, until) VALUES ($1, $2) ON CONFLICT (host) DO UPDATE SET until = excluded.until",
				[host, until],
				{ what: "opt-out", by, target: host, detail: `until ${until.toISOString()}` },
			);
		},
		removeOptOut: (host, by = "operator") =>
			change("DELETE FROM target_opt_outs WHERE host = $1", [host], { what: "opt-out ended", by, target: host }),
	};
}
