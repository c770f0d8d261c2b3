import type { FastifyInstance } from "fastify";
import { addChangeScan } from "./change-scan.ts";
import { addEngines } from "./engines.ts";
import { addExportScans } from "./export-scans.ts";
import { addListScans } from "./list-scans.ts";
import { addReadScan } from "./read-scan.ts";
import type { ScanParts } from "./scan-parts.ts";
import { addStartScans } from "./start-scans.ts";
import { addWatchScans } from "./watch-scans.ts";

/** Everything about scans and what runs them. */
export function addScans(app: FastifyInstance, parts: ScanParts): void {
	addStartScans(app, parts);
	addListScans(app, parts);
	addReadScan(app, parts);
	addChangeScan(app, parts);
	addExportScans(app, parts);
	addWatchScans(app, parts);
	addEngines(app, parts);
}
