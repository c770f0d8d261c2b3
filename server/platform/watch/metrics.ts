import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { assertNever } from "#contract/assert-never.ts";
import { SCAN_KINDS } from "#contract/kinds/kinds.ts";
import { SCAN_FAILURES } from "#contract/scans/scans.ts";
import { type Happening, onHappening } from "./happened.ts";

/** Buckets in seconds: requests, waits for a worker, and runs of engines and jobs. */
const QUICK = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const LONG = [0.1, 0.5, 1, 5, 15, 30, 60, 120, 300, 900];

/** Which emails a job sends. */
const MAIL_KINDS: Readonly<Record<string, string>> = {
	mail: "scan",
	"account-mail": "account",
	"lead-mail": "lead",
	"invitation-mail": "invitation",
	"signed-mail": "signed",
	digest: "digest",
	push: "notice",
};
export const MAIL_QUEUES = Object.entries(MAIL_KINDS).filter(([queue]) => queue !== "push");
export const mailKind = (job: string): string => MAIL_KINDS[job] ?? "other";

const statusClass = (status: number | undefined) =>
	status === undefined ? "aborted" : `${Math.floor(status / 100)}xx`;

/** Metrics of this process, counted from events in it until `stop`. Labels have few values, all of them ours. */
export function createMetrics(): { registry: Registry; stop(): void } {
	const registry = new Registry();
	collectDefaultMetrics({ register: registry });
	const registers = [registry];
	const named = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) => ({
		name: `plumbline_${name}`,
		help,
		labelNames,
		registers,
	});

	const inFlight = new Gauge(named("http_requests_in_flight", "Requests that are not answered yet, streams included."));
	const requests = new Histogram({
		...named("http_request_duration_seconds", "Answered requests by route, streams not included.", [
			"method",
			"route",
			"status",
		]),
		buckets: QUICK,
	});
	const streams = new Gauge(named("event_streams_open", "Open streams of events."));
	const batches = new Counter(named("outbox_batches_total", "Batches of the outbox that were answered."));
	const entries = new Counter(
		named("outbox_batch_entries_total", "Entries of batches by the answer's status.", ["status"]),
	);
	const jobs = new Histogram({
		...named("job_duration_seconds", "Jobs run here, by how they ended.", ["queue", "outcome"]),
		buckets: LONG,
	});
	const waits = new Histogram({
		...named("scan_wait_seconds", "From a scan's acceptance to its first worker.", ["kind"]),
		buckets: LONG,
	});
	const scans = new Counter(named("scans_ended_total", "Scans by how they ended.", ["kind", "ending"]));
	const scanTimes = new Histogram({
		...named("scan_duration_seconds", "From a scan's last beginning to its end.", ["kind"]),
		buckets: LONG,
	});
	const engines = new Histogram({
		...named("engine_run_duration_seconds", "Runs of engines by how they ended.", ["engine", "outcome"]),
		buckets: LONG,
	});
	const mails = new Counter(named("mails_total", "Tries to send an email.", ["kind", "outcome"]));
	const pushes = new Counter(named("pushes_total", "Notifications handed to push services.", ["outcome"]));
	const leads = new Counter(named("leads_total", "Forms that visitors sent, by kind.", ["kind"]));
	const limits = new Counter(named("limit_refusals_total", "Times that a limit was reached.", ["limit"]));
	const strays = new Counter(
		named("stray_rejections_total", "Unhandled promise rejections, each a bug in the server."),
	);

	const count = (happening: Happening) => {
		switch (happening.what) {
			case "request began":
				return inFlight.inc();
			case "request ended": {
				inFlight.dec();
				const { method, route, status, seconds } = happening;
				if (seconds !== undefined) requests.observe({ method, route, status: statusClass(status) }, seconds);
				return;
			}
			case "stream opened":
				return streams.inc();
			case "stream closed":
				return streams.dec();
			case "batch answered":
				batches.inc();
				for (const status of happening.statuses) entries.inc({ status });
				return;
			case "job ended":
				return jobs.observe({ queue: happening.job, outcome: happening.outcome }, happening.seconds);
			case "scan began":
				return waits.observe({ kind: happening.kind }, happening.waitedSeconds);
			case "scan ended": {
				const { kind, ending, seconds } = happening;
				scans.inc({ kind, ending });
				if (seconds !== undefined) scanTimes.observe({ kind }, seconds);
				return;
			}
			case "engine ended":
				return engines.observe({ engine: happening.engine, outcome: happening.outcome }, happening.seconds);
			case "mail":
				return mails.inc({ kind: mailKind(happening.job), outcome: happening.outcome });
			case "push":
				return pushes.inc({ outcome: happening.outcome });
			case "lead":
				return leads.inc({ kind: happening.kind });
			case "limit reached":
				return limits.inc({ limit: happening.limit });
			case "stray rejection":
				return strays.inc();
			default:
				return assertNever(happening);
		}
	};
	// A rate needs its series to exist before the first event it should show.
	for (const kind of new Set(Object.values(MAIL_KINDS))) {
		for (const outcome of ["sent", "failed"]) mails.inc({ kind, outcome }, 0);
	}
	for (const kind of SCAN_KINDS) {
		for (const ending of ["completed", "partial", ...SCAN_FAILURES]) scans.inc({ kind, ending }, 0);
	}
	return { registry, stop: onHappening(count) };
}
