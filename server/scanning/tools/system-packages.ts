import { onPath } from "./on-path.ts";
import type { InstallJob, Outcome, Plan } from "./recipe.ts";
import { runStep } from "./run-step.ts";

/**
 * Who may install system packages: `root` if this process itself is root; `sudo` if a person started us by hand and needs no password;
 * otherwise `nobody`.
 */
export type Privilege = "root" | "sudo" | "nobody";

type Manager = {
	program: string;
	install: readonly string[];
	/** Updates the package lists first, if the manager needs that; if it fails, the installation reports it. */
	refresh?: readonly string[];
	/** Repairs what a killed installation left half-done. */
	repair?: [program: string, ...args: string[]];
	/** The manager's package names where they differ from ours. */
	names?: Record<string, string>;
	/** Runs as an ordinary user, in that user's own folder. */
	ownFolder?: boolean;
};

/** Each one checks the signatures of what it installs. */
const MANAGERS: readonly Manager[] = [
	{
		program: "apt-get",
		refresh: ["-q", "update"],
		install: ["-q", "install", "--yes", "--no-install-recommends"],
		repair: ["dpkg", "--configure", "-a"],
	},
	{ program: "dnf", install: ["install", "-y", "-q"], names: { "python3-venv": "python3" } },
	{ program: "apk", install: ["add", "--quiet"], names: { "python3-venv": "python3" } },
	{ program: "pacman", install: ["-S", "--noconfirm"], names: { "python3-venv": "python" } },
	{ program: "brew", install: ["install"], names: { "python3-venv": "python" }, ownFolder: true },
];

const REFRESH_MS = 5 * 60_000;
const INSTALL_MS = 15 * 60_000;

export type SystemPackages = {
	/** How to get this package. Looks for the programs again each time. */
	plan(
		wanted: string,
	): Promise<
		| { possible: true; command: string; install(job: InstallJob): Promise<Outcome> }
		| { possible: false; remedy: string | null }
	>;
};

export function createSystemPackages(privilege: Privilege): SystemPackages {
	return {
		async plan(wanted) {
			for (const manager of MANAGERS) {
				const path = await onPath(manager.program);
				if (path === undefined) continue;
				const name = manager.names?.[wanted] ?? wanted;
				const command = [manager.program, ...manager.install, name].join(" ");
				// Homebrew refuses to run as root.
				const allowed = manager.ownFolder ? privilege === "sudo" : privilege !== "nobody";
				if (!allowed) return { possible: false, remedy: manager.ownFolder ? command : `sudo ${command}` };
				const asRoot = privilege === "sudo" && !manager.ownFolder;
				return { possible: true, command, install: (job) => install({ manager, path, name, asRoot }, job) };
			}
			return { possible: false, remedy: null };
		},
	};
}

async function install(
	{ manager, path, name, asRoot }: { manager: Manager; path: string; name: string; asRoot: boolean },
	{ signal, interrupted }: InstallJob,
): Promise<Outcome> {
	const run = async (program: string, args: readonly string[], timeMs: number) => {
		const sudo = asRoot ? await onPath("sudo") : undefined;
		const [file, all] = sudo === undefined ? [program, args] : [sudo, ["-n", program, ...args]];
		return runStep({ file, args: all, env: { DEBIAN_FRONTEND: "noninteractive" }, signal, timeMs });
	};
	if (interrupted && manager.repair) {
		const [program, ...args] = manager.repair;
		const repairer = await onPath(program);
		if (repairer !== undefined) await run(repairer, args, INSTALL_MS);
	}
	if (manager.refresh) await run(path, manager.refresh, REFRESH_MS);
	return run(path, [...manager.install, name], INSTALL_MS);
}

/** Nmap, from the system's packages. */
export async function planNmap(packages: SystemPackages): Promise<Plan> {
	const found = await packages.plan("nmap");
	if (found.possible) {
		return {
			possible: true,
			says: `Nmap for the whole system, by ${found.command}`,
			pin: found.command,
			aboutMs: 60_000,
			install: found.install,
		};
	}
	return found.remedy === null
		? {
				possible: false,
				why: "Nmap is not installed, and this machine has none of the package managers we know.",
				remedy: "Get it from https://nmap.org/download, and set NMAP_PATH if it is not on PATH.",
			}
		: {
				possible: false,
				why: "Nmap comes from the system's packages, which only root may install.",
				remedy: found.remedy,
			};
}
