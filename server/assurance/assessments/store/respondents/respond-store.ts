import type { RespondAnswer, RespondDetail, RespondPart } from "#contract/assessments/respond.ts";
import { ASSESSMENT_STATES, afterAnswer } from "#contract/assessments/state.ts";
import { questionsOf, type Template } from "#contract/assessments/template.ts";
import type { WordAccepted } from "#contract/controls/controls.ts";
import { type Answered, oncePerKey } from "#server/identity/accounts/store/account-requests.ts";
import type { Counter, Point } from "#server/platform/db/counter.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { returnPoint, takePoint } from "#server/platform/db/rate-limits.ts";
import { json, oneOf, orNull, readRow, text, time } from "#server/platform/db/rows.ts";
import type { Queue } from "#server/platform/jobs/queue.ts";
import { orRefused, Refused } from "#server/platform/refusals/refused.ts";
import { holdWorkspace } from "#server/platform/tenancy/hold-workspace.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { askedSections } from "../../respondents/asked-sections.ts";
import type { CodeMail } from "../../respondents/code-mail.ts";
import { noticeCounter, wordsCounter } from "../../respondents/limits.ts";
import { type HeldAssessment, holdAssessment } from "../hold-assessment.ts";
import { readWordsOf } from "../read-words.ts";
import { DoesNotFit, takeWord } from "../take-word.ts";
import { type OpenLink, OTHER_CLIENT, respondLinks } from "./respond-links.ts";
import { readRespondents, works } from "./respondent-row.ts";

type Deps = { pool: Pool; walled: Pool; send: Queue["send"]; now: () => Date };

/** Thrown so that the transaction is rolled back: the link expired while its request was in progress. */
const NO_SESSION = "no_session";

/** What respondents do through their links, in PostgreSQL. */
export function createRespondStore({ pool, walled, send, now }: Deps) {
	/** The database limited to the link's client, with no account acting. */
	const seenBy = ({ workspaceId, clientId }: OpenLink) => within(walled, { workspaceId, clientId, accountId: null });

	/** Runs `work` once per key, while the link works and its assessment accepts answers. */
	const once = (
		link: OpenLink,
		{ key, compared }: { key: string | null; compared: object },
		work: (client: Executor, held: HeldAssessment, at: Date) => Promise<WordAccepted>,
	) => {
		const { respondentId, workspaceId, assessmentId } = link;
		const asked = { owner: respondentId, key, compared, counter: wordsCounter(respondentId) };
		return oncePerKey<WordAccepted>(seenBy(link), asked, async (client) => {
			await holdWorkspace(client, workspaceId);
			const at = now();
			const { rowCount } = await client.query(`SELECT 1 FROM respondents WHERE id = $1 AND ${works("$2")} FOR SHARE`, [
				respondentId,
				dayOf(at),
			]);
			const held = await holdAssessment(client, link, assessmentId);
			if (rowCount !== 1 || !held) throw new Refused(NO_SESSION);
			return work(client, held, at);
		});
	};

	return {
		...respondLinks(pool, now),
		takePoint: (counter: Counter): Promise<Point> => takePoint(pool, counter),
		returnPoint: (counter: Counter) => returnPoint(pool, counter),
		enqueueCode: (mail: CodeMail) => send("respondent-code", mail),

		detail: (link: OpenLink): Promise<RespondDetail> =>
			inTransaction(seenBy(link), (client) => readDetail(client, link, dayOf(now()))),

		async answer(
			link: OpenLink,
			{ key, request }: { key: string | null; request: RespondAnswer },
		): Promise<
			| Answered<WordAccepted, "no_session" | "already_finished" | "limit_reached" | "id_taken">
			| { ok: false; because: "does_not_fit"; why: string }
		> {
			try {
				return await orRefused([NO_SESSION, "already_finished", "limit_reached", "id_taken"], () =>
					once(link, { key, compared: { respondAnswer: request } }, async (client, held, at) => {
						await checkOwn(client, link, request);
						const asked = askedSections(held.template, link.sections);
						if (!questionsOf(asked).some(({ id }) => id === request.questionId)) {
							throw new DoesNotFit("Your link does not ask this question.");
						}
						const { respondentId, name, workspaceId, assessmentId } = link;
						const by = { respondentId, name };
						const taken = await takeWord(
							client,
							{ workspaceId, by },
							{ held, request: { ...request, assessmentId }, at },
						);
						return { receipt: { key, acceptedAt: at.toISOString(), taken: taken ? 1 : 0 } };
					}),
				);
			} catch (error) {
				if (error instanceof DoesNotFit) return { ok: false, because: "does_not_fit", why: error.message };
				throw error;
			}
		},

		/** Queues a notice for the member who created the link. */
		part: (
			link: OpenLink,
			{ key, request }: { key: string | null; request: RespondPart },
		): Promise<Answered<WordAccepted, "no_session" | "already_finished" | "no_section">> =>
			orRefused([NO_SESSION, "already_finished", "no_section"], () =>
				once(link, { key, compared: { respondPart: request } }, async (client, held, at) => {
					const { respondentId, workspaceId } = link;
					const { section } = request;
					const isAsked = askedSections(held.template, link.sections).sections.some(({ id }) => id === section);
					if (!isAsked) throw new Refused("no_section");
					if (afterAnswer(held.state) === null) throw new Refused("already_finished");
					const sent = await readRow(
						client,
						{ sent_at: time },
						`INSERT INTO respondent_parts (workspace_id, respondent_id, section, sent_at) VALUES ($1, $2, $3, $4)
						 ON CONFLICT (respondent_id, section) DO UPDATE SET sent_at = excluded.sent_at RETURNING sent_at`,
						[workspaceId, respondentId, section, at],
					);
					if (!sent) throw new Error("A section that was sent is not there");
					const isNews = await takePoint(client, noticeCounter(respondentId, section));
					if (isNews.ok) await send("part-notice", { respondentId, section }, { through: client });
					return { receipt: { key, acceptedAt: at.toISOString(), taken: 1 } };
				}),
			),
	};
}

/** What respondents do through their links. All they have is a token or a session. */
export type RespondStore = ReturnType<typeof createRespondStore>;

/** A respondent's entries stand beside those of others, and never replace them. */
async function checkOwn(client: Executor, { workspaceId, respondentId }: OpenLink, { after }: RespondAnswer) {
	const others = await readRow(
		client,
		{ id: text },
		`SELECT id::text AS id FROM assessment_words
		 WHERE workspace_id = $1 AND id = ANY ($2::uuid[]) AND respondent_id IS DISTINCT FROM $3 LIMIT 1`,
		[workspaceId, after, respondentId],
	);
	if (others)
		throw new DoesNotFit("An answer through a link can only take the place of answers through the same link.");
}

async function readDetail(client: Executor, link: OpenLink, today: string): Promise<RespondDetail> {
	const { respondentId, workspaceId, assessmentId, name, sections, endsOn } = link;
	const about = await readRow(
		client,
		{ title: text, template: json<Template>(), state: oneOf(ASSESSMENT_STATES), workspace: text, client: orNull(text) },
		`SELECT title, template, assessments.state, workspaces.name AS workspace, clients.name AS client
		 FROM assessments JOIN workspaces ON workspaces.id = assessments.workspace_id ${OTHER_CLIENT}
		 WHERE assessments.workspace_id = $1 AND assessments.id = $2`,
		[workspaceId, assessmentId],
	);
	const [respondent] = await readRespondents(client, "respondents.id = $2", [workspaceId, respondentId], today);
	if (!about || !respondent) throw new Error("What a link is about is gone, and the link is not");
	return {
		respondentId,
		workspace: about.workspace,
		askedBy: respondent.askedBy.name,
		...(about.client !== null && { client: about.client }),
		title: about.title,
		name,
		endsOn,
		template: askedSections(about.template, sections),
		words: await readWordsOf(client, { workspaceId, assessmentId }, respondentId),
		parts: respondent.parts,
		open: afterAnswer(about.state) !== null,
	};
}
