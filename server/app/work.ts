import { createTransport } from "#server/platform/mail/create-transport.ts";
import { watchTransport } from "#server/platform/mail/watch-transport.ts";
import { scannerUserAgent } from "#server/platform/texts/user-agent.ts";
import { engineSettings } from "#server/scanning/engines/engine-settings.ts";
import { toolsText } from "#server/scanning/engines/tools-text.ts";
import { oldTableText, watchEolTable } from "#server/scanning/software/jobs/watch-eol-table.ts";
import { replaceEolTable } from "#server/scanning/software/table.ts";
import { openInstalling } from "#server/scanning/tools/open-installer.ts";
import type { Areas } from "./areas.ts";
import type { AppBase } from "./base.ts";
import { takeOverOldScans } from "./upkeep/take-over.ts";
import { startWorker } from "./worker.ts";
import { workerParts } from "./worker-parts.ts";

/** Runs jobs in this process. `addTools` starts installing missing scan tools. */
export async function work(base: AppBase, areas: Areas): Promise<{ addTools(): void }> {
	const { config, deps, pool, onClose, tell } = base;
	const { log, timings, now } = deps;
	const { targets } = areas;
	const { publicUrl } = base.origins();

	const transport = watchTransport(createTransport(config));
	onClose(() => transport.close());
	tell("Mail", transport.description);

	const engines = deps.createEngines({
		guard: targets.guard,
		practicePorts: targets.practicePorts,
		...engineSettings(config),
		userAgent: scannerUserAgent(publicUrl),
		onError: (part, error) => log.error({ part, error }, "a part of a scan broke"),
	});
	const readers = deps.createReaders();
	onClose(readers.close);
	const dates = await watchEolTable({
		varDir: config.VAR_DIR,
		everyMs: timings.installMs,
		now,
		use(table) {
			replaceEolTable(table);
			readers.everywhere("replaceEolTable", table);
		},
		warn: (text) => log.warn(text),
	});
	onClose(dates.stop);
	const oldDates = oldTableText(now());
	if (oldDates !== undefined) tell("Old dates", oldDates);
	const installing = openInstalling({
		config,
		engines,
		say: deps.say,
		now,
		onError: (error) => log.warn({ error }, "scan tools could not be installed"),
	});

	const worker = await startWorker(
		workerParts(base, areas, { engines, readers, transport, installation: installing.state }),
	);
	// Running scans are stopped and handed back before the queue waits for them.
	onClose(worker.stop);
	tell("Scan tools", toolsText(worker.found, engines));

	const stop = new AbortController();
	const takingOver = takeOverOldScans(pool, { mergeFindings: areas.mergeFindings, log, stop: stop.signal }).catch(
		base.onDatabaseError,
	);
	onClose(() => {
		stop.abort();
		return takingOver;
	});
	return { addTools: () => onClose(installing.begin(timings.installMs, worker.lookForTools)) };
}
