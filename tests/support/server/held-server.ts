// A server for tests that kill it: the real program in its two processes, on its embedded database, with the parts from held-parts.ts.
import { startPlumbline } from "#server/app/app.ts";
import { createWorkerProcess } from "#server/app/worker-process/worker-process.ts";
import { readConfig } from "#server/platform/settings/config.ts";
import { heldParts, PATIENT } from "./held-parts.ts";

const config = readConfig(process.env);
const parts = heldParts(config);
const workerProcess = createWorkerProcess(new URL("./held-worker.ts", import.meta.url), parts.log, PATIENT);
const running = await startPlumbline(config, { ...parts, workerProcess });
let closed: Promise<void> | undefined;
for (const signal of ["SIGTERM", "SIGINT"] as const) {
	process.on(signal, async () => {
		closed ??= running.close();
		await closed;
		process.exit(0);
	});
}
console.log([...running.facts.flat(), `ready at http://127.0.0.1:${running.port}`].join("\n"));
