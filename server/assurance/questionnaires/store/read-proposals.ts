import type { Proposal } from "#contract/questionnaires/questionnaires.ts";
import type { LibraryAnswerId } from "#contract/questionnaires/sources.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { flag, id, type RowOf, readRows, text, time } from "#server/platform/db/rows.ts";
import { dayOf } from "#server/platform/time/day.ts";
import type { SignedAnswer } from "../../assessments/store/read-signed-answers.ts";
import type { Fact } from "../../findings/facts/facts.ts";
import { factKey, markOf } from "../proposal-mark.ts";
import { isUsable } from "./questionnaire-row.ts";

const APPROVED = {
	id: id<LibraryAnswerId>(),
	question: text,
	answer: text,
	approved_at: time,
	approved_by_name: text,
	expires_on: text,
	withdrawn: flag,
	usable: flag,
};
export type Approved = RowOf<typeof APPROVED>;

/** Current answers in the library, by id, including those that may no longer be used. */
export async function readApproved(
	db: Executor,
	workspaceId: string,
	ids: readonly string[],
	now: Date,
): Promise<Map<string, Approved>> {
	const rows = await readRows(
		db,
		APPROVED,
		`SELECT id, question, answer, approved_at, approved_by_name, to_char(expires_on, 'YYYY-MM-DD') AS expires_on, withdrawn,
		   ${isUsable("$3")} AS usable
		 FROM library_answers WHERE workspace_id = $1 AND id = ANY ($2)`,
		[workspaceId, [...ids], dayOf(now)],
	);
	return new Map(rows.map((row) => [row.id, row]));
}

/** The ids among possible answers to questions: of approved answers, and of entries in assessments. */
export const answerIds = (candidates: readonly string[]): string[] =>
	candidates.filter((one) => !one.startsWith("fact:"));

type Read = {
	approved: ReadonlyMap<string, Approved>;
	signed: readonly SignedAnswer[];
	facts: readonly Fact[];
	now: Date;
};

/** Which of these can currently be proposed, by id. Expired and withdrawn ones are left out. */
export const proposalsOf = ({ approved, signed, facts, now }: Read): Map<string, Proposal> =>
	new Map(
		[
			...[...approved.values()]
				.filter(({ usable }) => usable)
				.map(
					({ id, question, answer, approved_by_name, approved_at, expires_on }): Proposal => ({
						id,
						mark: markOf(id, answer),
						question,
						answer,
						source: {
							type: "library",
							libraryAnswerId: id,
							approvedBy: approved_by_name,
							approvedAt: approved_at.toISOString(),
							expiresOn: expires_on,
						},
					}),
				),
			...signed
				.filter(({ source }) => source.expiresOn >= dayOf(now))
				.map(
					({ id, question, answer, source }): Proposal => ({ id, mark: markOf(id, answer), question, answer, source }),
				),
			...facts.map(({ id, question, answer, source }): Proposal => {
				const key = factKey(id);
				return { id: key, mark: markOf(key, answer), question, answer, source };
			}),
		].map((proposal) => [proposal.id, proposal]),
	);
