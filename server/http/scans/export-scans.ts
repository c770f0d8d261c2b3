import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { SCAN_CSV_HEAD, scanCsvLine } from "#contract/scan-csv.ts";
import type { ScanSummary } from "#contract/scans.ts";
import { addOperation } from "../operation.ts";
import type { ScanParts } from "./scan-parts.ts";

const MEDIA_TYPES = { csv: "text/csv; charset=utf-8", json: "application/json; charset=utf-8" };

/** `scans/export/`: read and written some at a time, so that a long list needs no more memory than a short one. */
export function addExportScans(app: FastifyInstance, { reader, readSession }: ScanParts): void {
	addOperation(app, OPERATIONS.exportScans, { readSession }, async ({ identity, query, reply }) => {
		const { format, ...filter } = query;
		const batches = reader.batches(identity.accountId, filter);
		const day = new Date().toISOString().slice(0, 10);
		reply.header("Content-Disposition", `attachment; filename="scans-${day}.${format}"`);
		reply.type(MEDIA_TYPES[format]);
		return reply.send(Readable.from(format === "csv" ? asCsv(batches) : asJson(batches)));
	});
}

async function* asCsv(batches: AsyncGenerator<ScanSummary[]>): AsyncGenerator<string> {
	yield SCAN_CSV_HEAD;
	for await (const scans of batches) {
		if (scans.length > 0) yield scans.map(scanCsvLine).join("");
	}
}

async function* asJson(batches: AsyncGenerator<ScanSummary[]>): AsyncGenerator<string> {
	let before = "[\n";
	for await (const scans of batches) {
		if (scans.length === 0) continue;
		yield before + scans.map((scan) => JSON.stringify(scan)).join(",\n");
		before = ",\n";
	}
	yield before === "[\n" ? "[]\n" : "\n]\n";
}
