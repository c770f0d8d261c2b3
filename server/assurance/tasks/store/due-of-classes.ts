import type { Executor } from "#server/platform/db/pool.ts";
import { orNull, readRows, text } from "#server/platform/db/rows.ts";
import { ofClient } from "#server/platform/tenancy/of-client.ts";
import type { SeenClient } from "#server/platform/tenancy/scope.ts";
import { isLeftOut } from "../../controls/store/left-out.ts";
import { timeToFixOf } from "../../controls/store/time-to-fix.ts";
import { classOf, ruleColumn } from "../../findings/finding-classes.ts";
import { stateColumn } from "../../findings/store/finding-row.ts";

/**
 * Of those classes that have an open finding on any host of the client: the last day to fix the one that has to be fixed first, by the
 * workspace's time to fix; null if all of them are rated none, which has none. What is open is taken from the counts, so that of all
 * findings only those of the same problems are read.
 */
export async function readDues(
	client: Executor,
	{ workspaceId, clientId }: SeenClient,
	classes: readonly string[],
	today: string,
): Promise<ReadonlyMap<string, string | null>> {
	const rules = classes.flatMap((id) => classOf(id)?.rules.map((rule) => ({ rule, class: id })) ?? []);
	const rows = await readRows(
		client,
		{ class: text, due: orNull(text) },
		`WITH problems AS (
		   SELECT DISTINCT class_of.class, counts.weight, counts.title, counts.rule
		   FROM jsonb_to_recordset($4) AS class_of (rule text, class text)
		     JOIN finding_counts AS counts ON ${ruleColumn("counts.rule")} = class_of.rule
		   WHERE account_id = $1 AND ${stateColumn("$2")} = 'open' AND ${ofClient("asset", "$1", "$3")}),
		 open AS (
		   SELECT problems.class, asset, severity, min(coalesce(reopened_at, first_seen_at)) AS since
		   FROM problems JOIN findings USING (weight, title, rule)
		   WHERE account_id = $1 AND ${stateColumn("$2")} = 'open' AND ${ofClient("asset", "$1", "$3")} GROUP BY 1, 2, 3)
		 SELECT open.class, to_char(min((since AT TIME ZONE 'UTC')::date + (${timeToFixOf("$1")} ->> severity)::integer), 'YYYY-MM-DD') AS due
		 FROM controls JOIN control_tests AS test ON test.workspace_id = controls.workspace_id AND test.control_id = controls.id
		   JOIN open ON open.class = ANY (test.classes) AND (test.hosts = '{}' OR open.asset = ANY (test.hosts))
		     AND NOT ${isLeftOut("open.asset")}
		 WHERE controls.workspace_id = $1 AND controls.client_id = $3 AND controls.state <> 'retired' AND test.active AND test.kind = 'scan'
		 GROUP BY open.class`,
		[workspaceId, today, clientId, JSON.stringify(rules)],
	);
	return new Map(rows.map(({ class: id, due }) => [id, due]));
}
