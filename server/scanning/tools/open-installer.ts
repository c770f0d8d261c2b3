import { join } from "node:path";
import type { ToolKind } from "#contract/kinds/kinds.ts";
import { every } from "#server/platform/jobs/every.ts";
import type { Config } from "#server/platform/settings/config.ts";
import type { Engines } from "../engines/engine.ts";
import { toolsFolder } from "../engines/engine-settings.ts";
import type { Installing } from "../engines/tool-state.ts";
import { createInstaller, type Installer } from "./installer.ts";
import { takeLock } from "./lock.ts";
import { openMemory } from "./memory.ts";
import { createRecipes } from "./recipes.ts";
import { removeLeftovers, unlinkTool } from "./stage.ts";
import type { Privilege } from "./system-packages.ts";

type InstallingDeps = {
	config: Config;
	engines: Pick<Engines, ToolKind>;
	/** Receives what will be done and how it ended. */
	say: (text: string) => void;
	now: () => Date;
	onError: (error: unknown) => void;
};

type Round = {
	privilege: Privilege;
	/** Whether to wait after a failure before trying again. */
	isPatient: boolean;
	signal: AbortSignal;
	onChange: () => void;
};

/** An installer for this machine, with its memory and its lock in VAR_DIR. */
export function openInstaller({ config, ...deps }: InstallingDeps, { privilege, ...round }: Round): Installer {
	const folder = toolsFolder(config);
	return createInstaller({
		...deps,
		...round,
		recipes: createRecipes(config, privilege),
		memory: openMemory(join(folder, "installed.json")),
		takeLock: () => takeLock(join(folder, "lock")),
		removeLeftovers: () => removeLeftovers(folder),
		remove: (kind) => unlinkTool(folder, kind),
	});
}

/** What the server installs on its own: nothing before `begin`, and nothing at all with ENGINES=off. */
export function openInstalling(deps: InstallingDeps): {
	state: Installing;
	/** Installs tools now and checks again from time to time. The function it returns stops this and waits for what is running. */
	begin(everyMs: number, onChange: () => void): () => Promise<void>;
} {
	if (deps.config.ENGINES === "off") {
		// What the operator has set is theirs to look after, and its own reason says more.
		const ours = new Set(createRecipes(deps.config, "nobody").map(({ kind }) => kind));
		return { state: (kind) => (ours.has(kind) ? "off" : undefined), begin: () => async () => {} };
	}
	const ending = new AbortController();
	let tell = () => {};
	const installer = openInstaller(deps, {
		// Never with sudo: nobody is there to approve it.
		privilege: process.getuid?.() === 0 ? "root" : "nobody",
		isPatient: true,
		signal: ending.signal,
		onChange: () => tell(),
	});
	return {
		state: installer.state,
		begin(everyMs, onChange) {
			tell = onChange;
			const adding = every(everyMs, installer.round, deps.onError);
			return async () => {
				ending.abort();
				await (await adding).stop();
			};
		},
	};
}
