import type { EvidenceDetail } from "#contract/evidence/evidence.ts";
import type { EvidenceId } from "#contract/evidence/evidence-id.ts";
import type { Place } from "#contract/evidence/place.ts";
import { inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { json, orNull, readRow, text } from "#server/platform/db/rows.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { dropUnnamed } from "../../uploads/store/drop-files.ts";
import type { Objects } from "../../uploads/store/file-reader.ts";
import type { EvidenceStore } from "../ports.ts";
import { createAddEvidence } from "./add-evidence.ts";
import { changeEvidence } from "./change-evidence.ts";
import { readCustody } from "./custody.ts";
import { createDecideEvidence } from "./decide-evidence.ts";
import { EVIDENCE, evidenceColumns, evidenceOfRow } from "./evidence-row.ts";
import { createLinkEvidence } from "./link-evidence.ts";
import { createListEvidence } from "./list-evidence.ts";
import { readNamedFiles } from "./named-files.ts";
import { readFile } from "./read-file.ts";

const DETAIL = {
	...EVIDENCE,
	device: text,
	place: orNull(json<Place>()),
	record: orNull(json<Record<string, unknown>>()),
	record_sha256: orNull(text),
};

/** Evidence in PostgreSQL. */
export function createEvidenceStore(walled: Pool, now: () => Date, objects: Objects): EvidenceStore {
	const detail = async (scope: Scope, id: EvidenceId): Promise<EvidenceDetail | undefined> => {
		const db = within(walled, scope);
		const row = await readRow(
			db,
			DETAIL,
			`SELECT ${evidenceColumns}, device, place, record, encode(record_sha256, 'hex') AS record_sha256 FROM evidence WHERE workspace_id = $1 AND id = $2 AND ${ofScope("$3")}`,
			[scope.workspaceId, id, scope.clientId],
		);
		if (!row) return undefined;
		const { device, place, record, record_sha256: recordSha256 } = row;
		return { ...evidenceOfRow(row), device, place, record, recordSha256, custody: await readCustody(db, scope, id) };
	};

	return {
		add: createAddEvidence(walled, now),
		link: createLinkEvidence(walled, now),
		decide: createDecideEvidence(walled, now),
		page: createListEvidence(walled, now),
		detail,
		change: (scope, id, change) => changeEvidence(within(walled, scope), scope, id, { change, at: now() }),
		delete: (scope, id) =>
			inTransaction(within(walled, scope), async (client) => {
				await holdWorkspaceFor(client, scope, "arrange");
				const named = await readNamedFiles(client, "evidence.workspace_id = $1 AND evidence.id = $2", [
					scope.workspaceId,
					id,
				]);
				const { rowCount } = await client.query(
					`DELETE FROM evidence WHERE workspace_id = $1 AND id = $2 AND ${ofScope("$3")}`,
					[scope.workspaceId, id, scope.clientId],
				);
				if (rowCount !== 1) return false;
				await dropUnnamed(client, scope.workspaceId, named);
				return true;
			}),
		file: (scope, id, sha256) =>
			readFile(within(walled, scope), scope, { id, sha256: Buffer.from(sha256, "hex"), at: now(), objects }),
	};
}

const ofScope = (client: string) => `(${client}::uuid IS NULL OR client_id = ${client})`;
