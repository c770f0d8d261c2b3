import { servedBy } from "#contract/controls/controls.ts";
import type { FrameworkDetail } from "#contract/frameworks/frameworks.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import type { ClientId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { id, readRows, text, texts, uuid } from "#server/platform/db/rows.ts";
import type { SeenClient } from "#server/platform/tenancy/scope.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { LEFT_OUT_HOSTS } from "../../controls/store/left-out.ts";
import { listControls } from "../../controls/store/list-controls.ts";
import { readFrameworkIds } from "../../packs/read-packs.ts";
import type { AskedReport } from "../asked-report.ts";
import type { ReportCompliance, ReportControl } from "../data/compliance.ts";
import type { ReportData } from "../data/report-data.ts";

/** Frameworks of a client with their requirements, as its screens show them on a day. */
export type ReadFrameworks = (
	db: Executor,
	seen: SeenClient,
	frameworks: readonly FrameworkId[],
	today: string,
) => Promise<FrameworkDetail[]>;

const CLIENT = { id: id<ClientId>(), name: text, chosen: texts };
const SCAN_TEST = { control_id: uuid, classes: texts, hosts: texts, left_out: texts };

type Asked = { asked: AskedReport; targets: ReportData["targets"]; now: Date };

/**
 * How the clients of a compliance report stand with the frameworks that were asked for, or with those that they have chosen. What no one
 * has chosen but was asked for is shown for the first client.
 */
export async function readCompliance(
	db: Executor,
	readFrameworks: ReadFrameworks,
	{ asked, targets, now }: Asked,
): Promise<ReportCompliance[]> {
	const { workspaceId, request } = asked;
	if (request.template !== "compliance-report") return [];
	const clients = await clientsOf(db, asked, targets);
	const wanted = request.frameworks ?? [];
	const isChosen = new Set(clients.flatMap(({ chosen }) => chosen));
	const known = await readFrameworkIds(db, { workspaceId });
	const all: ReportCompliance[] = [];
	// One after another: this is a transaction's connection.
	for (const [at, { id: clientId, name, chosen }] of clients.entries()) {
		const ids = known.filter((one) =>
			wanted.length === 0
				? chosen.includes(one)
				: wanted.includes(one) && (chosen.includes(one) || (at === 0 && !isChosen.has(one))),
		);
		if (ids.length === 0) continue;
		const seen = { workspaceId, clientId };
		const frameworks = await readFrameworks(db, seen, ids, dayOf(now));
		all.push({
			client: name,
			frameworks: frameworks.map(withoutOfficial),
			controls: await readControls(db, seen, ids, now),
		});
	}
	return all;
}

/** The clients in scope: the workspace itself first, then by name. The sample is only there if it was asked for. */
async function clientsOf(db: Executor, { workspaceId, clientId, request }: AskedReport, targets: Asked["targets"]) {
	const clients = await readRows(
		db,
		CLIENT,
		`SELECT id, CASE WHEN id = workspace_id THEN '' ELSE name END AS name, ARRAY(
		   SELECT framework FROM framework_choices WHERE client_id = clients.id AND given_up_at IS NULL) AS chosen
		 FROM clients WHERE workspace_id = $1 AND (id = $2 OR ($2::uuid IS NULL AND NOT sample))
		   AND (cardinality($3::text[]) = 0 OR name = ANY ($3)) ORDER BY id <> workspace_id, name`,
		[workspaceId, clientId, request.clients],
	);
	if (clientId !== null || request.hosts.length === 0) return clients;
	const withHosts = new Set(targets.map(({ client }) => client));
	return clients.filter(({ name }) => withHosts.has(name));
}

const withoutOfficial = (framework: FrameworkDetail): FrameworkDetail => ({
	...framework,
	all: framework.all.map((one) => ({ ...one, official: null })),
});

async function readControls(
	db: Executor,
	seen: SeenClient,
	frameworks: readonly FrameworkId[],
	now: Date,
): Promise<ReportControl[]> {
	const controls = await listControls(db, seen, {}, now);
	const tests = await readRows(
		db,
		SCAN_TEST,
		`SELECT control_id, test.classes, test.hosts, ${LEFT_OUT_HOSTS} AS left_out FROM control_tests AS test
		 JOIN controls ON controls.workspace_id = test.workspace_id AND controls.id = control_id
		 WHERE test.workspace_id = $1 AND client_id = $2 AND test.active AND test.kind = 'scan' ORDER BY test.created_at, test.id`,
		[seen.workspaceId, seen.clientId],
	);
	const testsOf = Map.groupBy(tests, ({ control_id }) => control_id);
	return controls
		.filter(
			(control) =>
				control.state !== "retired" && servedBy(control).some(({ framework }) => frameworks.includes(framework)),
		)
		.map((control) => ({
			id: control.id,
			code: control.code,
			title: control.title,
			standing: control.standing,
			why: control.why,
			findings: control.findings,
			requirements: servedBy(control),
			leftOut: testsOf.get(control.id)?.[0]?.left_out ?? [],
			looksFor: (testsOf.get(control.id) ?? []).map(({ classes, hosts }) => ({ classes, hosts })),
		}));
}
