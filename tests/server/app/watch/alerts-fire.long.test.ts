import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { scratchFolder } from "../../../support/scratch-folder.ts";

const RULES = "deploy/monitoring/prometheus-rules.yaml";
const PROMTOOL = process.env.PROMTOOL_PATH ?? "promtool";
const isThere = spawnSync(PROMTOOL, ["--version"]).status === 0;

/** Series a scrape a minute apart, in promtool's notation: they go wrong, and then recover. */
type Case = {
	series: Record<string, string>;
	/** Minutes: not yet, firing, gone. */
	quiet: number;
	fires: number;
	gone: number;
};
const of = (name: string, labels: Record<string, string> = {}) =>
	`${name}{${Object.entries({ job: "plumbline", instance: "one", ...labels })
		.map(([label, value]) => `${label}="${value}"`)
		.join(",")}}`;
const request = (status: string) =>
	of("plumbline_http_request_duration_seconds_count", { method: "GET", route: "/", status });
const ended = (ending: string) => of("plumbline_scans_ended_total", { kind: "combined", ending });
const mails = (outcome: string) => of("plumbline_mails_total", { kind: "scan", outcome });
const disk = (state: string) => of("plumbline_var_bytes", { state });

const CASES: Record<string, Case> = {
	PlumblineDown: { series: { [of("up")]: "1x9 0x5 1x20" }, quiet: 11, fires: 13, gone: 17 },
	PlumblineNotReady: { series: { [of("plumbline_ready")]: "1x9 0x9 1x20" }, quiet: 14, fires: 17, gone: 21 },
	PlumblineErrors: {
		series: { [request("2xx")]: "0+100x60", [request("5xx")]: "0x9 0+10x19 190x30" },
		quiet: 11,
		fires: 25,
		gone: 40,
	},
	PlumblineNoWorker: { series: { [of("plumbline_workers")]: "3x9 0x9 1x20" }, quiet: 14, fires: 17, gone: 21 },
	PlumblineJobsWait: {
		series: { [of("plumbline_oldest_waiting_job_seconds", { queue: "scan" })]: "0x9 0+60x19 0x20" },
		quiet: 24,
		fires: 28,
		gone: 32,
	},
	PlumblineScansFail: {
		series: { [ended("completed")]: "0+1x80", [ended("interrupted")]: "0x9 0+1x9 9x60" },
		quiet: 10,
		fires: 22,
		gone: 60,
	},
	// Not one email was sent since the process started.
	PlumblineMailsFail: {
		series: { [mails("sent")]: "0x9 0x70", [mails("failed")]: "0x9 0+1x9 9x60" },
		quiet: 10,
		fires: 22,
		gone: 60,
	},
	PlumblineEventLoopLag: {
		series: { [of("nodejs_eventloop_lag_p99_seconds")]: "0.01x9 0.8x9 0.01x20" },
		quiet: 14,
		fires: 17,
		gone: 21,
	},
	PlumblinePoolWaits: {
		series: { [of("plumbline_database_connections", { state: "waiting" })]: "4x9 0x20" },
		quiet: 2,
		fires: 7,
		gone: 11,
	},
	PlumblineFilesAway: {
		series: { [of("plumbline_part_answers", { part: "files" })]: "1x9 0x9 1x20" },
		quiet: 14,
		fires: 16,
		gone: 21,
	},
	PlumblineDiskFull: {
		series: { [disk("free")]: "50x9 5x14 50x20", [disk("size")]: "100x60" },
		quiet: 15,
		fires: 22,
		gone: 27,
	},
};

test("every rule has a case of its own", () => {
	const { groups } = parse(readFileSync(RULES, "utf8")) as { groups: { rules: { alert: string }[] }[] };
	expect(Object.keys(CASES)).toEqual(groups.flatMap(({ rules }) => rules.map(({ alert }) => alert)));
});

describe.skipIf(!isThere)(
	`the rules in Prometheus${isThere ? "" : " (skipped: no promtool, see PROMTOOL_PATH)"}`,
	() => {
		test.each(Object.entries(CASES))(
			"%s fires, alone, and goes away",
			async (alert, { series, quiet, fires, gone }) => {
				const firing = 'count by (alertname) (ALERTS{alertstate="firing"})';
				const at = (minutes: number, samples: object[]) => ({
					expr: firing,
					eval_time: `${minutes}m`,
					exp_samples: samples,
				});
				const file = join(await scratchFolder("promtool"), "test.yaml");
				const text = {
					rule_files: [resolve(RULES)],
					evaluation_interval: "1m",
					tests: [
						{
							interval: "1m",
							input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
							promql_expr_test: [
								at(quiet, []),
								at(fires, [{ labels: `{alertname="${alert}"}`, value: 1 }]),
								at(gone, []),
							],
						},
					],
				};
				// JSON is YAML.
				writeFileSync(file, JSON.stringify(text));
				const { status, stdout, stderr } = spawnSync(PROMTOOL, ["test", "rules", file], { encoding: "utf8" });
				expect(status, stdout + stderr).toBe(0);
			},
		);
	},
);
