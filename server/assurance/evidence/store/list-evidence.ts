import type { EvidenceFilter, EvidencePage } from "#contract/evidence/evidence.ts";
import { EXPIRING_DAYS, type Freshness } from "#contract/evidence/state.ts";
import { collectConditions, contains, type Where } from "#server/platform/db/conditions.ts";
import {
	cutPage,
	isAfter,
	type PageCursor,
	placeColumn,
	readCursor,
	writeCursor,
} from "#server/platform/db/page-cursor.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { int, readRow, readRows, text } from "#server/platform/db/rows.ts";
import type { Scope, Seen } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { EVIDENCE, evidenceColumns, evidenceOfRow, kindOfEvidence } from "./evidence-row.ts";

const PAGE = 50;

export const createListEvidence =
	(walled: Pool, now: () => Date) =>
	async (
		scope: Scope,
		{ cursor, limit = PAGE, ...filter }: EvidenceFilter & { cursor?: string | undefined; limit?: number | undefined },
	): Promise<EvidencePage | "bad_cursor"> => {
		const after = cursor === undefined ? undefined : readCursor(cursor);
		if (cursor !== undefined && !after) return "bad_cursor";
		const db = within(walled, scope);
		const today = dayOf(now());
		const following = evidenceWhere(scope, filter, today, after);
		const { linked: _, ...others } = filter;
		const all = evidenceWhere(scope, others, today);
		const [listed, counted] = await Promise.all([
			readRows(
				db,
				{ ...EVIDENCE, place: text },
				`SELECT ${evidenceColumns}, ${placeColumn("received_at")} FROM evidence WHERE ${following.text}
				 ORDER BY received_at DESC, id DESC LIMIT ${limit + 1}`,
				following.values,
			),
			readRow(
				db,
				{ total: int, unlinked: int },
				`SELECT count(*) AS total, count(*) FILTER (WHERE ${IS_UNLINKED}) AS unlinked FROM evidence WHERE ${all.text}`,
				all.values,
			),
		]);
		const { shown, last } = cutPage(listed, limit);
		const { total = 0, unlinked = 0 } = counted ?? {};
		return {
			evidence: shown.map(evidenceOfRow),
			next: last ? writeCursor({ acceptedAt: last.place, id: last.id }) : null,
			total: { yes: total - unlinked, no: unlinked, all: total }[filter.linked ?? "all"],
			unlinked,
		};
	};

const FRESH: Readonly<Record<Freshness, (today: string) => string>> = {
	current: (today) => `(expires_on IS NULL OR expires_on > ${today}::date + ${EXPIRING_DAYS})`,
	expiring: (today) => `expires_on BETWEEN ${today}::date AND ${today}::date + ${EXPIRING_DAYS}`,
	expired: (today) => `expires_on < ${today}::date`,
};
const ITS_LINKS =
	"SELECT FROM evidence_links AS link WHERE link.workspace_id = evidence.workspace_id AND link.evidence_id = evidence.id";
const IS_UNLINKED = `NOT EXISTS (${ITS_LINKS})`;

function evidenceWhere(
	{ workspaceId, clientId }: Seen,
	{ linked, subject, id, q, kind, state, method, from, to, freshness }: EvidenceFilter,
	today: string,
	after?: PageCursor,
): Where {
	const { bind, add, where } = collectConditions();
	add(`evidence.workspace_id = ${bind(workspaceId)}`);
	if (clientId !== null) add(`client_id = ${bind(clientId)}`);
	if (linked) add(linked === "no" ? IS_UNLINKED : `NOT ${IS_UNLINKED}`);
	if (subject !== undefined) {
		add(
			`EXISTS (${ITS_LINKS} AND subject_type = ${bind(subject)}${id === undefined ? "" : ` AND subject_id = ${bind(id)}`})`,
		);
	}
	if (kind) add(`${kindOfEvidence} = ${bind(kind)}`);
	if (state) add(`state = ${bind(state)}`);
	if (method) add(`method = ${bind(method)}`);
	if (from) add(`coalesce(effective_to, effective_from, (taken_at AT TIME ZONE 'UTC')::date) >= ${bind(from)}::date`);
	if (to) add(`coalesce(effective_from, effective_to, (taken_at AT TIME ZONE 'UTC')::date) <= ${bind(to)}::date`);
	if (freshness) add(FRESH[freshness](bind(today)));
	if (q) {
		const asked = bind(q);
		add(
			`(${contains(["title", "note"], asked)} OR EXISTS (SELECT FROM evidence_files AS part
			   WHERE part.workspace_id = evidence.workspace_id AND part.evidence_id = evidence.id AND ${contains(["part.name"], asked)}))`,
		);
	}
	if (after) add(isAfter(after, bind, "received_at"));
	return where();
}
