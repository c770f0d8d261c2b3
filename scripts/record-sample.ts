// Scans the practice target and saves the start of its report for the landing page: `npm run record-sample`. The page says that
// it shows a real report, and this script makes that true. Run it when rules or the practice target change.
import { writeFileSync } from "node:fs";
import { parseTarget } from "../contract/scans/parse-target.ts";
import { createGuard } from "../server/platform/outgoing/guard.ts";
import { createPolicy } from "../server/platform/outgoing/policy.ts";
import { systemResolver } from "../server/platform/outgoing/resolver.ts";
import { createBaseline } from "../server/scanning/engines/baseline/baseline.ts";
import { createReaders } from "../server/scanning/engines/readers.ts";
import { startPractice } from "../server/scanning/practice/practice.ts";
import { buildReport } from "../server/scanning/scans/report/build-report.ts";

const PORTS = { httpPort: 8099, httpsPort: 8100 };
/** How many findings fit in the frame on the landing page. */
const SHOWN = 3;
const TARGET = `https://localhost:${PORTS.httpsPort}/`;

const practice = await startPractice(PORTS);
const guard = createGuard({
	policy: createPolicy({ allow: "", practicePorts: Object.values(PORTS) }),
	resolver: systemResolver,
});
const parsed = parseTarget(TARGET);
if (!parsed.ok) throw new Error(parsed.message);
const allowed = await guard.check(parsed.target);
if (!allowed.ok) throw new Error(allowed.message);
const startedAt = new Date();
const readers = createReaders();
const result = await createBaseline({ guard, userAgent: "Plumbline-Scanner/1.0" }).run({
	target: allowed.checked,
	body: { target: TARGET, email: "sample@example.com" },
	signal: AbortSignal.timeout(60_000),
	now: () => new Date(),
	read: readers.run,
	onProgress: () => {},
});
await readers.close();
await practice.close();
if (result.status !== "completed") throw new Error(result.reason.message);

const report = buildReport({ target: TARGET, startedAt, finishedAt: new Date(), result });
const { target, coverage, grade, counts } = report;
const findings = report.findings
	.filter(({ rule }, index, all) => all.findIndex((other) => other.rule === rule) === index)
	.slice(0, SHOWN)
	.map(({ rule, title, severity, evidence, why, fix, cwe }) => ({ rule, title, severity, evidence, why, fix, cwe }));
const excerpt = {
	target,
	startedAt: report.startedAt,
	finishedAt: report.finishedAt,
	coverage,
	grade,
	counts,
	findings,
};
writeFileSync("src/content/samples/sample-report.json", `${JSON.stringify(excerpt, null, "\t")}\n`);
console.log(`${report.findings.length} findings, grade ${grade}: saved the first ${findings.length}.`);
