import type { Logger } from "pino";
import type { Passwords } from "#server/identity/accounts/passwords/passwords.ts";
import type { GeneralDeps } from "#server/platform/base.ts";
import type { TxtRecords } from "#server/platform/outgoing/txt-records.ts";
import type { Engines } from "#server/scanning/engines/engine.ts";
import type { Readers } from "#server/scanning/engines/readers.ts";
import type { EngineDeps } from "#server/scanning/engines/registry.ts";
import type { StartPractice } from "#server/scanning/targets/open-practice.ts";
import type { FetchFile } from "#server/scanning/targets/ownership/fetch-file.ts";
import type { WorkerProcess } from "./worker-process/worker-process.ts";

/** What the program needs besides its settings. Tests pass their own. */
export type AppDeps = GeneralDeps & {
	log: Logger;
	passwords: Passwords;
	/** Looks for proof that a host belongs to an account. */
	txtRecords: TxtRecords;
	fetchFile: FetchFile;
	createEngines: (deps: EngineDeps) => Engines;
	/** The threads that read everything a target sends. */
	createReaders: () => Readers;
	startPractice: StartPractice;
	/** Runs the jobs of a server with both roles; without it they run in this process. */
	workerProcess?: WorkerProcess;
	/** The built pages; undefined if they are not built. */
	dist: string | undefined;
};
