import type { CatalogControl, ProposedTest } from "#contract/controls/catalog.ts";
import { CATALOG } from "#contract/controls/catalog-data.ts";
import { CONTROLS_LIMIT } from "#contract/controls/controls.ts";
import type { TestSpec } from "#contract/controls/tests.ts";
import { FRAMEWORK_IDS } from "#contract/frameworks/framework-ids.ts";
import { type FrameworkId, isOwn, type OwnFrameworkId } from "#contract/frameworks/pack.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { flag, orNull, readRows, text, uuid } from "#server/platform/db/rows.ts";
import { uuidV7 } from "#server/platform/ids/uuid-v7.ts";
import { Refused } from "#server/platform/refusals/refused.ts";
import type { ClientScope } from "#server/platform/tenancy/scope.ts";
import { findOwnFramework } from "../../packs/store/own-frameworks.ts";
import { storedSpec } from "./stored-spec.ts";

const KNOWN = { id: uuid, code: text, catalog_code: orNull(text), linked: flag };

type Choice = { framework: FrameworkId; isNew: boolean; at: Date };

/**
 * Adds those of our controls that serve the framework and that the client does not have, under whatever name. A framework that the
 * workspace added names controls by their codes, which may also be those of the client's own.
 */
export async function addCatalogControls(
	client: Executor,
	scope: ClientScope,
	{ framework, isNew, at }: Choice,
): Promise<number> {
	const known = await readRows(
		client,
		KNOWN,
		`SELECT id, code, catalog_code, EXISTS (SELECT FROM control_requirements AS link
		   WHERE link.workspace_id = controls.workspace_id AND control_id = id AND framework = $2) AS linked
		 FROM controls WHERE client_id = $1`,
		[scope.clientId, framework],
	);
	const byCatalogCode = new Map(known.map((each) => [each.catalog_code, each]));
	const own = isOwn(framework) ? await linksOfOwn(client, scope, framework) : undefined;
	const byCode = new Map(own && known.map((each) => [each.code, each]));
	const has = (code: string) => byCode.get(code) ?? byCatalogCode.get(code);
	const serving = CATALOG.filter(({ code, requirements }) =>
		isOwn(framework) ? own?.has(code) : requirements[framework] !== undefined,
	);
	const missing = serving.filter(({ code }) => !has(code));
	if (missing.length > 0 && known.length + missing.length > CONTROLS_LIMIT) throw new Refused("limit_reached");
	if (isNew) {
		// Added by a release whose controls did not serve this framework yet. If a person removed links, some are left.
		const served = own ?? new Map(serving.map((control) => [control.code, linksOf(control)]));
		const unlinked = [...served].flatMap(([code, links]) => {
			const control = has(code);
			return control && !control.linked
				? links.filter((link) => link.framework === framework).map((link) => ({ ...link, controlId: control.id }))
				: [];
		});
		await insertLinks(client, scope, unlinked);
	}
	const codes = new Set(known.map(({ code }) => code));
	await insertControls(
		client,
		scope,
		missing.map((control) => ({
			id: uuidV7(at),
			code: freeCode(control.code, codes),
			control,
			links: [...linksOf(control), ...(own?.get(control.code) ?? [])],
		})),
		at,
	);
	return missing.length;
}

type Added = { id: string; code: string; control: CatalogControl; links: readonly Served[] };

async function insertControls(client: Executor, scope: ClientScope, added: readonly Added[], at: Date): Promise<void> {
	const { workspaceId, clientId } = scope;
	await client.query(
		`INSERT INTO controls (workspace_id, client_id, id, code, title, objective, kind, catalog_code, created_at)
		 SELECT $1, $2, id, code, title, objective, kind, "catalogCode", $4
		 FROM jsonb_to_recordset($3) AS added (id uuid, code text, title text, objective text, kind text, "catalogCode" text)`,
		[
			workspaceId,
			clientId,
			JSON.stringify(
				added.map(({ id, code, control: { title, objective, kind, code: catalogCode } }) => ({
					id,
					code,
					title,
					objective,
					kind,
					catalogCode,
				})),
			),
			at,
		],
	);
	await insertLinks(
		client,
		scope,
		added.flatMap(({ id, links }) => links.map((link) => ({ ...link, controlId: id }))),
	);
	const tests = added.flatMap(({ id, control }) =>
		control.tests.map((test) => ({ id: uuidV7(at), controlId: id, ...testOf(test) })),
	);
	await client.query(
		`INSERT INTO control_tests (workspace_id, id, control_id, title, kind, spec, classes, every_days, created_at)
		 SELECT $1, id, "controlId", title, kind, spec, classes, "everyDays", $3
		 FROM jsonb_to_recordset($2) AS added (id uuid, "controlId" uuid, title text, kind text, spec jsonb, classes text[], "everyDays" integer)`,
		[workspaceId, JSON.stringify(tests), at],
	);
}

type Served = { framework: FrameworkId; requirementId: string };
type Link = Served & { controlId: string };

const linksOf = ({ requirements }: CatalogControl): Served[] =>
	FRAMEWORK_IDS.flatMap((framework) =>
		(requirements[framework] ?? []).map((requirementId) => ({ framework, requirementId })),
	);

/** By code of a control. */
async function linksOfOwn(
	client: Executor,
	{ workspaceId }: ClientScope,
	id: OwnFrameworkId,
): Promise<ReadonlyMap<string, readonly Served[]>> {
	const found = await findOwnFramework(client, { workspaceId, id });
	return new Map(
		found?.links.map(({ code, requirements }) => [
			code,
			requirements.map((requirementId) => ({ framework: id, requirementId })),
		]),
	);
}

const insertLinks = (client: Executor, { workspaceId }: ClientScope, links: readonly Link[]) =>
	client.query(
		`INSERT INTO control_requirements (workspace_id, control_id, framework, requirement_id, source)
		 SELECT $1, "controlId", framework, "requirementId", 'catalog'
		 FROM jsonb_to_recordset($2) AS link ("controlId" uuid, framework text, "requirementId" text)
		 ON CONFLICT DO NOTHING`,
		[workspaceId, JSON.stringify(links)],
	);

/** The client may have used our code for one of its own controls. */
function freeCode(code: string, taken: Set<string>): string {
	let free = code;
	for (let n = 2; taken.has(free); n += 1) free = `${code}-${n}`;
	taken.add(free);
	return free;
}

function testOf({ title, everyDays, ...test }: ProposedTest): {
	title: string;
	kind: string;
	spec: TestSpec;
	classes: string[];
	everyDays: number;
} {
	const spec: TestSpec = storedSpec(test.kind === "scan" ? { ...test, hosts: [] } : test);
	return { title, kind: test.kind, spec, classes: spec.kind === "scan" ? spec.classes : [], everyDays };
}
