import type { Respondent, RespondentId } from "#contract/assessments/respondents.ts";
import type { AccountId } from "#contract/ids.ts";
import { FORMER_MEMBER } from "#server/identity/workspaces/people/manage-invitations.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { iso } from "#server/platform/db/row-reading.ts";
import { id, json, orNull, type RowOf, readRows, text, texts, time } from "#server/platform/db/rows.ts";
import { respondentState } from "../../respondents/respondent-state.ts";

/** Whether a link works. `today` (UTC) is a parameter of the statement. */
export const works = (today: string): string => `respondents.revoked_at IS NULL AND respondents.ends_on >= ${today}`;
/** Whether a token, `$1`, belongs to a working link. `$2` is today (UTC). */
export const OF_TOKEN = `(respondents.shown_hash = $1 OR respondents.mailed_hash = $1) AND ${works("$2")}`;

const RESPONDENT = {
	id: id<RespondentId>(),
	name: text,
	email: text,
	sections: texts,
	created_by: id<AccountId>(),
	asked_by: orNull(text),
	created_at: time,
	ends_on: text,
	opened_at: orNull(time),
	confirmed_at: orNull(time),
	revoked_at: orNull(time),
	parts: json<Respondent["parts"]>(),
};

const PARTS = `(SELECT coalesce(jsonb_agg(jsonb_build_object('section', section,
	'sentAt', ${iso("sent_at")}) ORDER BY sent_at, section), '[]') FROM respondent_parts
	WHERE respondent_parts.respondent_id = respondents.id) AS parts`;

/** `$1` is the workspace. */
export async function readRespondents(
	executor: Executor,
	where: string,
	values: readonly unknown[],
	today: string,
): Promise<Respondent[]> {
	const rows = await readRows(
		executor,
		RESPONDENT,
		`SELECT respondents.id, respondents.name, respondents.email, sections, created_by,
		   btrim(first_name || ' ' || last_name) AS asked_by, respondents.created_at, to_char(ends_on, 'YYYY-MM-DD') AS ends_on,
		   opened_at, confirmed_at, revoked_at, ${PARTS}
		 FROM respondents LEFT JOIN accounts ON accounts.id = created_by
		 WHERE workspace_id = $1 AND ${where} ORDER BY respondents.created_at DESC, respondents.id`,
		values,
	);
	return rows.map((row) => respondentOf(row, today));
}

function respondentOf(row: RowOf<typeof RESPONDENT>, today: string): Respondent {
	const { opened_at: openedAt, confirmed_at: confirmedAt, revoked_at: revokedAt, ends_on: endsOn } = row;
	const { parts, sections, name, email } = row;
	return {
		id: row.id,
		name,
		email,
		sections,
		state: respondentState({ endsOn, openedAt, confirmedAt, revokedAt, parts: parts.length }, today),
		askedBy: { accountId: row.created_by, name: row.asked_by ?? FORMER_MEMBER },
		createdAt: row.created_at.toISOString(),
		endsOn,
		openedAt: openedAt?.toISOString() ?? null,
		confirmedAt: confirmedAt?.toISOString() ?? null,
		revokedAt: revokedAt?.toISOString() ?? null,
		parts,
	};
}
