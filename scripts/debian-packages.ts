import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const APT_GET = "/usr/bin/apt-get";

/** Installs packages of Debian's or Ubuntu's. False if that is not for us to do: on another system, or not as root. */
export function installPackages(...names: readonly string[]): boolean {
	if (process.getuid?.() !== 0 || !existsSync(APT_GET)) return false;
	const run = (...args: string[]) => spawnSync(APT_GET, args, { stdio: "inherit" }).status === 0;
	if (run("update", "-q")) run("install", "-y", "-q", "--no-install-recommends", ...names);
	return true;
}
