import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { createPasswords } from "#server/identity/accounts/passwords/passwords.ts";
import { systemResolver } from "#server/platform/outgoing/resolver.ts";
import { systemTxtRecords } from "#server/platform/outgoing/txt-records.ts";
import type { Config } from "#server/platform/settings/config.ts";
import { TIMINGS } from "#server/platform/settings/timings.ts";
import { createLogger } from "#server/platform/watch/logger.ts";
import { createReaders } from "#server/scanning/engines/readers.ts";
import { createEngines } from "#server/scanning/engines/registry.ts";
import { startPractice } from "#server/scanning/practice/practice.ts";
import { fetchFile } from "#server/scanning/targets/ownership/fetch-file.ts";
import type { AppDeps } from "./app-deps.ts";

const PRODUCT = join(import.meta.dirname, "../..");

/** The product's own parts, for each of its processes. */
export const createProductDeps = ({ LOG_LEVEL, PAGES_DIR }: Pick<Config, "LOG_LEVEL" | "PAGES_DIR">): AppDeps => ({
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
	dist: builtPages(resolve(PRODUCT, PAGES_DIR)),
	timings: TIMINGS,
	say: (text) => console.log(text),
});

const builtPages = (folder: string) => (existsSync(join(folder, "index.html")) ? folder : undefined);
