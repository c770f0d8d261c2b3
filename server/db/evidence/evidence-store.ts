import type { EvidenceDetail, EvidenceId, Place } from "#contract/evidence/evidence.ts";
import type { EvidenceStore } from "../../evidence/ports.ts";
import type { Scope } from "../../workspaces/scope.ts";
import { inTransaction, type Pool } from "../pool.ts";
import { bytes, int, json, orNull, readRow, readRows, text, uuid } from "../rows.ts";
import { dropUnnamed } from "../uploads/drop-files.ts";
import { type Objects, readPieces } from "../uploads/file-reader.ts";
import { holdWorkspaceFor } from "../workspaces/hold-workspace.ts";
import { within } from "../workspaces/within.ts";
import { createAddEvidence } from "./add-evidence.ts";
import { noteCustody, readCustody } from "./custody.ts";
import { EVIDENCE, evidenceColumns, evidenceOfRow } from "./evidence-row.ts";
import { createLinkEvidence } from "./link-evidence.ts";
import { createListEvidence } from "./list-evidence.ts";

const DETAIL = { ...EVIDENCE, device: text, place: orNull(json<Place>()) };

/** Evidence in PostgreSQL. */
export function createEvidenceStore(walled: Pool, now: () => Date, objects: Objects): EvidenceStore {
	const detail = async (scope: Scope, id: EvidenceId): Promise<EvidenceDetail | undefined> => {
		const db = within(walled, scope);
		const row = await readRow(
			db,
			DETAIL,
			`SELECT ${evidenceColumns}, device, place FROM evidence WHERE workspace_id = $1 AND id = $2 AND ${ofScope("$3")}`,
			[scope.workspaceId, id, scope.clientId],
		);
		if (!row) return undefined;
		const { device, place } = row;
		return { ...evidenceOfRow(row), device, place, custody: await readCustody(db, scope, id) };
	};

	return {
		add: createAddEvidence(walled, now),
		link: createLinkEvidence(walled, now),
		page: createListEvidence(walled),
		detail,
		change: (scope, id, { title, note, version }) =>
			inTransaction(within(walled, scope), async (client) => {
				const found = await readRow(
					client,
					{ version: int },
					`SELECT version FROM evidence WHERE workspace_id = $1 AND id = $2 AND ${ofScope("$3")} FOR NO KEY UPDATE`,
					[scope.workspaceId, id, scope.clientId],
				);
				if (!found) return "not_found";
				if (found.version !== version) return "changed_meanwhile";
				const { rowCount } = await client.query(
					`UPDATE evidence SET title = coalesce($3, title), note = coalesce($4, note), version = version + 1
					 WHERE workspace_id = $1 AND id = $2
					   AND (title, note) IS DISTINCT FROM (coalesce($3, title), coalesce($4, note))`,
					[scope.workspaceId, id, title ?? null, note ?? null],
				);
				if (rowCount === 1) await noteCustody(client, scope, id, now(), "changed");
				return "changed";
			}),
		delete: (scope, id) =>
			inTransaction(within(walled, scope), async (client) => {
				await holdWorkspaceFor(client, scope, "arrange");
				const named = await readRows(
					client,
					{ sha256: bytes },
					"SELECT sha256 FROM evidence_files WHERE workspace_id = $1 AND evidence_id = $2",
					[scope.workspaceId, id],
				);
				const { rowCount } = await client.query(
					`DELETE FROM evidence WHERE workspace_id = $1 AND id = $2 AND ${ofScope("$3")}`,
					[scope.workspaceId, id, scope.clientId],
				);
				if (rowCount !== 1) return false;
				await dropUnnamed(
					client,
					scope.workspaceId,
					named.map(({ sha256 }) => sha256),
				);
				return true;
			}),
		async file(scope, id, sha256) {
			const db = within(walled, scope);
			const file = await readRow(
				db,
				{ name: text, type: text, size: int, pieces_id: uuid },
				`SELECT part.name, files.type, files.size, files.pieces_id FROM evidence
				 JOIN evidence_files AS part ON part.workspace_id = evidence.workspace_id AND part.evidence_id = evidence.id
				 JOIN files ON files.workspace_id = part.workspace_id AND files.sha256 = part.sha256
				 WHERE evidence.workspace_id = $1 AND evidence.id = $2 AND part.sha256 = $3 AND ${ofScope("$4")}`,
				[scope.workspaceId, id, Buffer.from(sha256, "hex"), scope.clientId],
			);
			if (!file) return undefined;
			await noteCustody(db, scope, id, now(), "opened");
			const { pieces_id, ...said } = file;
			return { ...said, pieces: readPieces(db, pieces_id, objects) };
		},
	};
}

const ofScope = (client: string) => `(${client}::uuid IS NULL OR client_id = ${client})`;
