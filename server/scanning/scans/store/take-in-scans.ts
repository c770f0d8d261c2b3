import * as z from "zod/mini";
import { SCAN_BODIES, type ScanRequest } from "#contract/scans/scans.ts";
import { scopeOf } from "#contract/scans/scope.ts";
import type { ClientFileRow } from "#contract/workspaces/client-file.ts";
import { insertAll } from "#server/platform/db/insert-all.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import type { ClientFileContents, Destination } from "#server/platform/tenancy/taking-in.ts";

const SCAN = {
	id: "uuid",
	owner: "text",
	asked_by: "uuid",
	kind: "text",
	target: "text",
	request: "jsonb",
	host: "text",
	note: "text",
	status: "text",
	accepted_at: "timestamptz",
	queued_at: "timestamptz",
	started_at: "timestamptz",
	finished_at: "timestamptz",
	attempts: "smallint",
	progress: "smallint",
	coverage: "text",
	failure_code: "text",
	failure_message: "text",
	high: "integer",
	medium: "integer",
	low: "integer",
	none: "integer",
	taken_over_at: "timestamptz",
	mail_outcome: "text",
};
const EVENT = { scan_id: "uuid", at: "timestamptz", what: "text", text: "text", progress: "smallint" };

/** Stores the scans in a file with their reports, timelines and output. Returns their old ids. */
export async function takeInScans(destination: Destination, file: ClientFileContents): Promise<ReadonlySet<string>> {
	const { client, idOf } = destination;
	const ids = new Set<string>();
	for await (const scans of file.rows("scans")) {
		for (const { id } of scans) ids.add(id);
		await insertAll(
			client,
			"scans",
			SCAN,
			scans.map((scan) => rowOf(destination, scan)),
		);
		await insertAll(
			client,
			"scan_reports",
			{ scan_id: "uuid", report: "jsonb" },
			scans.flatMap(({ id, report }) => (report ? [{ scan_id: idOf(id), report }] : [])),
		);
		await insertAll(
			client,
			"scan_sent",
			{ scan_id: "uuid", sent: "jsonb" },
			scans.flatMap(({ id, sent }) => (sent.length > 0 ? [{ scan_id: idOf(id), sent }] : [])),
		);
		await insertAll(
			client,
			"scan_events",
			EVENT,
			scans.flatMap(({ id, timeline }) => timeline.map((item) => ({ scan_id: idOf(id), ...item }))),
		);
		for (const { id, raw } of scans) {
			for (const { name, mediaType, createdAt, file: path } of raw) {
				await client.query(
					"INSERT INTO scan_raw (scan_id, name, media_type, created_at, content) VALUES ($1, $2, $3, $4, $5)",
					[idOf(id), name, mediaType, createdAt, await file.content(path)],
				);
			}
		}
	}
	return ids;
}

function rowOf({ workspaceId, accountId, hosts, taker, idOf }: Destination, scan: ClientFileRow<"scans">) {
	const request = requestOf(scan, taker.email);
	const host = scopeOf(request)?.host;
	if (host === undefined || !hosts.has(host))
		throw new BadFile("This file has a scan of a host that it does not name.");
	const { kind, target, note, status, acceptedAt, startedAt, finishedAt, coverage, failure, report } = scan;
	return {
		id: idOf(scan.id),
		owner: workspaceId,
		asked_by: accountId,
		kind,
		target,
		request: request.body,
		host,
		note,
		status,
		accepted_at: acceptedAt,
		queued_at: acceptedAt,
		started_at: startedAt,
		finished_at: finishedAt,
		attempts: 1,
		progress: 100,
		coverage,
		failure_code: failure?.code ?? null,
		failure_message: failure?.message ?? null,
		...(report?.counts ?? { high: null, medium: null, low: null, none: null }),
		// Its findings come with the file, and its report was emailed elsewhere.
		taken_over_at: finishedAt,
		mail_outcome: "dropped",
	};
}

/** What was requested. The file has no address; a repeat emails its report to the member who took the client in. */
function requestOf({ kind, request }: ClientFileRow<"scans">, email: string): ScanRequest {
	const schema = SCAN_BODIES[kind];
	const body = z.safeParse(schema, { ...request, ...("email" in schema.shape && { email }) });
	if (!body.success) throw new BadFile("This file has a scan that could not have been asked for.");
	return { kind, body: body.data } as ScanRequest;
}
