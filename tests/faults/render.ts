import type { Killed } from "./orphans/kill-workers.ts";
import type { Recovery, Result } from "./run.ts";

type About = {
	seed: number;
	apis: number;
	workers: number;
	readOnlySeconds: number;
	disk: boolean;
	clock: boolean;
	machine: string;
};

const seconds = (ms: number) => (ms / 1_000).toFixed(1);

function spread(recoveries: readonly Recovery[], what: "acceptedMs" | "endedMs"): string {
	const sorted = recoveries.map((one) => one[what]).toSorted((a, b) => a - b);
	const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
	return `${seconds(median)} | ${seconds(sorted.at(-1) ?? 0)}`;
}

/** The section of docs/BENCHMARKS.md. */
export function renderFaults(
	result: Result,
	killed: readonly Killed[],
	{ seed, apis, workers, readOnlySeconds, disk, clock, machine }: About,
): string {
	const byFault = Object.entries(Object.groupBy(result.recoveries, ({ fault }) => fault));
	const withTools = killed.filter(({ had }) => had > 0);
	const failures = Object.entries(result.failures).map(([code, count]) => `${code} ${count}`);
	return `## Faults

${apis} API and ${workers} worker processes, one PostgreSQL, one mail server, one practice target; requests keep coming as an outbox
sends them, singles and batches (\`npm run faults\`, seed ${seed}). Timings are about ten times as fast as the product's: a lease
of 4 s instead of 30.

| | |
| --- | --: |
| faults | ${result.faults} |
| requests submitted | ${result.submissions} |
| sent again | ${result.resent} |
| costly requests answered: files taken in, read and deleted | ${result.costly.done} |
| of these sent again | ${result.costly.resent} |
| scans ended | ${result.ended} |
| of these with a report | ${result.completed} |
| of these failed, each with its reason | ${result.ended - result.completed}${failures.length > 0 ? ` (${failures.join(", ")})` : ""} |
| **lost** | **${result.lost}** |
| **doubled** (accepted or ended twice, findings counted twice) | **${result.doubled}** |
| mails | ${result.mails} |
| the same mail again, with the same Message-ID | ${result.mailsAgain} |
| processes that ended by themselves | ${result.crashes.length} |
| starts refused while the database was away, and tried again | ${result.failedStarts} |
| workers killed at moments of a scan with ZAP, the next scan complete | ${killed.length} |
| of these while processes of their tools ran | ${withTools.length} |
| until none of these processes was left, at most | ${seconds(Math.max(0, ...withTools.map(({ goneAfter }) => goneAfter)))} s |
| anything else wrong | ${result.wrong.length - result.crashes.length} |
| after the last fault, until nothing was left to do | ${seconds(result.drainedMs)} s |

Seconds after a fault was over until a new request had its receipt, and until its scan had ended (about 1 s without faults):

| fault | times | receipt, median | max | end, median | max |
| --- | --: | --: | --: | --: | --: |
${byFault
	.toSorted(([a], [b]) => a.localeCompare(b))
	.map(([fault, all = []]) => `| ${fault} | ${all.length} | ${spread(all, "acceptedMs")} | ${spread(all, "endedMs")} |`)
	.join("\n")}

- Machine: ${machine}, shared: times vary, counts must not.
- The same mail again: our process ended, or lost its database, between the mail server's answer and our commit, or the mail server
  kept the mail and its answer was lost. Mail programs show two mails with one Message-ID as one.
- The database was read-only for ${readOnlySeconds} s in all. The mail server was unwell for 3 s at a time; its hour is a test of the
  retry times (\`tests/server/faults/mail-hour.long.test.ts\`).
- ${disk ? "The full disk is the database's own, a tmpfs filled to the last byte." : "No disk could be mounted here, so none was filled."} ${clock ? "The database's own clock was moved, by libfaketime; stored times were, too." : "The database's clock is this machine's and was not moved: stored times were."}
`;
}
