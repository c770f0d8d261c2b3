import type { ScanId } from "#contract/ids.ts";
import type { Pool } from "./pool.ts";
import { id, orNull, type RowOf, readRow, readRows, text, texts, time } from "./rows.ts";

const AUDIT_ENTRY = {
	at: time,
	what: text,
	who: text,
	kind: orNull(text),
	target: orNull(text),
	detail: text,
	address: orNull(text),
};

/** An entry of the audit trail. */
type AuditEntry = RowOf<typeof AUDIT_ENTRY>;

/** `addresses`: the host's recent addresses, which are not scanned under other names either. */
type OptOut = { host: string; until: Date; addresses: string[] };

/** What the operator can do besides the settings. Each change is written to the audit trail. */
export type Operation = {
	/** Why scans are stopped; undefined if they are not. */
	stopReason(): Promise<string | undefined>;
	/** Stops accepting scans. Returns those that have not ended yet. */
	stop(reason: string): Promise<ScanId[]>;
	/** False if scans were not stopped. */
	start(): Promise<boolean>;
	/** Whether the service worker is switched off. */
	isWorkerOff(): Promise<boolean>;
	/** False if nothing changed. */
	switchWorker(off: boolean): Promise<boolean>;
	optOuts(): Promise<OptOut[]>;
	optOut(host: string, until: Date): Promise<void>;
	/** False if there was none. */
	removeOptOut(host: string): Promise<boolean>;
	/** Newest first. */
	audit(limit: number): Promise<AuditEntry[]>;
};

export function createOperation(pool: Pool): Operation {
	const note = (what: string, target: string | null, detail = "") =>
		pool.query("INSERT INTO audit_trail (what, who, target, detail) VALUES ($1, 'operator', $2, $3)", [
			what,
			target,
			detail,
		]);
	return {
		async stopReason() {
			return (await readRow(pool, { reason: text }, "SELECT reason FROM scan_stop"))?.reason;
		},
		async stop(reason) {
			await pool.query(
				"INSERT INTO scan_stop (reason) VALUES ($1) ON CONFLICT (single) DO UPDATE SET reason = excluded.reason",
				[reason],
			);
			await note("scans stopped", null, reason);
			const rows = await readRows(
				pool,
				{ id: id<ScanId>() },
				"SELECT id FROM scans WHERE status IN ('pending', 'running')",
			);
			return rows.map(({ id }) => id);
		},
		async start() {
			const { rowCount } = await pool.query("DELETE FROM scan_stop");
			if (rowCount === 0) return false;
			await note("scans started", null);
			return true;
		},
		async isWorkerOff() {
			return (await pool.query("SELECT 1 FROM service_worker_off")).rowCount === 1;
		},
		async switchWorker(off) {
			const { rowCount } = await pool.query(
				off ? "INSERT INTO service_worker_off DEFAULT VALUES ON CONFLICT DO NOTHING" : "DELETE FROM service_worker_off",
			);
			if (rowCount === 0) return false;
			await note(off ? "service worker off" : "service worker on", null);
			return true;
		},
		async optOuts() {
			return readRows(
				pool,
				{ host: text, until: time, addresses: texts },
				`SELECT host, until, array(SELECT address FROM target_opt_out_addresses AS seen
				   WHERE seen.host = asked.host ORDER BY address) AS addresses
				 FROM target_opt_outs AS asked WHERE until > now() ORDER BY host`,
			);
		},
		async optOut(host, until) {
			await pool.query(
				"INSERT INTO target_opt_outs (host, until) VALUES ($1, $2) ON CONFLICT (host) DO UPDATE SET until = excluded.until",
				[host, until],
			);
			await note("opt-out", host, `until ${until.toISOString()}`);
		},
		async removeOptOut(host) {
			const { rowCount } = await pool.query("DELETE FROM target_opt_outs WHERE host = $1", [host]);
			if (rowCount === 0) return false;
			await note("opt-out ended", host);
			return true;
		},
		async audit(limit) {
			return readRows(
				pool,
				AUDIT_ENTRY,
				`SELECT t.at, what, who, kind, target, detail || coalesce(' (terms of ' || statement || ')', '') AS detail, address
				 FROM audit_trail t
				 LEFT JOIN audit_addresses a ON a.audit_id = t.id ORDER BY t.id DESC LIMIT $1`,
				[limit],
			);
		},
	};
}
