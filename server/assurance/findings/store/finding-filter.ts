import type { FindingFilter } from "#contract/findings/vulnerabilities.ts";
import { dnsForm, searchForms } from "#contract/scans/dns-form.ts";
import { collectConditions, contains, type Where } from "#server/platform/db/conditions.ts";
import { clientName, ofClient } from "#server/platform/tenancy/of-client.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";
import { classOf, ruleColumn } from "../finding-classes.ts";
import { stateColumn } from "./finding-row.ts";

const SEARCHED = ["title", "rule", "host", "parameter"];

/** Where a page of findings ended. */
export type FindingPlace = { weight: number; lastSeenAt: string; fingerprint: string };

/** The findings of a workspace, or of one client, that match a filter on a day and, in a list, come after a place. */
export function findingWhere(
	{ workspaceId, clientId }: Seen,
	today: string,
	{ state, severity, engine, host, client, rule, title, class: classId, q }: FindingFilter,
	after?: FindingPlace,
): Where {
	const { bind, add, where } = collectConditions();
	const owner = bind(workspaceId);
	add(`account_id = ${owner}`);
	if (clientId !== null) add(ofClient("asset", owner, bind(clientId)));
	if (state) add(`${stateColumn(bind(today))} = ANY(${bind(state.split(","))})`);
	if (severity) add(`severity = ANY(${bind(severity.split(","))})`);
	if (engine) add(`engine = ANY(${bind(engine.split(","))})`);
	// A host that was scanned also has what a redirect from it led to.
	if (host) add(`${bind(dnsForm(host.toLowerCase()))} IN (host, asset)`);
	if (client) add(`${clientName("asset", owner)} = ${bind(client)}`);
	if (rule) add(`rule = ${bind(rule)}`);
	if (title) add(`title = ${bind(title)}`);
	if (classId) add(`${ruleColumn("rule")} = ANY(${bind(classOf(classId)?.rules ?? [])})`);
	if (q) add(contains(SEARCHED, ...searchForms(q).map(bind)));
	if (after) {
		const [weight, time] = [bind(after.weight), bind(after.lastSeenAt)];
		add(
			`(weight, last_seen_at, fingerprint) < (${weight}::smallint, ${time}::timestamptz, ${bind(after.fingerprint)}::text)`,
		);
	}
	return where();
}

/** Reads the fingerprints of the first findings that match a filter and come after a place, worst first, then last seen first. */
export function walkFindings(
	seen: Seen,
	today: string,
	{ host, ...filter }: FindingFilter,
	after: FindingPlace | undefined,
	limit: number,
): Where {
	const { text, values } = findingWhere(seen, today, filter, after);
	const first = `ORDER BY weight DESC, last_seen_at DESC, fingerprint DESC LIMIT ${limit}`;
	if (!host) return { text: `SELECT fingerprint FROM findings WHERE ${text} ${first}`, values };
	// One index has a host's findings in this order, and another those that a redirect led to from each other host. The counts tell which
	// hosts these are.
	return {
		text: `SELECT fingerprint FROM
		   (SELECT DISTINCT asset, host FROM finding_counts WHERE account_id = $1 AND $${values.length + 1} IN (host, asset)) AS place,
		   LATERAL (SELECT weight, last_seen_at, fingerprint FROM findings
		     WHERE ${text} AND findings.asset = place.asset AND findings.host = place.host ${first}) AS nearest
		 ${first}`,
		values: [...values, host.toLowerCase()],
	};
}
