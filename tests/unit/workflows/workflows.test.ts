import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod/mini";
import { readAction, type Step, step } from "#tests/support/workflows.ts";

type Log = {
	runs: {
		results: {
			locations: { physicalLocation: { artifactLocation: { uri: string } } }[];
			partialFingerprints: object;
		}[];
	}[];
};
const { forCodeScanning }: { forCodeScanning(log: Log): Log } = await import(
	pathToFileURL(resolve(".github/actions/scan/code-scanning.mjs")).href
);

const workflow = z.object({
	permissions: z.record(z.string(), z.string()),
	jobs: z.record(z.string(), z.object({ steps: z.array(step) })),
});
const WORKFLOWS = ".github/workflows";
const ACTIONS = ".github/actions";

const files: { name: string; steps: Step[] }[] = [];
for (const name of await readdir(WORKFLOWS)) {
	const { jobs } = workflow.parse(parse(await readFile(join(WORKFLOWS, name), "utf8")));
	files.push({ name, steps: Object.values(jobs).flatMap(({ steps }) => steps) });
}
for (const name of await readdir(ACTIONS)) files.push({ name, steps: (await readAction(join(ACTIONS, name))).steps });

const ADDRESS = /^[\w./-]+@[0-9a-f]{40}$/;

describe.each(files)("$name", ({ steps }) => {
	test("uses what others wrote at one commit, and what is ours as it is here", () => {
		for (const { uses } of steps) {
			if (uses === undefined) continue;
			if (uses.startsWith("./")) expect(existsSync(join(uses, "action.yml")), uses).toBe(true);
			else expect(uses).toMatch(ADDRESS);
		}
	});

	test("has no expression in the text of a command", () => {
		for (const { run } of steps) expect(run ?? "").not.toContain("${{");
	});

	test("gives our actions only inputs that they have, and all that they need", async () => {
		for (const { uses, with: given = {} } of steps) {
			if (!uses?.startsWith("./")) continue;
			const { inputs } = await readAction(uses);
			expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
			const needed = Object.keys(inputs).filter((name) => inputs[name]?.required);
			expect(Object.keys(given)).toEqual(expect.arrayContaining(needed));
		}
	});
});

const guide = await readFile("docs/CLI.md", "utf8");
const [github, gitlab, ...more] = [...guide.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, yaml = ""]) => parse(yaml));

describe("docs/CLI.md", () => {
	test("has lines for GitHub that give the action what it needs", async () => {
		const { jobs } = workflow.parse(github);
		const [used, ...others] = Object.values(jobs).flatMap(({ steps }) =>
			steps.filter(({ uses }) => uses?.includes("actions/scan@")),
		);
		expect(others).toEqual([]);
		const { inputs } = await readAction(".github/actions/scan");
		expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(used?.with ?? {})));
		expect(used?.with).toMatchObject({ token: expect.stringMatching(/^\$\{\{ secrets\.\w+ \}\}$/) });
	});

	test("has lines for GitLab that keep both files also when the job fails", () => {
		expect(more).toEqual([]);
		const { scan } = z
			.object({
				scan: z.object({
					image: z.string(),
					script: z.array(z.string()),
					artifacts: z.object({
						when: z.literal("always"),
						paths: z.array(z.string()),
						reports: z.object({ junit: z.string() }),
					}),
				}),
			})
			.parse(gitlab);
		const script = scan.script.join("\n");
		expect(script).toContain(`--junit ${scan.artifacts.reports.junit}`);
		expect(script).toContain(`--sarif ${scan.artifacts.paths[0]}`);
		expect(script).not.toMatch(/TOKEN|plb_/);
	});
});

test("code scanning gets open findings alone, at paths", () => {
	const result = (uri: string, more = {}) => ({
		locations: [{ physicalLocation: { artifactLocation: { uri } } }],
		partialFingerprints: { "plumblineFingerprint/v1": uri },
		baselineState: "unchanged",
		...more,
	});
	const shown = forCodeScanning({
		runs: [
			{
				results: [
					result("https://example.com:443/a/b"),
					result("http://example.com:8080/"),
					result("tcp://[::1]:22"),
					result("dns:example.com"),
					result("https://fixed.example.com:443", { baselineState: "absent" }),
					result("https://accepted.example.com:443", { suppressions: [{ kind: "external" }] }),
				],
			},
		],
	});
	const places = shown.runs[0]?.results.map((one) => one.locations[0]?.physicalLocation.artifactLocation.uri);
	expect(places).toEqual(["example.com/a/b", "example.com_8080", "__1_22", "example.com"]);
	expect(shown.runs[0]?.results[0]).toMatchObject({
		partialFingerprints: { primaryLocationLineHash: "https://example.com:443/a/b" },
	});
});
