import type { ScanDetail, ScanReport, SentItem } from "#contract/findings.ts";
import type { AccountId, ScanId } from "#contract/ids.ts";
import type { RawOutput, ScanSummary, TimelineItem } from "#contract/scans.ts";
import type { Pool } from "../pool.ts";

type Main = { request: Record<string, string>; report: ScanReport | null; sent: SentItem[] | null };

/** All that is known of a scan whose summary its owner was given. Undefined when it was deleted in this very moment. */
export async function readDetail(pool: Pool, scan: ScanSummary): Promise<ScanDetail | undefined> {
	const [main, timeline, raw] = await Promise.all([
		pool.query<Main>(
			`SELECT request, report, sent FROM scans
			 LEFT JOIN scan_reports ON scan_reports.scan_id = id LEFT JOIN scan_sent ON scan_sent.scan_id = id WHERE id = $1`,
			[scan.id],
		),
		pool.query<Omit<TimelineItem, "at"> & { at: Date }>(
			"SELECT at, what, text, progress FROM scan_events WHERE scan_id = $1 ORDER BY id",
			[scan.id],
		),
		pool.query<RawOutput>(
			`SELECT name, media_type AS "mediaType", length(content) AS bytes FROM scan_raw WHERE scan_id = $1 ORDER BY name`,
			[scan.id],
		),
	]);
	const [found] = main.rows;
	if (!found) return undefined;
	return {
		scan,
		request: found.request,
		timeline: timeline.rows.map((item) => ({ ...item, at: item.at.toISOString() })),
		report: found.report,
		sent: found.report?.sent ?? found.sent ?? [],
		raw: raw.rows,
	};
}

export async function readRaw(pool: Pool, owner: AccountId, id: ScanId, name: string): Promise<Buffer | undefined> {
	const { rows } = await pool.query<{ content: Buffer }>(
		`SELECT content FROM scan_raw JOIN scans ON scans.id = scan_id WHERE scan_id = $1 AND owner = $2 AND name = $3`,
		[id, owner, name],
	);
	return rows[0]?.content;
}
