// Lighthouse over the built product: `npm run lighthouse`. README.md beside this file says what it takes and holds.
import { mkdir, rm, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { measurePage } from "../bench/bytes/measure.ts";
import { writeSection } from "../bench/write-section.ts";
import { startProduct } from "../e2e/kit.ts";
import { auditPage, failedAudits } from "./audit-page.ts";
import { auditedRoutes, type BuiltRoute, builtRoutes } from "./built-routes.ts";
import { productQueue } from "./product-queue.ts";
import { prove } from "./prove.ts";
import { scoreTable } from "./table.ts";
import { applies, belowThresholds, CATEGORIES, PERFORMANCE_RUNS, type RouteScores } from "./thresholds.ts";

const RUNS_OF_ALL = 5;
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

/** The routes whose performance is held: the landing page, the public page with the most bytes, the overview. */
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
	const chosen = audited.filter(({ path }) => values.only === undefined || values.only.split(",").includes(path));
	if (chosen.length === 0) throw new Error(`None of the audited routes: ${audited.map(({ path }) => path).join(" ")}`);
	await rm(REPORTS, { recursive: true, force: true });
	await mkdir(REPORTS, { recursive: true });

	const product = await startProduct();
	const settings = {
		routes: built.map(({ path }) => path),
		offlinePage: "/offline.html",
		changeWorker: (changed: boolean) => {
			product.line.workerSuffix = changed ? "\n// changed" : "";
		},
		queue: productQueue(`http://localhost:${product.practicePort}/`),
	};
	const results: RouteScores[] = chosen.map((route) => ({ ...route, runs: [] }));
	const rounds = values.all ? RUNS_OF_ALL : PERFORMANCE_RUNS;
	try {
		for (let round = 1; round <= rounds; round++) {
			for (const route of results) {
				const wanted = categories.filter(
					(category) =>
						applies(route, category) &&
						(values.all || round === 1 || (category === "performance" && gated.includes(route.path))),
				);
				if (wanted.length === 0) continue;
				const { result, html, json } = await auditPage(product.url + route.path, wanted, settings);
				route.runs.push(Object.fromEntries(wanted.map((id) => [id, result.categories[id]?.score ?? null])));
				const file = join(REPORTS, `${route.path.slice(1).replaceAll("/", "-") || "index"}-${round}`);
				await Promise.all([writeFile(`${file}.html`, html), writeFile(`${file}.json`, json)]);
				const said = wanted.flatMap((id) => (id === "performance" ? [] : failedAudits(result, id)));
				console.log(`${route.path} (${round}/${rounds})${said.length > 0 ? `: ${said.join(", ")}` : ""}`);
			}
		}
	} finally {
		await product.close();
	}
	const table = scoreTable(results, categories);
	console.log(`\n${table}\n`);
	if (values.all) await writeSection("docs/BENCHMARKS.md", "lighthouse", section(table));
	return belowThresholds(results, categories, gated);
}

const section = (table: string) => `## Lighthouse

Lighthouse 13 with its five categories and \`pwa\`, our own (\`tests/lighthouse\`): mobile, simulated slow network, every run in a
browser that has never seen the page (\`npm run lighthouse -- --all\`). The median of ${RUNS_OF_ALL} runs; in parentheses the worst one
where it differs. SEO is left out where a page is kept out of search engines.

${table}

- Machine: ${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}). A shared machine: performance moves by a few points with its load, the rest does not.`;

const problems = values.prove ? await prove(dist, values.only) : await measure();
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
