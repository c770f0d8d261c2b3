import { parentPort, workerData } from "node:worker_threads";
import { SEVERITIES } from "#contract/findings/severity.ts";
import { makeReport } from "#server/assurance/reports/make-report.ts";
import { reportData, reportFinding } from "#tests/unit/server/assurance/reports/report-data.ts";

/** A worker thread that creates one long report: whoever starts it sets how much memory it may use. */
const findings = Array.from({ length: workerData.findings }, (_, index) =>
	reportFinding({
		host: `host-${index % 250}.example.com`,
		rule: `rule-${index % 50}`,
		title: `What rule ${index % 50} says of this`,
		parameter: `p${index}`,
		severity: SEVERITIES[index % SEVERITIES.length] ?? "none",
		evidence: [{ source: `Answer ${index}`, text: `${"x".repeat(400)} ${index}` }],
	}),
);
const { files } = await makeReport(reportData("vulnerability-assessment", { findings }), "https://plumbline.example");
parentPort?.postMessage({
	findings: JSON.parse(files.get("json")?.toString() ?? "{}").findings.length,
	rows: (files.get("csv")?.toString().trimEnd().split("\r\n").length ?? 0) - 1,
	pdf: files.get("pdf")?.length,
});
