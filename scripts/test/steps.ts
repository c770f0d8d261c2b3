import { resolve } from "node:path";
import { CATEGORIES } from "../../tests/lighthouse/thresholds.ts";
import { foundFiles, type Selection } from "./found-files.ts";

export const STEP_NAMES = [
	"types",
	"lint",
	"unused",
	"licenses",
	"build",
	"unit",
	"server",
	"e2e",
	"lighthouse",
] as const;

export type Step = {
	/** The name that selects it: `npm test -- lint`. Several steps may share a name. */
	name: (typeof STEP_NAMES)[number];
	title: string;
	args: string[];
	env?: Record<string, string>;
	/** A single check, a list of tests that does not run them, or tests. */
	kind: "check" | "list" | "tests";
	/** The test files that it has to name, if the files on disk are enough to tell. */
	found?: string[];
	/** Whether what it prints is shown when it passes. */
	shown?: boolean;
};

const bin = (path: string) => `node_modules/${path}`;

const check = (name: Step["name"], title: string, args: string[]): Step => ({ name, title, args, kind: "check" });

const KNIP = [bin("knip/bin/knip.js"), "--config", "scripts/knip.ts"];
const TYPES = check("types", "types", [bin("typescript/bin/tsc"), "-b", "--checkers", "1", "--builders", "2"]);
const CHECKS: Step[] = [
	check("lint", "lint and format", [bin("@biomejs/biome/bin/biome"), "check", "--error-on-warnings", "."]),
	check("unused", "unused code", KNIP),
	check("unused", "code that only tests use", [...KNIP, "--production"]),
	check("licenses", "SBOM and licenses", ["scripts/licenses.ts"]),
];
const BUILD = check("build", "build", ["scripts/launch.mjs", "build"]);

const vitest = (name: "unit" | "server", selection: Selection): Step => ({
	name,
	title: `${name} tests`,
	args: [bin("vitest/vitest.mjs"), "run", `--project=${name}*`, "--reporter=./scripts/test/vitest-reporter.ts"],
	env: { TESTS: selection },
	kind: "tests",
	found: foundFiles(name, selection),
});

function playwright(selection: Selection, shard: string | undefined): Step[] {
	const args = [
		bin("@playwright/test/cli.js"),
		"test",
		"--config=tests/playwright.config.ts",
		"--reporter=scripts/test/playwright-reporter.ts",
	];
	// Otherwise each step would compile all tests again, because each has its own temporary folder.
	const kept = { PWTEST_CACHE_DIR: resolve("node_modules/.cache/playwright") };
	const part = shard === undefined ? [] : [`--shard=${shard}`];
	return [
		// A shard, or a choice of tests, does not name every file.
		{
			name: "e2e",
			title: "list of browser tests",
			args: [...args, "--list"],
			env: { ...kept, TESTS: "all" },
			kind: "list",
			found: foundFiles("e2e"),
		},
		{
			name: "e2e",
			title: "browser tests",
			args: [...args, ...part],
			env: { ...kept, TESTS: selection },
			kind: "tests",
		},
	];
}

const isTimed = (category: string) => category === "performance";
const UNTIMED = CATEGORIES.filter((category) => !isTimed(category));

const lighthouse = (title: string, ...options: string[]): Step => ({
	...check("lighthouse", title, ["tests/lighthouse/run.ts", ...options]),
	shown: true,
});

/** The landing page and the dashboard's shell: quick enough for every run. */
const FIRST_PAGES = "/,/dashboard/overview";

const audits = (selection: Selection): Step =>
	selection === "quick"
		? lighthouse("Lighthouse, pwa", "--categories", "pwa", "--only", "/")
		: lighthouse("Lighthouse", "--categories", UNTIMED.join(","));

function timed(selection: Selection): Step {
	const categories = ["--categories", "performance"];
	if (selection === "quick") return lighthouse("Lighthouse, timed", ...categories, "--only", FIRST_PAGES);
	return lighthouse("Lighthouse, timed", ...categories);
}

/** Groups run one after another. Each has lanes that run side by side, and each lane runs its steps one after another. */
export function lanesOf(selection: Selection, shard: string | undefined): Step[][][] {
	const [unit, server] = [vitest("unit", selection), vitest("server", selection)];
	const browser = playwright(selection, shard);
	const last = [[timed(selection)]];
	switch (selection) {
		case "quick":
			return [
				[
					[unit, server],
					[BUILD, TYPES, ...CHECKS, ...browser, audits(selection)],
				],
				last,
			];
		// Some long tests measure time, so the pages come after them.
		case "rest":
			return [[[BUILD]], [[unit, server]], [browser, [audits(selection)]], last];
		case "all":
			return [
				[
					[TYPES, unit, server],
					[BUILD, ...CHECKS],
				],
				[browser, [audits(selection)]],
				last,
			];
	}
}
