// A server process for tests that kill it: the real program on its embedded database, quick to notice a dead worker, with
// an engine that never ends if HOLD is set, and otherwise finds nothing at once.
import { startPlumbline } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { createFakeEngine, createFakeEngines } from "../engines/fake-engine.ts";
import { fakeParts } from "./fake-deps.ts";

const engine = createFakeEngine();
engine.hold = process.env.HOLD === "on";
const config = readConfig(process.env);
const running = await startPlumbline(config, fakeParts(config, createFakeEngines(engine)));
process.on("SIGTERM", async () => {
	await running.close();
	process.exit(0);
});
console.log([...running.facts.flat(), `ready at http://127.0.0.1:${running.port}`].join("\n"));
