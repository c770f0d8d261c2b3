import { randomUUID } from "node:crypto";
import type { AssessmentId } from "#contract/assessments/assessments.ts";
import {
	LINK_DAYS_LIMIT,
	RESPONDENTS_LIMIT,
	type Respondent,
	type RespondentId,
	type RespondentRequest,
	respondentId,
} from "#contract/assessments/respondents.ts";
import { ASSESSMENT_STATES } from "#contract/assessments/state.ts";
import type { ClientId } from "#contract/ids.ts";
import type { Limited } from "#server/identity/accounts/store/account-requests.ts";
import { invitationCounters } from "#server/identity/workspaces/people/limits.ts";
import { takePoints } from "#server/platform/db/counter.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { takePoint } from "#server/platform/db/rate-limits.ts";
import { flag, id, int, oneOf, readRow, text, texts } from "#server/platform/db/rows.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { mailboxOf } from "#server/platform/texts/mailbox.ts";
import { dayOf, plusDays } from "#server/platform/time/day.ts";
import { ofScope } from "../../../controls/store/of-scope.ts";
import type { RespondentMail } from "../../respondents/respondent-mail.ts";
import { readRespondents, works } from "./respondent-row.ts";

/** Queues an email through the given connection, so that it commits with everything else done there. */
export type SendRespondentMail = (mail: RespondentMail, through: Executor) => Promise<void>;

type Deps = { walled: Pool; send: SendRespondentMail; now: () => Date };

const isOk = ({ ok }: { ok: boolean }) => ok;

/** One of the people who are asked about an assessment. */
type OfAssessment = { assessmentId: AssessmentId; respondentId: RespondentId };

type No<Because extends string> = { ok: false; because: Because };

/** Links of respondents, as members see them, in PostgreSQL. */
export function createRespondentStore({ walled, send, now }: Deps) {
	/** In a transaction that holds the workspace, for a member who may still do it. */
	const holding = <T extends { ok: boolean }>(scope: Scope, work: (client: Executor) => Promise<T>) =>
		inTransaction(
			within(walled, scope),
			async (client) => {
				await holdWorkspaceFor(client, scope, "arrange");
				return work(client);
			},
			isOk,
		);

	return {
		/** Undefined if there is no such assessment. */
		async list(scope: Scope, assessmentId: AssessmentId): Promise<Respondent[] | undefined> {
			const seen = within(walled, scope);
			if (!(await findAssessment(seen, scope, assessmentId))) return undefined;
			return readRespondents(seen, "assessment_id = $2", [scope.workspaceId, assessmentId], dayOf(now()));
		},

		/** Stores a link and queues its email. `shownHash`: the hash of the token that the member is shown. */
		ask: (
			scope: Scope,
			assessmentId: AssessmentId,
			{ request, shownHash }: { request: RespondentRequest; shownHash: Buffer },
		): Promise<
			| { ok: true; respondent: Respondent }
			| No<"not_found" | "closed" | "no_section" | "bad_end" | "limit_reached">
			| Limited
		> =>
			holding(scope, async (client) => {
				const at = now();
				const found = await findAssessment(client, scope, assessmentId);
				if (!found) return { ok: false, because: "not_found" } as const;
				if (found.state === "closed") return { ok: false, because: "closed" } as const;
				const { name, email, endsOn } = request;
				const sections = found.sections.filter((section) => request.sections.includes(section));
				if (sections.length < new Set(request.sections).size) return { ok: false, because: "no_section" } as const;
				const last = plusDays(dayOf(at), LINK_DAYS_LIMIT);
				if (endsOn < dayOf(at) || endsOn > last) return { ok: false, because: "bad_end" } as const;
				const limited = await takeRoom(client, scope, email);
				if (limited) return limited;
				const made = respondentId.parse(randomUUID());
				const { rowCount } = await client.query(
					`INSERT INTO respondents (workspace_id, client_id, id, assessment_id, name, email, sections, shown_hash, created_at, created_by,
					   ends_on)
					 SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11
					 WHERE (SELECT count(*) FROM respondents WHERE workspace_id = $1 AND assessment_id = $4) < ${RESPONDENTS_LIMIT}`,
					[
						scope.workspaceId,
						found.client_id,
						made,
						assessmentId,
						name,
						email,
						sections,
						shownHash,
						at,
						scope.accountId,
						endsOn,
					],
				);
				if (rowCount !== 1) return { ok: false, because: "limit_reached" } as const;
				await send({ respondentId: made, version: 1 }, client);
				return { ok: true, respondent: await shown(client, scope, made, at) } as const;
			}),

		/** Queues an email with another link. The earlier ones stop working immediately. */
		askAgain: (
			scope: Scope,
			of: OfAssessment,
			shownHash: Buffer,
		): Promise<{ ok: true; respondent: Respondent } | No<"not_found" | "closed" | "ended"> | Limited> =>
			holding(scope, async (client) => {
				const at = now();
				const found = await findAssessment(client, scope, of.assessmentId);
				const link = found && (await findRespondent(client, scope, of, dayOf(at)));
				if (!link) return { ok: false, because: "not_found" } as const;
				if (found.state === "closed") return { ok: false, because: "closed" } as const;
				if (!link.works) return { ok: false, because: "ended" } as const;
				const limited = await takeRoom(client, scope, link.email);
				if (limited) return limited;
				const renewed = await readRow(
					client,
					{ version: int },
					`UPDATE respondents SET version = version + 1, shown_hash = $3, mailed_hash = NULL
					 WHERE workspace_id = $1 AND id = $2 RETURNING version`,
					[scope.workspaceId, of.respondentId, shownHash],
				);
				if (!renewed) throw new Error("A respondent is gone who was just there");
				await client.query("DELETE FROM respondent_codes WHERE respondent_id = $1", [of.respondentId]);
				await send({ respondentId: of.respondentId, version: renewed.version }, client);
				return { ok: true, respondent: await shown(client, scope, of.respondentId, at) } as const;
			}),

		/** Also ends its sessions. A repeat has no effect. False if there is no such respondent. */
		async revoke(scope: Scope, of: OfAssessment) {
			const { ok } = await holding(scope, async (client) => {
				const found = await findRespondent(client, scope, of, dayOf(now()));
				if (!found) return { ok: false };
				await client.query(
					"UPDATE respondents SET revoked_at = $3 WHERE workspace_id = $1 AND id = $2 AND revoked_at IS NULL",
					[scope.workspaceId, of.respondentId, now()],
				);
				await client.query("DELETE FROM respondent_sessions WHERE respondent_id = $1", [of.respondentId]);
				await client.query("DELETE FROM respondent_codes WHERE respondent_id = $1", [of.respondentId]);
				return { ok: true };
			});
			return ok;
		},
	};
}

/** What members do with links. */
export type RespondentStore = ReturnType<typeof createRespondentStore>;

/** An assessment of the scope, with the ids of its sections. */
const findAssessment = (executor: Executor, { workspaceId, clientId }: Scope, assessmentId: string) =>
	readRow(
		executor,
		{ client_id: id<ClientId>(), state: oneOf(ASSESSMENT_STATES), sections: texts },
		`SELECT client_id, state,
		   ARRAY(SELECT section ->> 'id' FROM jsonb_array_elements(template -> 'sections') WITH ORDINALITY AS all_of (section, place)
		     ORDER BY place) AS sections
		 FROM assessments WHERE workspace_id = $1 AND id = $2 AND ${ofScope("$3")}`,
		[workspaceId, assessmentId, clientId],
	);

const findRespondent = (
	executor: Executor,
	{ workspaceId, clientId }: Scope,
	{ assessmentId, respondentId }: OfAssessment,
	today: string,
) =>
	readRow(
		executor,
		{ email: text, works: flag },
		`SELECT email, ${works("$5")} AS works FROM respondents
		 WHERE workspace_id = $1 AND id = $2 AND assessment_id = $3 AND ${ofScope("$4")} FOR NO KEY UPDATE`,
		[workspaceId, respondentId, assessmentId, clientId, today],
	);

async function shown(client: Executor, scope: Scope, respondent: RespondentId, at: Date): Promise<Respondent> {
	const [found] = await readRespondents(client, "respondents.id = $2", [scope.workspaceId, respondent], dayOf(at));
	if (!found) throw new Error("A respondent is gone who was just there");
	return found;
}

/** Links go to strangers, as invitations do, and share their limits. */
async function takeRoom(client: Executor, { workspaceId, accountId }: Scope, email: string) {
	const counters = invitationCounters(workspaceId, accountId, mailboxOf(email));
	const room = await takePoints({ takePoint: (counter) => takePoint(client, counter) }, counters);
	return room.ok ? undefined : ({ ok: false, because: "rate_limited", retryAfter: room.retryAfter } as const);
}
