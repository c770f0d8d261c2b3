import type { AccountId, ClientId } from "#contract/ids.ts";
import { AUDIT_SUBJECTS, type AuditEntry, type AuditFilter, type AuditPage } from "#contract/workspaces/audit.ts";
import { collectConditions, type Where } from "#server/platform/db/conditions.ts";
import { cutPage, isPlaceTime, placeColumn } from "#server/platform/db/page-cursor.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { id, int, json, oneOf, orNull, readRows, text, time } from "#server/platform/db/rows.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";

const PAGE = 50;
const BATCH = 500;

const ENTRY = {
	id: int,
	at: time,
	who: orNull(id<AccountId>()),
	whoName: text,
	onBehalfOf: orNull(id<AccountId>()),
	onBehalfName: orNull(text),
	what: text,
	subjectType: oneOf(AUDIT_SUBJECTS),
	subjectId: text,
	clientId: orNull(id<ClientId>()),
	before: orNull(text),
	after: orNull(text),
	detail: json<AuditEntry["detail"]>(),
	step: orNull(int),
	place: text,
};

const COLUMNS = `id, at, who, who_name AS "whoName", on_behalf_of AS "onBehalfOf", on_behalf_name AS "onBehalfName", what,
	subject_type AS "subjectType", subject_id AS "subjectId", client_id AS "clientId", encode(before_hash, 'hex') AS before,
	encode(after_hash, 'hex') AS after, detail, step, ${placeColumn("at")}`;

/** Where a page ended: its last entry's time and number. */
type Cursor = { at: string; id: number };

const writeCursor = ({ at, id }: Cursor): string => Buffer.from(`${at} ${id}`).toString("base64url");

function readCursor(cursor: string): Cursor | undefined {
	const [at = "", number = "", ...rest] = Buffer.from(cursor, "base64url").toString().split(" ");
	if (rest.length > 0 || !isPlaceTime(at) || !/^\d{1,15}$/.test(number)) return undefined;
	return { at, id: Number(number) };
}

/** Entries of a workspace, or of one client, that match a filter and come after a place. */
function auditWhere({ workspaceId, clientId }: Seen, filter: AuditFilter, after: Cursor | undefined): Where {
	const { bind, add, where } = collectConditions();
	const { who, subject, id, what, from, to } = filter;
	add(`workspace_id = ${bind(workspaceId)}`);
	if (clientId !== null) add(`client_id = ${bind(clientId)}`);
	if (who) add(`who = ${bind(who)}`);
	if (subject) add(`subject_type = ${bind(subject)}`);
	if (id) add(`subject_id = ${bind(id)}`);
	if (what) add(`what = ${bind(what)}`);
	if (from) add(`at >= ${bind(from)}::date::timestamp AT TIME ZONE 'UTC'`);
	if (to) add(`at < (${bind(to)}::date + 1)::timestamp AT TIME ZONE 'UTC'`);
	if (after) add(`(at, id) < (${bind(after.at)}::timestamptz, ${bind(after.id)}::bigint)`);
	return where();
}

async function readSome(seen: Executor, scope: Seen, filter: AuditFilter, after: Cursor | undefined, limit: number) {
	const { text, values } = auditWhere(scope, filter, after);
	const rows = await readRows(
		seen,
		ENTRY,
		`SELECT ${COLUMNS} FROM audit_entries WHERE ${text} ORDER BY at DESC, id DESC LIMIT ${limit + 1}`,
		values,
	);
	const { shown, last } = cutPage(rows, limit);
	const entries = shown.map(
		({ id, at, who, whoName, onBehalfOf, onBehalfName, what, subjectType, subjectId, ...rest }): AuditEntry => ({
			id,
			at: at.toISOString(),
			who: who && { accountId: who, name: whoName },
			onBehalfOf: onBehalfOf && { accountId: onBehalfOf, name: onBehalfName ?? "" },
			what,
			subject: { type: subjectType, id: subjectId },
			clientId: rest.clientId,
			before: rest.before,
			after: rest.after,
			detail: rest.detail,
			step: rest.step,
		}),
	);
	return { entries, next: last && { at: last.place, id: last.id } };
}

/** The audit log as a scope sees it, newest first, page by page. */
export async function readAuditPage(
	seen: Executor,
	scope: Seen,
	{ cursor, limit = PAGE, ...filter }: AuditFilter & { cursor?: string | undefined; limit?: number | undefined },
): Promise<AuditPage | "bad_cursor"> {
	const after = cursor === undefined ? undefined : readCursor(cursor);
	if (cursor !== undefined && !after) return "bad_cursor";
	const { entries, next } = await readSome(seen, scope, filter, after, limit);
	return { entries, next: next ? writeCursor(next) : null };
}

/** All entries that match a filter, newest first. */
export async function* auditBatches(seen: Executor, scope: Seen, filter: AuditFilter): AsyncGenerator<AuditEntry[]> {
	let after: Cursor | undefined;
	do {
		const { entries, next } = await readSome(seen, scope, filter, after, BATCH);
		yield entries;
		after = next;
	} while (after);
}
