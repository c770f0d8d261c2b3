import { classId } from "#contract/controls/classes.ts";
import { type ControlDetail, type ControlId, controlId } from "#contract/controls/controls.ts";
import type { AccountId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { id, int, json, orNull, readRow, readRows, text, time } from "#server/platform/db/rows.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { CLASS_OF_RULE, labelOfClass } from "../../findings/finding-classes.ts";
import { type LeftOut, leftOutOf } from "./left-out.ts";
import { CONTROL, controlColumns, controlOfRow } from "./list-controls.ts";
import { ofScope } from "./of-scope.ts";
import { readTests } from "./read-tests.ts";
import { AGAINST, FINDINGS_BY_CLASS, readStandings } from "./standings.ts";

const WORDS = 50;

const DETAIL = {
	...CONTROL,
	objective: text,
	reason: text,
	catalog_code: orNull(text),
	evidence: int,
	left_out: json<LeftOut>(),
};
const WORD = { said_at: time, said_by: id<AccountId>(), said_by_name: text, field: text, shown: text };

/** A control with all that its page shows. Undefined if the scope has none with this id. */
export async function readControl(
	executor: Executor,
	seen: Seen,
	id: ControlId,
	now: Date,
): Promise<ControlDetail | undefined> {
	const today = dayOf(now);
	const { workspaceId, clientId } = seen;
	const row = await readRow(
		executor,
		DETAIL,
		`SELECT ${controlColumns}, objective, reason, catalog_code, left_out,
		   (SELECT count(*) FROM (
		      SELECT id FROM evidence WHERE evidence.client_id = controls.client_id AND expires_on >= $4::date
		        AND evidence.state IN ('accepted', 'submitted')
		      UNION ALL
		      SELECT id FROM evidence WHERE evidence.workspace_id = $1 AND evidence.client_id = controls.client_id
		        AND method = 'by-hand' AND expires_on IS NULL AND evidence.state IN ('accepted', 'submitted')) AS current
		    JOIN evidence_links AS link ON (link.workspace_id, link.evidence_id, link.subject_type, link.subject_id) =
		      ($1, current.id, 'control', controls.id::text)) AS evidence
		 FROM controls WHERE controls.workspace_id = $1 AND controls.id = $2 AND ${ofScope("$3", "controls.client_id")}`,
		[workspaceId, id, clientId, today],
	);
	if (!row) return undefined;
	const [standings, tests, against, words] = await Promise.all([
		readStandings(executor, { workspaceId, clientId: row.client_id }, today, row.id),
		readTests(executor, workspaceId, row),
		readAgainst(executor, seen, id, today),
		readRows(
			executor,
			WORD,
			`SELECT said_at, said_by, said_by_name, field, shown FROM said_words
			 WHERE workspace_id = $1 AND client_id = $2 AND subject_type = 'control' AND subject_id = $3 AND counted
			 ORDER BY said_at DESC, no DESC LIMIT ${WORDS}`,
			[workspaceId, row.client_id, row.id],
		),
	]);
	return {
		...controlOfRow(row, standings.get(row.id)),
		id: controlId.parse(row.id),
		objective: row.objective,
		reason: row.reason,
		catalogCode: row.catalog_code,
		tests,
		against,
		leftOut: leftOutOf(row.left_out),
		evidence: row.evidence,
		words: words.map((word) => ({
			at: word.said_at.toISOString(),
			by: { accountId: word.said_by, name: word.said_by_name },
			field: word.field,
			text: word.shown,
		})),
	};
}

async function readAgainst(
	executor: Executor,
	{ workspaceId }: Seen,
	id: ControlId,
	today: string,
): Promise<ControlDetail["against"]> {
	const rows = await readRows(
		executor,
		{ class: text, findings: int, high: int },
		`WITH ${FINDINGS_BY_CLASS}, ${AGAINST}
		 SELECT class, sum(findings)::bigint AS findings, coalesce(sum(high), 0)::bigint AS high FROM against WHERE control_id = $4
		 GROUP BY class ORDER BY findings DESC, class`,
		[workspaceId, CLASS_OF_RULE, today, id],
	);
	return rows.map((row) => ({ ...row, class: classId.parse(row.class), label: labelOfClass(row.class) }));
}
