// Compares our outbox with workbox-background-sync: same browser, same server, one run. Prints the table and, for a whole run, writes it
// to docs/BENCHMARKS.md. A lost or duplicated entry of ours ends with exit code 1; timing never does.
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { ensureChromium } from "../../../scripts/browser.ts";
import { buildScript } from "../build-script.ts";
import { writeSection } from "../write-section.ts";
import { createBench, FAR, LATENCY_MS, type Library, NEAR } from "./bench.ts";
import { type Results, renderResults } from "./render-results.ts";

const WHOLE = 1000;
/** Set a lower number while developing; then nothing is written. */
const count = Number(process.env.BENCH_ENTRIES ?? WHOLE);
const libraries: Library[] = ["workbox", "outbox"];

const profile = await mkdtemp(join(tmpdir(), "plumbline-bench-"));
const context = await chromium.launchPersistentContext(profile, {
	executablePath: ensureChromium(),
	args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-sync"],
});
const bench = createBench(context, {
	worker: await buildScript("outbox/worker"),
	page: await buildScript("outbox/page"),
});

async function each<T>(what: string, measure: (library: Library) => Promise<T>): Promise<Record<Library, T>> {
	const results = {} as Record<Library, T>;
	for (const library of libraries) {
		results[library] = await measure(library);
		console.log(`${what}, ${library}: done`);
	}
	return results;
}

// The first run always includes a cold browser.
await each("warm-up", (library) => bench.speed(library, 20, NEAR));
const results: Results = {
	count,
	machine: `${availableParallelism()} cores (${cpus()[0]?.model ?? "unknown"}), Chromium ${context.browser()?.version()}`,
	near: await each("no latency", (library) => bench.speed(library, count, NEAR)),
	far: await each(`${LATENCY_MS} ms`, (library) => bench.speed(library, count, FAR)),
	// Workbox only supports single requests, so it has already been measured.
	singles: await bench.speed("outbox", count, { ...FAR, batches: false }),
	killed: await each("killed", (library) => bench.killed(library, Math.min(count, 300))),
	alone: await bench.alone(Math.min(count, 500)),
	bare: await bench.paged(Math.min(count, 500), "bare"),
	crowded: await bench.paged(Math.min(count, 500), "crowded"),
	unwell: await each("503", (library) => bench.unwell(library, Math.min(count, 300))),
};
await context.close();
await rm(profile, { recursive: true, force: true });

const text = renderResults(results);
console.log(`\n${text}`);
if (count === WHOLE) await writeSection("docs/BENCHMARKS.md", "outbox", text);

const { near, far, singles, alone, bare, crowded, killed, unwell } = results;
const ours = [near.outbox, far.outbox, singles, alone, bare, crowded, killed.outbox, unwell.outbox];
const isWrong = ours.some(({ lost, doubled }) => lost + doubled > 0);
if (isWrong) console.error("The outbox has lost or doubled entries.");
process.exit(isWrong ? 1 : 0);
