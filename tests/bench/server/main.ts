// How much the server can take: `npm run bench:server` runs every part, `npm run bench:server -- accept` one of them. Each part starts
// its own PostgreSQL and server processes, prints its section and writes it to docs/BENCHMARKS.md.
import { writeSection } from "../write-section.ts";
import { measureAccept } from "./accept.ts";
import { measureAudit } from "./audit.ts";
import { measureControls } from "./controls.ts";
import { measureCostly } from "./costly.ts";
import { measureGrowth } from "./growth.ts";
import { measureMetrics } from "./metrics.ts";
import { measurePages } from "./pages.ts";
import { measureScans } from "./scans.ts";
import { measureStreams } from "./streams.ts";
import { measureWorkers } from "./workers.ts";
import { measureWorkspaces } from "./workspaces.ts";

/** Each returns its section as Markdown. */
const PARTS: Record<string, () => Promise<string>> = {
	accept: measureAccept,
	audit: measureAudit,
	controls: measureControls,
	costly: measureCostly,
	growth: measureGrowth,
	metrics: measureMetrics,
	pages: measurePages,
	scans: measureScans,
	streams: measureStreams,
	workers: measureWorkers,
	workspaces: measureWorkspaces,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) {
	console.error(`There is no part "${unknown[0]}". Parts: ${Object.keys(PARTS).join(", ")}.`);
	process.exit(2);
}

for (const [name, measure] of Object.entries(PARTS)) {
	if (asked.length > 0 && !asked.includes(name)) continue;
	const text = await measure();
	console.log(`\n${text}`);
	// A shorter run is for developing.
	if (process.env.BENCH_SECONDS === undefined) await writeSection("docs/BENCHMARKS.md", `server-${name}`, text);
}
