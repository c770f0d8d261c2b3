import { type Csv, csvOf } from "#contract/csv.ts";
import type { TrackedFinding } from "./vulnerabilities.ts";

/** A CSV file of findings across all scans. */
export const FINDING_CSV: Csv<TrackedFinding> = csvOf({
	fingerprint: ({ fingerprint }) => fingerprint,
	state: ({ state }) => state,
	severity: ({ severity }) => severity,
	title: ({ title }) => title,
	host: ({ location }) => location.host,
	port: ({ location }) => location.port,
	path: ({ location }) => location.path,
	parameter: ({ location }) => location.parameter,
	client: ({ client }) => client,
	engine: ({ engine }) => engine,
	rule: ({ rule }) => rule,
	cwe: ({ cwe }) => cwe,
	confidence: ({ confidence }) => confidence,
	first_seen_at: ({ firstSeenAt }) => firstSeenAt,
	last_seen_at: ({ lastSeenAt }) => lastSeenAt,
	fixed_at: ({ fixedAt }) => fixedAt,
	reopened_at: ({ reopenedAt }) => reopenedAt,
	reason: ({ verdict }) => verdict?.reason ?? null,
	accepted_until: ({ verdict }) => verdict?.until ?? null,
	scan: ({ scanId }) => scanId,
});
