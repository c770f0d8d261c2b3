import { readFileSync } from "node:fs";
import { parser } from "@prometheus-io/lezer-promql";
import { expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod/mini";
import { metricsUrlOf, scrape } from "../../../support/server/scrape.ts";
import { startTestServer } from "../../../support/server/test-server.ts";

const ruleFile = z.strictObject({
	groups: z.array(
		z.strictObject({
			name: z.string(),
			rules: z.array(
				z.strictObject({
					alert: z.string(),
					expr: z.string(),
					for: z.optional(z.string()),
					labels: z.strictObject({ severity: z.enum(["critical", "warning"]) }),
					annotations: z.strictObject({ summary: z.string(), description: z.string(), runbook_url: z.string() }),
				}),
			),
		}),
	),
});
const dashboardFile = z.object({
	templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.string() })) }),
	panels: z.array(
		z.object({
			id: z.number(),
			title: z.string(),
			gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
			targets: z.optional(z.array(z.object({ expr: z.string() }))),
		}),
	),
});

const rules = ruleFile
	.parse(parse(readFileSync("deploy/monitoring/prometheus-rules.yaml", "utf8")))
	.groups.flatMap((group) => group.rules);
const dashboard = dashboardFile.parse(JSON.parse(readFileSync("deploy/monitoring/grafana-dashboard.json", "utf8")));
const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const guide = readFileSync("docs/MONITORING.md", "utf8");

/** The names of metrics in an expression. Throws if it is not PromQL. */
function metricsIn(expression: string): string[] {
	const names: string[] = [];
	parser.parse(expression).iterate({
		enter({ type, from, to }) {
			if (type.isError) throw new Error(`Not PromQL, at ${from}: ${expression}`);
			if (type.name === "Identifier") names.push(expression.slice(from, to));
		},
	});
	return names;
}

test("every metric of the dashboard and the rules is in a real scrape, and every expression is PromQL", async () => {
	const server = await startTestServer({ env: { METRICS_PORT: "0" } });
	await server.scan({ target: "example.com", email: "ada@example.org" });
	await fetch(`${metricsUrlOf(server)}/metrics`);
	const text = await (await fetch(`${metricsUrlOf(server)}/metrics`)).text();
	const series = await scrape(metricsUrlOf(server));
	const known = new Set([...series.keys()].map((key) => key.replace(/\{.*$/, "")));
	// Those without a series yet, such as a counter for something that has not happened.
	for (const [, name, type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
		for (const end of type === "histogram" ? ["_bucket", "_sum", "_count"] : [""]) known.add(name + end);
	}
	// Prometheus itself adds it.
	known.add("up");
	for (const expression of [...queries, ...rules.map(({ expr }) => expr)]) {
		const names = metricsIn(expression);
		expect(names.length, expression).toBeGreaterThan(0);
		for (const name of names) expect(known, expression).toContain(name);
	}
	// And the guide explains each of ours.
	for (const [, name] of text.matchAll(/^# TYPE (plumbline_\S+)/gm)) expect(guide).toContain(`| \`${name}\` |`);
});

test("every rule says what is wrong and links to what to do", () => {
	expect(rules.length).toBeGreaterThan(8);
	const headings = [...guide.matchAll(/^### (\w+)$/gm)].map(([, heading]) => heading);
	expect(headings).toEqual(rules.map(({ alert }) => alert));
	for (const { alert, annotations } of rules) {
		expect(annotations.summary).toMatch(/\w.*\.$/);
		expect(annotations.description).toMatch(/\w.*\.$/);
		expect(annotations.runbook_url).toBe(`docs/MONITORING.md#${alert.toLowerCase()}`);
	}
});

test("the dashboard can be imported: its source and job are variables, and its panels do not overlap", () => {
	expect(dashboard.templating.list.map(({ name, type }) => [name, type])).toEqual([
		["datasource", "datasource"],
		["job", "query"],
	]);
	for (const query of queries) expect(query).toContain('job=~"$job"');
	const taken = new Set<string>();
	const { panels } = dashboard;
	expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
	for (const { title, gridPos } of panels) {
		for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
			for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
				expect(taken.has(`${x} ${y}`), title).toBe(false);
				taken.add(`${x} ${y}`);
			}
		}
		expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
	}
});
