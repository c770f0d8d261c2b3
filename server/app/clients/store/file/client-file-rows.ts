import type { ClientId } from "#contract/ids.ts";
import type { ClientFileRow, ClientFileSection, ClientInFile } from "#contract/workspaces/client-file.ts";
import { readFile } from "#server/assurance/evidence/store/read-file.ts";
import type { Objects } from "#server/assurance/uploads/store/file-reader.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { bytes, flag, json, readRow, readRows, text, texts } from "#server/platform/db/rows.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { CLIENT_FILE_READINGS } from "../../../tenants/tenant-tables.ts";
import type { ClientFileSource } from "../../file/write-client-file.ts";
import { readClient } from "../client-store.ts";

/**
 * What is known about a client, in batches, so that a slow download holds neither much memory nor a connection. Undefined if the
 * workspace has no such client.
 */
export async function readClientFileRows(
	walled: Pool,
	scope: Scope,
	clientId: ClientId,
	{ now, objects }: { now: Date; objects: Objects },
): Promise<ClientFileSource | undefined> {
	// From here on the second wall shows only this client.
	const seen = within(walled, { ...scope, clientId });
	const { workspaceId } = scope;
	const [client, workspace] = [
		await readClient(seen, scope, clientId),
		await readRow(seen, { name: text }, "SELECT name FROM workspaces WHERE id = $1", [workspaceId]),
	];
	if (!client || !workspace) return undefined;
	// The client that is the workspace itself has every host that no other client has.
	const known = await readRow(
		seen,
		{ hosts: texts, isOwn: flag },
		`SELECT coalesce(array_agg(host ORDER BY host), '{}') AS hosts, $1::uuid = $2::uuid AS "isOwn" FROM (
		   SELECT host FROM assets WHERE account_id = $1
		   UNION SELECT host FROM scans WHERE owner = $1::text AND host > ''
		   UNION SELECT asset FROM finding_counts WHERE account_id = $1) AS known
		 WHERE coalesce((SELECT client_id FROM assets WHERE account_id = $1 AND assets.host = known.host), $1) = $2`,
		[workspaceId, clientId],
	);
	const hosts = known?.hosts ?? [];
	const { name, code, color, country, sector, contact, archivedAt } = client;
	return {
		workspaceName: workspace.name,
		client: { name, code, color, country, sector, contact, archivedAt } satisfies ClientInFile,
		async *rows<S extends ClientFileSection>(section: S): AsyncGenerator<ClientFileRow<S>[]> {
			const { row, key, from, batch } = CLIENT_FILE_READINGS[section];
			let last = "";
			for (;;) {
				const rows = await readRows(
					seen,
					{ key: text, row: json<ClientFileRow<S>>() },
					`SELECT ${key} AS key, ${row} AS row FROM ${from} AND ${key} COLLATE "C" > $4 ORDER BY ${key} COLLATE "C" LIMIT ${batch}`,
					[workspaceId, clientId, hosts, last],
				);
				const end = rows.at(-1);
				if (!end) return;
				yield rows.map(({ row }) => row);
				last = end.key;
			}
		},
		async raw(scanId, name) {
			const found = await readRow(
				seen,
				{ content: bytes },
				`SELECT content FROM scan_raw JOIN scans ON scans.id = scan_id
				 WHERE owner = $1::text AND scan_id = $2 AND name = $3 AND host = ANY ($4)`,
				[workspaceId, scanId, name, hosts],
			);
			return found?.content;
		},
		async reportFile(reportId, format) {
			const found = await readRow(
				seen,
				{ content: bytes },
				`SELECT content FROM account_report_files JOIN account_reports ON id = report_id
				 WHERE account_id = $1 AND client_id = $4 AND report_id = $2 AND format = $3`,
				[workspaceId, reportId, format, clientId],
			);
			return found?.content;
		},
		async questionnaireFile(id) {
			const found = await readRow(
				seen,
				{ content: bytes },
				"SELECT content FROM questionnaire_files WHERE workspace_id = $1 AND questionnaire_id = $2",
				[workspaceId, id],
			);
			return found?.content;
		},
		async evidenceFile(id, sha256) {
			const ofClient = { ...scope, clientId };
			const file = await readFile(seen, ofClient, { id, sha256: Buffer.from(sha256, "hex"), at: now, objects });
			if (!file) return undefined;
			const pieces: Buffer[] = [];
			for await (const piece of file.pieces) pieces.push(piece);
			return Buffer.concat(pieces);
		},
	};
}
