import { CONTROL_STATES } from "#contract/controls/controls.ts";
import { DECISION_STATES, type Decision, type FrameworkSummary, REASONS } from "#contract/frameworks/frameworks.ts";
import type { FrameworkId, Pack } from "#contract/frameworks/pack.ts";
import type { AccountId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { flag, id, int, json, oneOf, orNull, readRows, text, texts, time, uuid } from "#server/platform/db/rows.ts";
import type { SeenClient } from "#server/platform/tenancy/scope.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { readStandings } from "../../controls/store/standings.ts";
import { readPackKinds } from "../../packs/read-packs.ts";
import type { FrameworkFacts, FrameworkTexts, ServingControl } from "../detail-of.ts";
import type { StatementBasis } from "../statement/basis.ts";

const CHOICE = { framework: text, chosen_at: time };
const DECISION = {
	framework: text,
	requirement_id: text,
	state: oneOf(DECISION_STATES),
	reasons: texts,
	justification: text,
	said_at: time,
	said_by: id<AccountId>(),
	said_by_name: text,
	reviewed_at: orNull(time),
};
const LINKED = {
	framework: text,
	requirement_id: text,
	control_id: uuid,
	code: text,
	title: text,
	state: oneOf(CONTROL_STATES),
};
const CATALOG = { framework: text, title: text, version: text, loaded_at: time, texts: int };

const ORIGIN = {
	id: uuid,
	owner: orNull(id<AccountId>()),
	owner_name: orNull(text),
	is_own: flag,
	frameworks: texts,
};
const APPROVAL = {
	version: int,
	approved_at: time,
	approved_by: id<AccountId>(),
	approved_by_name: text,
	note: text,
	basis: orNull(json<StatementBasis>()),
};

/** What is known about frameworks of a client: all of them, or one. The same statements serve both. */
export async function readFrameworkFacts(
	db: Executor,
	scope: SeenClient,
	{ framework, today }: { framework: FrameworkId | null; today: string },
): Promise<(framework: FrameworkId) => FrameworkFacts> {
	const { workspaceId, clientId } = scope;
	const ofClient = [clientId, framework];
	const ofWorkspace = [workspaceId, framework];
	const [choices, decisions, linked, catalogs, standings] = await Promise.all([
		readRows(
			db,
			CHOICE,
			`SELECT framework, chosen_at FROM framework_choices
			 WHERE client_id = $1 AND given_up_at IS NULL AND ($2::text IS NULL OR framework = $2)`,
			ofClient,
		),
		readRows(
			db,
			DECISION,
			`SELECT framework, requirement_id, state, reasons, justification, said_at, said_by, said_by_name, reviewed_at
			 FROM requirement_decisions WHERE client_id = $1 AND ($2::text IS NULL OR framework = $2)`,
			ofClient,
		),
		readRows(
			db,
			LINKED,
			`SELECT link.framework, link.requirement_id, control_id, code, title, state FROM controls
			 JOIN control_requirements AS link ON link.workspace_id = controls.workspace_id AND control_id = controls.id
			 WHERE client_id = $1 AND ($2::text IS NULL OR framework = $2) ORDER BY code, control_id`,
			ofClient,
		),
		readRows(
			db,
			CATALOG,
			`SELECT framework, title, version, loaded_at, (SELECT count(*) FROM catalog_texts
			   WHERE catalog_texts.workspace_id = $1 AND catalog_texts.framework = framework_catalogs.framework) AS texts
			 FROM framework_catalogs WHERE workspace_id = $1 AND ($2::text IS NULL OR framework = $2) AND taken_out_at IS NULL`,
			ofWorkspace,
		),
		readStandings(db, scope, today),
	]);
	const decisionsOf = Map.groupBy(decisions, (row) => row.framework);
	const linkedOf = Map.groupBy(linked, (row) => row.framework);
	const controlOf = ({ control_id: controlId, code, title, state }: (typeof linked)[number]): ServingControl => {
		const { standing = "not-evaluated", reviewedByAuthor } = standings.get(controlId) ?? {};
		return { controlId, code, title, state, standing, ...(reviewedByAuthor && { reviewedByAuthor }) };
	};
	return (of) => {
		const byRequirement = Map.groupBy(linkedOf.get(of) ?? [], (row) => row.requirement_id);
		return {
			chosenAt: choices.find((row) => row.framework === of)?.chosen_at.toISOString() ?? null,
			decisions: new Map((decisionsOf.get(of) ?? []).map((row) => [row.requirement_id, decisionOf(row)])),
			controls: new Map([...byRequirement].map(([requirement, rows]) => [requirement, rows.map(controlOf)])),
			catalog: catalogOf(catalogs.find((row) => row.framework === of)),
		};
	};
}

type DecisionRow = {
	state: Decision["state"];
	reasons: string[];
	justification: string;
	said_at: Date;
	said_by: AccountId;
	said_by_name: string;
	reviewed_at: Date | null;
};

const decisionOf = ({
	state,
	reasons,
	justification,
	said_at,
	said_by,
	said_by_name,
	reviewed_at,
}: DecisionRow): Decision => ({
	state,
	reasons: REASONS.filter((reason) => reasons.includes(reason)),
	justification,
	reviewedOn: reviewed_at && dayOf(reviewed_at),
	saidAt: said_at.toISOString(),
	by: { accountId: said_by, name: said_by_name },
});

type CatalogRow = { title: string; version: string; loaded_at: Date; texts: number };

const catalogOf = (row: CatalogRow | undefined): FrameworkSummary["catalog"] =>
	row ? { title: row.title, version: row.version, loadedAt: row.loaded_at.toISOString(), texts: row.texts } : null;

/** Official words and evidence by requirement, where controls came from and whose they are, and approvals of the statement. */
export async function readFrameworkTexts(
	db: Executor,
	{ workspaceId, clientId }: SeenClient,
	pack: Pack,
	today: string,
): Promise<FrameworkTexts> {
	const framework = pack.id;
	const [kinds, words, evidence, controls, approvals] = await Promise.all([
		readPackKinds(db, { workspaceId }),
		readRows(
			db,
			{ requirement_id: text, title: text, text },
			`SELECT requirement_id, words.title, text FROM catalog_texts AS words JOIN framework_catalogs USING (workspace_id, framework)
			 WHERE workspace_id = $1 AND framework = $2 AND taken_out_at IS NULL`,
			[workspaceId, framework],
		),
		// A piece that is on a requirement and on its control, or on two of its controls, counts once.
		readRows(
			db,
			{ requirement_id: text, pieces: int },
			`WITH about AS (
			   SELECT 'control' AS type, control_id::text AS id, requirement_id FROM control_requirements AS link
			   JOIN controls ON controls.workspace_id = link.workspace_id AND controls.id = control_id
			   WHERE link.workspace_id = $1 AND framework = $3 AND client_id = $2 AND state <> 'retired'
			   UNION ALL SELECT 'requirement', $3 || ' ' || requirement_id, requirement_id FROM unnest($5::text[]) AS requirement_id)
			 SELECT requirement_id, count(DISTINCT evidence.id) AS pieces FROM about
			 JOIN evidence_links AS link ON link.workspace_id = $1 AND subject_type = type AND subject_id = about.id
			 JOIN evidence ON evidence.workspace_id = $1 AND evidence.id = evidence_id
			 WHERE client_id = $2 AND state IN ('submitted', 'accepted') AND (expires_on IS NULL OR expires_on >= $4::date)
			 GROUP BY requirement_id`,
			[workspaceId, clientId, framework, today, pack.requirements.map(({ id }) => id)],
		),
		readRows(
			db,
			ORIGIN,
			`SELECT controls.id, owner, btrim(first_name || ' ' || last_name) AS owner_name, catalog_code IS NULL AS is_own,
			   ARRAY(SELECT DISTINCT link.framework FROM control_requirements AS link
			     JOIN framework_choices AS choice ON choice.client_id = $2 AND choice.framework = link.framework AND given_up_at IS NULL
			     WHERE link.workspace_id = $1 AND link.control_id = controls.id) AS frameworks
			 FROM controls LEFT JOIN accounts ON accounts.id = owner
			 WHERE workspace_id = $1 AND client_id = $2 AND EXISTS (SELECT FROM control_requirements AS link
			   WHERE (link.workspace_id, link.control_id, link.framework) = ($1, controls.id, $3))`,
			[workspaceId, clientId, framework],
		),
		readRows(
			db,
			APPROVAL,
			`SELECT version, approved_at, approved_by, approved_by_name, note,
			   CASE WHEN version = max(version) OVER () THEN basis END AS basis
			 FROM statement_approvals WHERE client_id = $1 AND framework = $2 ORDER BY version DESC`,
			[clientId, framework],
		),
	]);
	return {
		controls: new Map(
			controls.map(({ id, owner, owner_name, is_own: isOwn, frameworks }) => [
				id,
				{
					isOwn,
					frameworks: kinds.filter((each) => frameworks.includes(each.id)),
					owner: owner === null || owner_name === null ? null : { accountId: owner, name: owner_name },
				},
			]),
		),
		approvals: approvals.map(({ version, approved_at, approved_by, approved_by_name, note }) => ({
			version,
			approvedAt: approved_at.toISOString(),
			by: { accountId: approved_by, name: approved_by_name },
			note,
		})),
		approved: approvals[0]?.basis ?? undefined,
		official: new Map(words.map(({ requirement_id, title, text }) => [requirement_id, { title, text }])),
		evidence: new Map(evidence.map(({ requirement_id, pieces }) => [requirement_id, pieces])),
	};
}
