import type { Finding, ScanPart, ScanReport } from "#contract/findings/findings.ts";
import type { RunResult } from "#server/scanning/engines/engine.ts";
import { buildReport } from "#server/scanning/scans/report/build-report.ts";

export const STARTED = new Date("2026-11-27T14:02:03Z");
const FINISHED = new Date("2026-11-27T14:02:15Z");
export const EXPIRES = new Date("2026-12-27T14:02:15Z");

/** A plain finding; pass what matters to the test. */
export const aFinding = (over: Partial<Finding> = {}): Finding => ({
	fingerprint: "0".repeat(64),
	engine: "baseline",
	rule: "hsts-missing",
	title: "Browsers are not told to insist on https",
	severity: "medium",
	confidence: "high",
	location: { host: "shop.example.com", port: 443, path: "/", parameter: "" },
	evidence: [{ source: "Response headers of https://shop.example.com/", text: "strict-transport-security: (absent)" }],
	why: { owner: "Owner why.", engineer: "Engineer why." },
	fix: { owner: "Owner fix.", engineer: "Engineer fix." },
	cwe: 319,
	...over,
});

export const evaluated = (part: string): ScanPart => ({ part, label: `The ${part} part`, status: "evaluated" });
export const missed = (part: string, reason = "No answer in 5 s."): ScanPart => ({
	part,
	label: `The ${part} part`,
	status: "not-evaluated",
	reason,
});

type Completed = Extract<RunResult, { status: "completed" }>;

/** A report of one target, full and without findings unless told otherwise. */
export const aReport = (result: Partial<Completed> = {}, target = "shop.example.com"): ScanReport =>
	buildReport({
		target,
		startedAt: STARTED,
		finishedAt: FINISHED,
		result: {
			status: "completed",
			coverage: "full",
			parts: [evaluated("tls"), evaluated("headers"), evaluated("dns")],
			findings: [],
			sent: [],
			...result,
		},
	});

/** Text as a hostile host, or a hostile visitor, would choose it. */
export const HOSTILE = [
	`<script>alert(1)</script>`,
	`"><img src=x onerror=alert(1)>`,
	`' onmouseover='alert(1)`,
	`</pre></style></title><svg onload=alert(1)>`,
	`&lt;script&gt; & &#60;`,
	"right\u202Eto\u2066left",
	"esc\u001B[31m nul\u0000 del\u007F c1\u0085",
	"x".repeat(500),
];
