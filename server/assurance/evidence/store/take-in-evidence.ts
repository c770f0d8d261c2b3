import { createHash } from "node:crypto";
import type { Subject } from "#contract/evidence/evidence.ts";
import { evidenceId } from "#contract/evidence/evidence-id.ts";
import { toldInNote } from "#contract/evidence/told-in-note.ts";
import type { ClientFileRow } from "#contract/workspaces/client-file.ts";
import { insertAll } from "#server/platform/db/insert-all.ts";
import { int, readRow, readRows, text } from "#server/platform/db/rows.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import { type ClientFileContents, type Destination, personOf } from "#server/platform/tenancy/taking-in.ts";
import { judgeFileType } from "../../uploads/file-type.ts";
import { readStored, storeFile } from "../../uploads/store/store-file.ts";
import { EVIDENCE_LIMIT, isThumbnail } from "./add-evidence.ts";
import { noteCustody } from "./custody.ts";
import { storedRecord } from "./stored-record.ts";

type Piece = ClientFileRow<"evidence">;

const OF_EVIDENCE = { workspace_id: "uuid", evidence_id: "uuid" };
const EVIDENCE = {
	id: "uuid",
	workspace_id: "uuid",
	client_id: "uuid",
	title: "text",
	note: "text",
	taken_at: "timestamptz",
	received_at: "timestamptz",
	taken_by: "uuid",
	taken_by_name: "text",
	device: "text",
	place: "jsonb",
	kind: "text",
	method: "text",
	source: "jsonb",
	effective_from: "date",
	effective_to: "date",
	expires_on: "date",
	state: "text",
	state_reason: "text",
	supersedes: "uuid",
	shows: "text[]",
	record: "jsonb",
	record_sha256: "bytea",
};
const LINK = { ...OF_EVIDENCE, subject_type: "text", subject_id: "text", linked_at: "timestamptz" };
const LINE = {
	...OF_EVIDENCE,
	at: "timestamptz",
	who: "uuid",
	who_name: "text",
	what: "text",
	subject_type: "text",
	subject_id: "text",
};

/** The file's own ids of what came with it. */
type TakenIn = Record<"scans" | "controls" | "tasks" | "assessments", ReadonlySet<string>>;
type Taking = TakenIn & { at: Date; workspaceBytes: number };

/**
 * Stores the evidence in a file, with its attached files, and its custody list as history: the people in it are names here, not accounts.
 * False if the workspace would have more than it can keep.
 */
export async function takeInEvidence(
	destination: Destination,
	file: ClientFileContents,
	taking: Taking,
): Promise<boolean> {
	const { client, workspaceId } = destination;
	for await (const rows of file.rows("evidence")) {
		const known = await subjectsOf(destination, rows, taking);
		for (const row of rows) await takeInPiece(destination, file, row, { ...taking, known });
	}
	const kept = await readRow(
		client,
		{ count: int },
		"SELECT count(*) AS count FROM evidence WHERE workspace_id = $1 AND method = 'by-hand'",
		[workspaceId],
	);
	return (kept?.count ?? 0) <= EVIDENCE_LIMIT && (await readStored(client, workspaceId)) <= taking.workspaceBytes;
}

type Known = (about: Subject) => Subject | null;

async function takeInPiece(
	destination: Destination,
	file: ClientFileContents,
	row: Piece,
	{ known, at }: { known: Known; at: Date },
): Promise<void> {
	const { client, workspaceId, id: clientId, idOf } = destination;
	const id = evidenceId.parse(idOf(row.id));
	const person = personOf(destination);
	const missing = row.files.filter((one) => one.file === null).map(({ name }) => `“${name}”`);
	const note =
		missing.length === 0 ? row.note : toldInNote(row.note, `Not in the file that it came with: ${missing.join(", ")}.`);
	await insertAll(client, "evidence", EVIDENCE, [
		{
			id,
			workspace_id: workspaceId,
			client_id: clientId,
			title: row.title,
			note,
			taken_at: row.takenAt,
			received_at: row.receivedAt,
			taken_by: person(row.takenBy),
			taken_by_name: row.takenBy,
			device: row.device,
			place: row.place,
			kind: row.kind ?? null,
			method: row.method ?? "by-hand",
			source:
				row.source?.type === "report" ? { type: "report", id: idOf(String(row.source.id)) } : (row.source ?? null),
			effective_from: row.effectiveFrom ?? null,
			effective_to: row.effectiveTo ?? null,
			expires_on: row.expiresOn ?? null,
			state: row.state ?? "draft",
			state_reason: row.stateReason ?? "",
			supersedes: row.supersedes ? idOf(row.supersedes) : null,
			shows: row.shows ?? null,
			record: row.record ?? null,
			record_sha256: row.record ? recordHash(row) : null,
		},
	]);
	await takeInFiles(destination, file, row, id, at);
	const ofIt = { workspace_id: workspaceId, evidence_id: id };
	const links = row.about.flatMap((about) => known(about) ?? []);
	await insertAll(
		client,
		"evidence_links",
		LINK,
		links.map(({ type, id }) => ({ ...ofIt, subject_type: type, subject_id: id, linked_at: at })),
		"ON CONFLICT DO NOTHING",
	);
	await insertAll(
		client,
		"evidence_custody",
		LINE,
		row.custody.map(({ at, by, what, about }) => {
			// What it was linked to stays in the list, as the file says, even if that is not here.
			const subject = about && (known(about) ?? about);
			return {
				...ofIt,
				at,
				who: person(by),
				who_name: by,
				what,
				subject_type: subject?.type ?? null,
				subject_id: subject?.id ?? null,
			};
		}),
		"ON CONFLICT DO NOTHING",
	);
	await noteCustody(client, destination, id, at, "received");
}

async function takeInFiles(
	{ client, workspaceId }: Destination,
	file: ClientFileContents,
	{ files }: Piece,
	id: string,
	at: Date,
): Promise<void> {
	let no = 0;
	for (const { name, type, sha256, file: path, thumbnail } of files) {
		if (path === null) continue;
		const bytes = await file.content(path);
		if (hashOf(bytes) !== sha256) throw new BadFile(`${path} is not the file that its evidence names.`);
		const judged = await judgeFileType(bytes, type);
		if (!judged.ok) throw new BadFile(`${path} is not what its evidence says that it is, or a program.`);
		await storeFile(client, workspaceId, { bytes, type: judged.type, at });
		await client.query(
			"INSERT INTO evidence_files (workspace_id, evidence_id, no, sha256, name) VALUES ($1, $2, $3, decode($4, 'hex'), $5)",
			[workspaceId, id, no, sha256, name],
		);
		if (thumbnail !== null) {
			const small = await file.content(thumbnail);
			const look = await judgeFileType(small, "application/octet-stream");
			if (!look.ok || !isThumbnail({ size: small.length, type: look.type }) || hashOf(small) === sha256) {
				throw new BadFile(`${thumbnail} is not the small picture that it should be.`);
			}
			await storeFile(client, workspaceId, { bytes: small, type: look.type, at });
			await client.query(
				"INSERT INTO evidence_thumbnails (workspace_id, evidence_id, no, sha256) VALUES ($1, $2, $3, decode($4, 'hex'))",
				[workspaceId, id, no, hashOf(small)],
			);
		}
		no += 1;
	}
}

/** As `\\x…`, which PostgreSQL reads. */
function recordHash({ record, recordSha256 }: Piece): string {
	const { sha256 } = storedRecord(record ?? {});
	if (sha256.toString("hex") !== recordSha256) throw new BadFile("A record of evidence is not what its checksum says.");
	return `\\x${recordSha256}`;
}

const hashOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** The new id of what these rows are about; null if that did not come with the file. */
async function subjectsOf(
	{ client, workspaceId, hosts, idOf }: Destination,
	rows: readonly Piece[],
	taken: TakenIn,
): Promise<Known> {
	const named = rows.flatMap(({ about }) => about.flatMap(({ type, id }) => (type === "finding" ? [id] : [])));
	const found = await readRows(
		client,
		{ fingerprint: text },
		"SELECT fingerprint FROM findings WHERE account_id = $1 AND asset = ANY ($2) AND fingerprint = ANY ($3)",
		[workspaceId, [...hosts], named],
	);
	const findings = new Set(found.map(({ fingerprint }) => fingerprint));
	return (about) => {
		switch (about.type) {
			case "asset":
				return hosts.has(about.id) ? about : null;
			case "finding":
				return findings.has(about.id) ? about : null;
			case "scan":
				return taken.scans.has(about.id) ? { type: "scan", id: idOf(about.id) as typeof about.id } : null;
			case "requirement":
				return about;
			case "control":
				return taken.controls.has(about.id) ? { type: "control", id: idOf(about.id) } : null;
			case "task":
				return taken.tasks.has(about.id) ? { type: "task", id: idOf(about.id) } : null;
			case "assessment":
				return taken.assessments.has(about.id) ? { type: "assessment", id: idOf(about.id) } : null;
		}
	};
}
