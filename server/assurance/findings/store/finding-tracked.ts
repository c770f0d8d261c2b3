import type { Finding } from "#contract/findings/findings.ts";
import type { TrackedFinding, Verdict } from "#contract/findings/vulnerabilities.ts";
import type { ScanId } from "#contract/ids.ts";
import { id, json, oneOf, orNull, type RowOf, text, textOf } from "#server/platform/db/rows.ts";
import { clientName } from "#server/platform/tenancy/of-client.ts";
import { stateOf, type Tracked } from "../track.ts";
import { TRACKED, trackedColumns, trackedOfRow } from "./finding-row.ts";

/** A row of `findings` as a list shows it. */
export const LISTED = {
	...TRACKED,
	engine: textOf<Finding["engine"]>(),
	rule: text,
	title: text,
	scan_id: id<ScanId>(),
	confidence: oneOf(["high", "low"]),
	location: json<Finding["location"]>(),
	cwe: orNull(json<number>()),
	client: text,
};
type ListedRow = RowOf<typeof LISTED>;

/** Columns of `findings`, with the client of the asset. */
export const listedColumns = `${trackedColumns}, engine, rule, title, scan_id, finding ->> 'confidence' AS confidence,
	finding -> 'location' AS location, finding -> 'cwe' AS cwe,
	${clientName("asset", "findings.account_id")} AS client`;

export function trackedFindingOf(row: ListedRow, today: string): TrackedFinding {
	const tracked = trackedOfRow(row);
	const { fingerprint, engine, rule, title, severity, confidence, location, cwe, client } = row;
	return {
		fingerprint,
		engine,
		rule,
		title,
		severity,
		confidence,
		location,
		cwe,
		state: stateOf(tracked, today),
		verdict: verdictOf(tracked),
		firstSeenAt: tracked.firstSeenAt.toISOString(),
		lastSeenAt: tracked.lastSeenAt.toISOString(),
		reopenedAt: tracked.reopenedAt?.toISOString() ?? null,
		fixedAt: tracked.fixedAt?.toISOString() ?? null,
		scanId: row.scan_id,
		client,
	};
}

function verdictOf({ verdict, saidAt }: Tracked): Verdict | null {
	if (!verdict || !saidAt) return null;
	return { state: verdict.state, reason: verdict.reason, until: verdict.until ?? null, saidAt: saidAt.toISOString() };
}
