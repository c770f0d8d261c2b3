// Lighthouse on the built product: `npm run lighthouse`. README.md beside this file says what it needs and enforces.
import { mkdir, rm } from "node:fs/promises";
import { cpus } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { measurePage } from "../bench/bytes/measure.ts";
import { writeSection } from "../bench/write-section.ts";
import { type Auditor, startAuditor } from "./auditor.ts";
import { auditedRoutes, type BuiltRoute, builtRoutes, firstOfApp } from "./built-routes.ts";
import { prove } from "./prove.ts";
import { measureBenchmark, slowdownFor } from "./slowdown.ts";
import { scoreTable } from "./table.ts";
import {
	applies,
	belowThresholds,
	CATEGORIES,
	type Category,
	isSettled,
	MOST_TRIES,
	PERFORMANCE_RUNS,
	type RouteScores,
	scoresOf,
	tooBusy,
	wantsAnotherRun,
} from "./thresholds.ts";

const RUNS_OF_ALL = 5;
/** How many pages are audited at once, as long as nothing is timed. */
const WIDTH = 2;
const REPORTS = resolve("test-results/lighthouse");
const OVERVIEW = "/dashboard/overview";

const { values } = parseArgs({
	options: {
		all: { type: "boolean", default: false },
		only: { type: "string" },
		categories: { type: "string", default: CATEGORIES.join(",") },
		prove: { type: "boolean", default: false },
	},
});
const dist = resolve("dist");
const categories = CATEGORIES.filter((category) => values.categories.split(",").includes(category));

/** The routes whose performance is enforced: the landing page, the public page with the most bytes, the overview. */
async function gatedRoutes(routes: BuiltRoute[]): Promise<string[]> {
	const others = routes.filter(({ path }) => path !== "/" && path !== OVERVIEW);
	const weights = await Promise.all(
		others.map(async ({ path }) => {
			const { html, script, fonts, pictures } = await measurePage(dist, path);
			return { path, bytes: html + script + fonts + pictures };
		}),
	);
	const heaviest = weights.toSorted((a, b) => b.bytes - a.bytes)[0];
	return ["/", OVERVIEW, ...(heaviest ? [heaviest.path] : [])];
}

async function measure(): Promise<string[]> {
	const built = await builtRoutes(dist);
	const audited = auditedRoutes(built);
	const gated = await gatedRoutes(audited);
	const functional = categories.filter((category) => category !== "performance");
	const timed = categories.filter((category) => category === "performance");
	const chosen = audited
		.filter(({ path }) => values.only === undefined || values.only.split(",").includes(path))
		.filter(({ path }) => functional.length > 0 || values.all || gated.includes(path));
	if (chosen.length === 0) throw new Error(`None of the audited routes: ${audited.map(({ path }) => path).join(" ")}`);
	const folderOf = (wanted: Category[]) => join(REPORTS, wanted === timed ? "performance" : "pages");
	// In CI, one run audits the pages and another one times them: neither removes what the other one wrote.
	for (const wanted of [functional, timed].filter(({ length }) => length > 0)) {
		await rm(folderOf(wanted), { recursive: true, force: true });
		await mkdir(folderOf(wanted), { recursive: true });
	}

	const results: RouteScores[] = chosen.map((route) => ({
		path: route.path,
		indexable: route.indexable,
		asksPwa: values.all || firstOfApp(route, chosen),
		runs: [],
	}));

	/** Audits a page; its scores are one run more of the route. */
	const audit = async (auditor: Auditor, route: RouteScores, wanted: Category[], round: number, slowdown?: number) => {
		const asked = wanted.filter((category) => applies(route, category));
		if (asked.length === 0) return;
		const page = route.path.slice(1).replaceAll("/", "-") || "index";
		const name = `${page}-${round}`;
		// What is the same on every page is tested on the first; the others open only themselves.
		const wholeSite = round === 1 && route === results[0];
		const { scores, failed, share } = await auditor.audit({
			path: route.path,
			categories: asked,
			routes: wholeSite ? built.map(({ path }) => path) : [route.path],
			wholeSite,
			...(slowdown !== undefined && { slowdown }),
			file: join(folderOf(wanted), name),
		});
		route.runs.push(scores);
		const timedBy =
			wanted === timed ? `: ${share === null ? "too little" : Math.round(share * 100)} % of a processor` : "";
		console.log(`${name}${timedBy}${failed.length > 0 ? `: ${failed.join(", ")}` : ""}`);
	};

	const first = startAuditor();
	const others = Array.from({ length: WIDTH - 1 }, startAuditor);
	try {
		for (let round = 1; round <= (values.all ? RUNS_OF_ALL : 1); round++) {
			const waiting = results.values();
			const work = async (auditor: Auditor) => {
				for (const route of waiting) await audit(auditor, route, functional, round);
			};
			// Wait for all of them first: closing one in the middle of an audit would report that instead of what went wrong.
			const ends = await Promise.allSettled([first, ...others].map(work));
			const failed = ends.find((end) => end.status === "rejected");
			if (failed) throw failed.reason;
		}
	} finally {
		await Promise.all(others.map(({ close }) => close()));
	}
	try {
		// With no other audit running. Other work on the machine is taken out of the times (`processor-share.ts`).
		const held = timed.length > 0 ? results.filter(({ path }) => values.all || gated.includes(path)) : [];
		const benchmarkIndex = held.length > 0 ? measureBenchmark() : 0;
		const slowdown = slowdownFor(benchmarkIndex);
		const least = values.all ? RUNS_OF_ALL : PERFORMANCE_RUNS;
		for (const route of held) {
			const scores = () => scoresOf(route, "performance");
			const wanted = () => wantsAnotherRun(scores(), least) && (values.all || !isSettled(scores()));
			for (let round = 1; round <= MOST_TRIES && wanted(); round++) {
				await audit(first, route, timed, round, slowdown);
			}
			console.log(
				`   ${scores().join(" ")}, at a benchmark index of ${benchmarkIndex}: a processor ${slowdown} × slower`,
			);
		}
	} finally {
		await first.close();
	}
	const table = scoreTable(results, categories);
	console.log(`\n${table}\n`);
	for (const { path } of results.filter(tooBusy)) {
		console.warn(`${path}: performance was not judged, since this machine was too busy to time it.`);
	}
	if (values.all) await writeSection("docs/BENCHMARKS.md", "lighthouse", section(table));
	return belowThresholds(results, categories, gated);
}

const section = (table: string) => `## Lighthouse

Lighthouse 13 with its five categories and \`pwa\`, our own (\`tests/lighthouse\`): mobile, simulated slow network, every run in a
browser that has never seen the page (\`npm run lighthouse -- --all\`). The median of ${RUNS_OF_ALL} runs, and of up to seven in performance where
those differ much; in parentheses the worst one where it differs. SEO is left out where a page is kept out of search engines.

${table}

- Machine: ${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}). A shared machine: performance moves by a few points with its load, the rest does not.`;

const problems = values.prove ? await prove(dist, values.only) : await measure();
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
