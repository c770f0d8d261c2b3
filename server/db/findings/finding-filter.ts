import type { AccountId } from "#contract/ids.ts";
import type { FindingFilter } from "#contract/vulnerabilities.ts";
import { collectConditions, contains, type Where } from "../conditions.ts";
import { stateColumn } from "./finding-row.ts";

const SEARCHED = ["title", "rule", "host", "parameter"];

/** Where a page of findings ended. */
export type FindingPlace = { weight: number; lastSeenAt: string; fingerprint: string };

/** An account's findings that match a filter on a day and, in a list, come after a place. */
export function findingWhere(
	account: AccountId,
	today: string,
	{ state, severity, engine, host, client, rule, title, q }: FindingFilter,
	after?: FindingPlace,
): Where {
	const { bind, add, where } = collectConditions();
	const owner = bind(account);
	add(`account_id = ${owner}`);
	if (state) add(`${stateColumn(bind(today))} = ANY(${bind(state.split(","))})`);
	if (severity) add(`severity = ANY(${bind(severity.split(","))})`);
	if (engine) add(`engine = ANY(${bind(engine.split(","))})`);
	// A host that was scanned also has what a redirect from it led to.
	if (host) add(`${bind(host.toLowerCase())} IN (host, asset)`);
	if (client) add(`asset IN (SELECT host FROM assets WHERE account_id = ${owner} AND client = ${bind(client)})`);
	if (rule) add(`rule = ${bind(rule)}`);
	if (title) add(`title = ${bind(title)}`);
	if (q) add(contains(SEARCHED, bind(q)));
	if (after) {
		const [weight, time] = [bind(after.weight), bind(after.lastSeenAt)];
		add(
			`(weight, last_seen_at, fingerprint) < (${weight}::smallint, ${time}::timestamptz, ${bind(after.fingerprint)}::text)`,
		);
	}
	return where();
}
