import { LIBRARY_LIMIT } from "#contract/questionnaires/library.ts";
import type { LibraryAnswerId } from "#contract/questionnaires/sources.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { id, readRows, text, texts } from "#server/platform/db/rows.ts";
import type { ClientScope } from "#server/platform/tenancy/scope.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { readSignedAnswers } from "../../assessments/store/read-signed-answers.ts";
import { type Fact, factsOf } from "../../findings/facts/facts.ts";
import { readObserved } from "../../findings/store/read-observed.ts";
import type { Known } from "../match/matcher.ts";
import { factKey } from "../proposal-mark.ts";
import { isUsable } from "./questionnaire-row.ts";

/** What can answer a client's questions: usable answers in its library, answers it signed, and facts about it. */
export type KnownAnswers = { known: Known[]; facts: Fact[] };

/** How many signed answers can answer, the newest first. */
const SIGNED_LIMIT = 2_000;

/** Everything that can currently answer a client's questions: what its library has, what it signed, and what scans observed. */
export async function readKnownAnswers(db: Executor, scope: ClientScope, now: Date): Promise<KnownAnswers> {
	const facts = factsOf(await readObserved(db, scope, now));
	const approved = await readRows(
		db,
		{ id: id<LibraryAnswerId>(), question: text, answer: text, tags: texts },
		`SELECT id, question, answer, tags FROM library_answers
		 WHERE workspace_id = $1 AND client_id = $2 AND ${isUsable("$3")} ORDER BY approved_at DESC, id LIMIT ${LIBRARY_LIMIT}`,
		[scope.workspaceId, scope.clientId, dayOf(now)],
	);
	const signed = (await readSignedAnswers(db, scope)).filter(({ source }) => source.expiresOn >= dayOf(now));
	return {
		facts,
		known: [
			...approved.map(({ tags, ...each }) => ({ ...each, words: tags.join(" ") })),
			...signed
				.slice(0, SIGNED_LIMIT)
				.map(({ id, question, answer, section }): Known => ({ id, question, answer, words: section })),
			...facts.map(({ id: fact, question, answer, words }) => ({ id: factKey(fact), question, answer, words })),
		],
	};
}
