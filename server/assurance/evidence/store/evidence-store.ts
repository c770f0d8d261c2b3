import type { EvidenceChange, EvidenceDetail } from "#contract/evidence/evidence.ts";
import type { EvidenceId } from "#contract/evidence/evidence-id.ts";
import type { Place } from "#contract/evidence/place.ts";
import { inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { json, orNull, readRow, text } from "#server/platform/db/rows.ts";
import type { Moment } from "#server/platform/jobs/moment.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { dropUnnamed } from "../../uploads/store/drop-files.ts";
import type { Objects } from "../../uploads/store/file-reader.ts";
import type { EvidenceAdded } from "../evidence-added.ts";
import type { EvidenceDeleted } from "../evidence-deleted.ts";
import { createAddEvidence } from "./add-evidence.ts";
import { changeEvidence } from "./change-evidence.ts";
import { readCustody } from "./custody.ts";
import { createDecideEvidence } from "./decide-evidence.ts";
import { EVIDENCE, evidenceColumns, evidenceOfRow } from "./evidence-row.ts";
import { createLinkEvidence } from "./link-evidence.ts";
import { createListEvidence } from "./list-evidence.ts";
import { readNamedFiles } from "./named-files.ts";
import { type FileToRead, readFile } from "./read-file.ts";
import { hasOtherReviewer } from "./reviewers.ts";

const DETAIL = {
	...EVIDENCE,
	device: text,
	place: orNull(json<Place>()),
	record: orNull(json<Record<string, unknown>>()),
	record_sha256: orNull(text),
};

/** Evidence in PostgreSQL. */
export function createEvidenceStore(
	walled: Pool,
	now: () => Date,
	objects: Objects,
	{ added, deleted }: { added: Moment<EvidenceAdded>; deleted: Moment<EvidenceDeleted> },
) {
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
		return {
			...evidenceOfRow(row),
			device,
			place,
			record,
			recordSha256,
			hasOtherReviewer: await hasOtherReviewer(db, scope, row.taken_by),
			custody: await readCustody(db, scope, id),
		};
	};

	return {
		/** Stores it with all of its files or not at all, once per key. */
		add: createAddEvidence(walled, now, added),
		/** Links it to something or removes the link, once per key. Doing it twice has no further effect. */
		link: createLinkEvidence(walled, now),
		/** Submits, accepts, returns or withdraws it, once per key. The newest entry counts. */
		decide: createDecideEvidence(walled, now),
		page: createListEvidence(walled, now),
		detail,
		change: (
			scope: Scope,
			id: EvidenceId,
			change: EvidenceChange,
		): Promise<"changed" | "changed_meanwhile" | "not_found" | "bad_period" | "bad_successor"> =>
			changeEvidence(within(walled, scope), scope, id, { change, at: now() }),
		/** Also deletes the files that no other piece names. False if there is no such piece. */
		delete: (scope: Scope, id: EvidenceId) =>
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
				await deleted(client, { workspaceId: scope.workspaceId, evidenceId: id });
				return true;
			}),
		/** A file of it, or the thumbnail of one. Opening a file adds a line to the custody list; viewing a thumbnail does not. */
		file: (scope: Scope, id: EvidenceId, sha256: string): Promise<FileToRead | undefined> =>
			readFile(within(walled, scope), scope, { id, sha256: Buffer.from(sha256, "hex"), at: now(), objects }),
	};
}

/** Evidence of workspaces. Evidence outside the scope looks as if it does not exist. */
export type EvidenceStore = ReturnType<typeof createEvidenceStore>;

const ofScope = (client: string) => `(${client}::uuid IS NULL OR client_id = ${client})`;
