import type { AssessmentId } from "#contract/assessments/assessments.ts";
import { CODE_TRIES, type RespondOffer } from "#contract/assessments/respond.ts";
import type { RespondentId } from "#contract/assessments/respondents.ts";
import type { Template } from "#contract/assessments/template.ts";
import type { ClientId, WorkspaceId } from "#contract/ids.ts";
import { inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { id, json, orNull, readRow, text, texts } from "#server/platform/db/rows.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { OF_TOKEN, works } from "./respondent-row.ts";

/** Who asks, in the transaction's own terms. */
const ASKS = `workspaces.name AS workspace, btrim(first_name || ' ' || last_name) AS asked_by`;
const FROM_ASKER = `JOIN workspaces ON workspaces.id = respondents.workspace_id
	LEFT JOIN accounts ON accounts.id = respondents.created_by`;

/** The client of an assessment, unless it is the workspace itself. */
export const OTHER_CLIENT = `LEFT JOIN clients ON clients.workspace_id = assessments.workspace_id
	AND clients.id = assessments.client_id AND clients.id <> clients.workspace_id`;

/** Sessions per link. The oldest ends when there is one more. */
const SESSIONS = 10;

/** A link that works: who it belongs to, and what it opens. */
export type OpenLink = {
	respondentId: RespondentId;
	workspaceId: WorkspaceId;
	clientId: ClientId;
	assessmentId: AssessmentId;
	name: string;
	sections: readonly string[];
	/** The last day (UTC). */
	endsOn: string;
};

type Code = { respondentId: RespondentId; codeHash: string };

/** Links by their tokens, and their sessions. `pool` sees all workspaces: a respondent has only a token. */
export const respondLinks = (pool: Pool, now: () => Date) => ({
	/** What a link is about; also notes that it was opened. Undefined if no working link has this token. */
	async offer(tokenHash: Buffer): Promise<(Omit<RespondOffer, "email"> & { email: string }) | undefined> {
		const at = now();
		const row = await readRow(
			pool,
			{
				id: id<RespondentId>(),
				email: text,
				sections: texts,
				ends_on: text,
				title: text,
				template: json<Template>(),
				workspace: text,
				asked_by: orNull(text),
				client: orNull(text),
			},
			`SELECT respondents.id, respondents.email, sections, to_char(ends_on, 'YYYY-MM-DD') AS ends_on, title, template, ${ASKS},
			   clients.name AS client
			 FROM respondents ${FROM_ASKER}
			 JOIN assessments ON (assessments.workspace_id, assessments.id) = (respondents.workspace_id, assessment_id)
			 ${OTHER_CLIENT} WHERE ${OF_TOKEN}`,
			[tokenHash, dayOf(at)],
		);
		if (!row) return undefined;
		await pool.query("UPDATE respondents SET opened_at = $2 WHERE id = $1 AND opened_at IS NULL", [row.id, at]);
		return {
			respondentId: row.id,
			workspace: row.workspace,
			askedBy: row.asked_by ?? row.workspace,
			...(row.client !== null && { client: row.client }),
			title: row.title,
			questions: row.template.title,
			sections: row.template.sections
				.filter((section) => row.sections.includes(section.id))
				.map(({ id, title, questions }) => ({ id, title, questions: questions.length })),
			endsOn: row.ends_on,
			email: row.email,
		};
	},

	/** The code of a link that works, as long as it may be tried. */
	code: async (tokenHash: Buffer): Promise<Code | undefined> =>
		readRow(
			pool,
			{ respondentId: id<RespondentId>(), codeHash: text },
			`SELECT respondent_id AS "respondentId", code_hash AS "codeHash"
			 FROM respondent_codes JOIN respondents ON respondents.id = respondent_id
			 WHERE ${OF_TOKEN} AND expires_at > $3 AND tries < ${CODE_TRIES}`,
			[tokenHash, dayOf(now()), now()],
		),

	/** Counts a try. False if there are none left. */
	async countTry({ respondentId, codeHash }: Code) {
		const { rowCount } = await pool.query(
			`UPDATE respondent_codes SET tries = tries + 1
			 WHERE respondent_id = $1 AND code_hash = $2 AND tries < ${CODE_TRIES}`,
			[respondentId, codeHash],
		);
		return rowCount === 1;
	},

	/** Spends the code for a session. Undefined if it was spent or the link expired in the meantime. */
	begin: ({ respondentId, codeHash }: Code, sessionHash: Buffer): Promise<{ endsOn: string } | undefined> =>
		inTransaction(
			pool,
			async (client) => {
				const at = now();
				const row = await readRow(
					client,
					{ ends_on: text },
					`UPDATE respondents SET confirmed_at = coalesce(confirmed_at, $3) WHERE id = $1 AND ${works("$2")}
					 RETURNING to_char(ends_on, 'YYYY-MM-DD') AS ends_on`,
					[respondentId, dayOf(at), at],
				);
				// Only one of two requests with the same code spends it.
				const { rowCount } = await client.query(
					"DELETE FROM respondent_codes WHERE respondent_id = $1 AND code_hash = $2",
					[respondentId, codeHash],
				);
				if (!row || rowCount !== 1) return undefined;
				await client.query(
					`INSERT INTO respondent_sessions (token_hash, respondent_id, workspace_id, created_at)
					 SELECT $2, id, workspace_id, $3 FROM respondents WHERE id = $1`,
					[respondentId, sessionHash, at],
				);
				await client.query(
					`DELETE FROM respondent_sessions WHERE respondent_id = $1 AND token_hash NOT IN (
					   SELECT token_hash FROM respondent_sessions WHERE respondent_id = $1 ORDER BY created_at DESC LIMIT ${SESSIONS})`,
					[respondentId],
				);
				return { endsOn: row.ends_on };
			},
			(begun) => begun !== undefined,
		),

	async endSession(sessionHash: Buffer) {
		await pool.query("DELETE FROM respondent_sessions WHERE token_hash = $1", [sessionHash]);
	},

	/** The link of a session, as long as it works. */
	session: async (respondentId: RespondentId, sessionHash: Buffer): Promise<OpenLink | undefined> =>
		readRow(
			pool,
			{
				respondentId: id<RespondentId>(),
				workspaceId: id<WorkspaceId>(),
				clientId: id<ClientId>(),
				assessmentId: id<AssessmentId>(),
				name: text,
				sections: texts,
				endsOn: text,
			},
			`SELECT respondents.id AS "respondentId", respondents.workspace_id AS "workspaceId", client_id AS "clientId",
			   assessment_id AS "assessmentId", name, sections, to_char(ends_on, 'YYYY-MM-DD') AS "endsOn"
			 FROM respondent_sessions JOIN respondents ON respondents.id = respondent_id
			 WHERE token_hash = $1 AND ${works("$2")} AND respondents.id = $3`,
			[sessionHash, dayOf(now()), respondentId],
		),
});
