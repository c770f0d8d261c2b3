import { existsSync } from "node:fs";
import { join } from "node:path";
import { createPasswords } from "./accounts/passwords/passwords.ts";
import type { AppDeps } from "./app-deps.ts";
import type { Config } from "./config.ts";
import { createReaders } from "./engines/readers.ts";
import { createEngines } from "./engines/registry.ts";
import { createLogger } from "./logger.ts";
import { startPractice } from "./practice/practice.ts";
import { fetchFile } from "./targets/ownership/fetch-file.ts";
import { systemTxtRecords } from "./targets/ownership/txt-records.ts";
import { systemResolver } from "./targets/resolver.ts";
import { TIMINGS } from "./timings.ts";

const DIST = join(import.meta.dirname, "..", "dist");

/** The product's own parts, for each of its processes. */
export const createProductDeps = ({ LOG_LEVEL }: Pick<Config, "LOG_LEVEL">): AppDeps => ({
	log: createLogger(LOG_LEVEL),
	now: () => new Date(),
	passwords: createPasswords(),
	resolver: systemResolver,
	txtRecords: systemTxtRecords,
	fetchFile,
	createEngines,
	createReaders() {
		const readers = createReaders();
		// Now, while no request is waiting for it.
		readers.begin();
		return readers;
	},
	startPractice,
	dist: existsSync(join(DIST, "index.html")) ? DIST : undefined,
	timings: TIMINGS,
	say: (text) => console.log(text),
});
