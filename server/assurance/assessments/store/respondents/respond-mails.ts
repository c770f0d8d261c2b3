import { inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { id, readRow, text } from "#server/platform/db/rows.ts";
import { dayOf } from "#server/platform/time/day.ts";
import type { RespondentMail } from "../../respondents/respondent-mail.ts";
import { OF_TOKEN, works } from "./respondent-row.ts";

/** What the jobs that email respondents read and write. */
export function createRespondMails(pool: Pool, now: () => Date) {
	const ofToken = (tokenHash: Buffer) => [tokenHash, dayOf(now())];
	const OF_MAIL = `respondents.id = $1 AND version = $2 AND ${works("$3")}`;
	return {
		/** Where an email with a link goes; undefined if there is no longer a reason for it. */
		async invited({ respondentId, version }: RespondentMail): Promise<string | undefined> {
			const row = await readRow(pool, { email: text }, `SELECT email FROM respondents WHERE ${OF_MAIL}`, [
				respondentId,
				version,
				dayOf(now()),
			]);
			return row?.email;
		},
		/** Stores the hash of its token. Undefined as above. */
		saveToken: async (
			{ respondentId, version }: RespondentMail,
			tokenHash: Buffer,
		): Promise<{ workspace: string; endsOn: string } | undefined> =>
			readRow(
				pool,
				{ workspace: text, endsOn: text },
				`UPDATE respondents SET mailed_hash = $4 FROM workspaces WHERE ${OF_MAIL} AND workspaces.id = workspace_id
				 RETURNING workspaces.name AS workspace, to_char(ends_on, 'YYYY-MM-DD') AS "endsOn"`,
				[respondentId, version, dayOf(now()), tokenHash],
			),
		/** Where a code goes. */
		async codeAddress(tokenHash: Buffer): Promise<string | undefined> {
			const sql = `SELECT email FROM respondents WHERE ${OF_TOKEN}`;
			return (await readRow(pool, { email: text }, sql, ofToken(tokenHash)))?.email;
		},
		/** Replaces an earlier code. */
		saveCode: (
			tokenHash: Buffer,
			{ codeHash, expiresAt }: { codeHash: string; expiresAt: Date },
		): Promise<{ workspace: string } | undefined> =>
			inTransaction(pool, async (client) => {
				const found = await readRow(
					client,
					{ id: id(), workspace: text },
					`SELECT respondents.id, workspaces.name AS workspace FROM respondents JOIN workspaces ON workspaces.id = workspace_id
					 WHERE ${OF_TOKEN} FOR NO KEY UPDATE OF respondents`,
					ofToken(tokenHash),
				);
				if (!found) return undefined;
				await client.query(
					`INSERT INTO respondent_codes (respondent_id, workspace_id, code_hash, expires_at)
					 SELECT id, workspace_id, $2, $3 FROM respondents WHERE id = $1
					 ON CONFLICT (respondent_id) DO UPDATE SET code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0`,
					[found.id, codeHash, expiresAt],
				);
				return { workspace: found.workspace };
			}),
	};
}

/** What the emails to respondents need. */
export type RespondMails = ReturnType<typeof createRespondMails>;
