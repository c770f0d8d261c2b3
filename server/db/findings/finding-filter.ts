import type { AccountId } from "#contract/ids.ts";
import type { FindingFilter } from "#contract/vulnerabilities.ts";
import type { Where } from "../scans/scan-filter.ts";
import { stateColumn } from "./finding-row.ts";

const SEARCHED = ["title", "rule", "host", "parameter"];

/** An account's findings that pass a filter on a day. Only ever values are bound: nothing a client sends becomes SQL. */
export function findingWhere(account: AccountId, today: string, filter: FindingFilter): Where {
	const { state, severity, engine, host, client, q } = filter;
	const values: unknown[] = [account];
	const conditions = ["account_id = $1"];
	const add = (condition: (name: string) => string, value: unknown) => {
		values.push(value);
		conditions.push(condition(`$${values.length}`));
	};
	if (state) {
		values.push(today);
		const standing = stateColumn(`$${values.length}`);
		add((name) => `${standing} = ANY(${name})`, state.split(","));
	}
	if (severity) add((name) => `severity = ANY(${name})`, severity.split(","));
	if (engine) add((name) => `engine = ANY(${name})`, engine.split(","));
	// What a redirect led to belongs to the host that was scanned too.
	if (host) add((name) => `${name} IN (host, asset)`, host.toLowerCase());
	if (client) {
		add((name) => `asset IN (SELECT host FROM assets WHERE account_id = $1 AND client = ${name})`, client);
	}
	if (q) {
		const holds = (column: string, name: string) => `position(lower(${name}) IN lower(${column})) > 0`;
		add((name) => `(${SEARCHED.map((column) => holds(column, name)).join(" OR ")})`, q);
	}
	return { text: conditions.join(" AND "), values };
}
