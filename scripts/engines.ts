// Installs the scan tools right away, as far as this machine allows: `npm run engines`. The server does the same by itself after it
// has started. This script does not wait after a failure, and uses sudo if that needs no password. Safe to repeat. It fails if a
// tool is still missing at the end: any tool, or any of those named as arguments.
import { spawnSync } from "node:child_process";
import { createGuard } from "../server/platform/outgoing/guard.ts";
import { createPolicy } from "../server/platform/outgoing/policy.ts";
import { systemResolver } from "../server/platform/outgoing/resolver.ts";
import { readConfig } from "../server/platform/settings/config.ts";
import { engineSettings } from "../server/scanning/engines/engine-settings.ts";
import { createEngines } from "../server/scanning/engines/registry.ts";
import { toolStateOf } from "../server/scanning/engines/tool-state.ts";
import { openInstaller } from "../server/scanning/tools/open-installer.ts";
import type { Privilege } from "../server/scanning/tools/system-packages.ts";

function privilege(): Privilege {
	if (process.getuid?.() === 0) return "root";
	return spawnSync("sudo", ["-n", "true"], { stdio: "ignore" }).status === 0 ? "sudo" : "nobody";
}

const config = readConfig(process.env);
const guard = createGuard({ policy: createPolicy({ allow: "", practicePorts: [] }), resolver: systemResolver });
const engines = createEngines({ guard, userAgent: "", ...engineSettings(config) });
const ending = new AbortController();
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => ending.abort());

const installer = openInstaller(
	{
		config,
		engines,
		say: (text) => console.log(text),
		now: () => new Date(),
		onError: (error) => console.error(error),
	},
	{ privilege: privilege(), isPatient: false, signal: ending.signal, onChange: () => {} },
);
await installer.round();

const wanted = process.argv.slice(2);
let missing = 0;
for (const { kind, tool, detect } of Object.values(engines)) {
	if (kind === "combined") continue;
	const state = toolStateOf(await detect(), installer.state(kind));
	if (state.status === "available") console.log(`${tool} ${state.version} is there.`);
	else {
		if (wanted.length === 0 || wanted.includes(kind)) missing++;
		if (state.status === "missing") console.log(`${state.why} ${state.remedy ?? ""}`.trim());
		else if (state.status === "installing" && !ending.signal.aborted)
			console.log(`${tool} is being installed by another process.`);
	}
}
process.exit(missing === 0 ? 0 : 1);
