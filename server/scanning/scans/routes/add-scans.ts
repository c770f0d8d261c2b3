import type { FastifyInstance } from "fastify";
import { addChangeScan } from "./change-scan.ts";
import { addEngines } from "./engines.ts";
import { addListScans } from "./list-scans.ts";
import { addReadScan } from "./read-scan.ts";
import type { ScanRouteDeps } from "./scan-deps.ts";
import { addStartScans } from "./start-scans.ts";
import { addWatchScans } from "./watch-scans.ts";

/** Everything about scans and what runs them. */
export function addScans(app: FastifyInstance, deps: ScanRouteDeps): void {
	addStartScans(app, deps);
	addListScans(app, deps);
	addReadScan(app, deps);
	addChangeScan(app, deps);
	addWatchScans(app, deps);
	addEngines(app, deps);
}
