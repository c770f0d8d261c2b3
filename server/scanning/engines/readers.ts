import { createOffLoop, type GaveUp, type OffLoop } from "#server/platform/off-loop/off-loop.ts";
import { replaceEolTable } from "../software/table.ts";
import { allowedPaths, readRobots } from "./baseline/gather/crawl/robots.ts";
import { readSitemap } from "./baseline/gather/crawl/sitemap.ts";
import { matchFile } from "./baseline/gather/web/match-file.ts";
import { readPage } from "./baseline/gather/web/read-page.ts";
import { lookAtPart } from "./baseline/look.ts";
import { lookAtServices } from "./nmap/look.ts";
import { readNmapXml } from "./nmap/read-xml.ts";
import { lookAtSslyze } from "./sslyze/look.ts";
import { lookAtWapiti } from "./wapiti/look.ts";
import { lookAtZap } from "./zap/look.ts";

/** Everything that reads data from a target, or a tool's output about it: pure functions that run on separate threads. */
export const TASKS = {
	readPage,
	matchFile,
	readRobots,
	allowedPaths,
	readSitemap,
	lookAtPart,
	readNmapXml,
	lookAtServices,
	lookAtSslyze,
	lookAtWapiti,
	lookAtZap,
	/** Each thread has its own copy of the table. */
	replaceEolTable,
};

export type Readers = OffLoop<typeof TASKS>;

/** The readers for one scan: once something from its target exceeds a limit, nothing more from that target is read. */
export function forOneScan(readers: Readers): Readers["run"] {
	let spent: GaveUp | undefined;
	return async (task, ...given) => {
		if (spent) return spent;
		const done = await readers.run(task, ...given);
		if (done.status === "gave-up") spent = done;
		return done;
	};
}

export const createReaders = (): Readers => createOffLoop<typeof TASKS>({ module: new URL(import.meta.url) });
