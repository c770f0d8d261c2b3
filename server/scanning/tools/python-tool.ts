import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { onPath } from "./on-path.ts";
import type { InstallJob, Outcome, Plan } from "./recipe.ts";
import { runStep } from "./run-step.ts";
import { stage } from "./stage.ts";
import type { SystemPackages } from "./system-packages.ts";

const REQUIREMENTS = join(import.meta.dirname, "requirements");
/** The pinned requirements are for standard CPython 3.10 to 3.14. */
const CHECK = [
	"import sys, importlib.util as u",
	"ok = (3, 10) <= sys.version_info[:2] <= (3, 14) and sys.implementation.name == 'cpython'",
	"print('ready' if ok and u.find_spec('venv') and u.find_spec('ensurepip') else 'bare' if ok else 'other')",
].join("\n");
const NAMES = ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python3.10", "python"];
const CHECK_MS = 20_000;
const VENV_MS = 3 * 60_000;
const INSTALL_MS = 20 * 60_000;

type Options = {
	title: string;
	/** Its name in the tools' folder, and the name of its requirements file. */
	name: string;
	aboutMs: number;
	toolsFolder: string;
	packages: SystemPackages;
};

/** A tool in its own Python environment, built from files that are each pinned by SHA-256. */
export async function planPythonTool(options: Options): Promise<Plan> {
	const { title, name, aboutMs, toolsFolder, packages } = options;
	const pin = await readFile(join(REQUIREMENTS, `${name}.in`), "utf8");
	const python = await findPython();
	const into = `${title} into ${join(toolsFolder, name)}`;
	if (python !== undefined) {
		return {
			possible: true,
			says: into,
			pin,
			aboutMs,
			install: (job) => make(options, python, job),
		};
	}
	const system = await packages.plan("python3-venv");
	if (!system.possible) {
		return {
			possible: false,
			why: `${title} needs Python 3.10 to 3.14 with its venv module, which this machine does not have.`,
			remedy: system.remedy,
		};
	}
	return {
		possible: true,
		says: `${into}, after ${system.command} for the whole system`,
		pin,
		aboutMs: aboutMs + 60_000,
		async install(job) {
			const added = await system.install(job);
			if (!added.ok) return added;
			const found = await findPython();
			if (found !== undefined) return make(options, found, job);
			return { ok: false, why: `${title} needs Python 3.10 to 3.14; the system's packages have another version.` };
		},
	};
}

async function findPython(): Promise<string | undefined> {
	const { signal } = new AbortController();
	for (const name of NAMES) {
		const file = await onPath(name);
		if (file === undefined) continue;
		let said = "";
		const onLine = (line: string) => {
			said ||= line.trim();
		};
		await runStep({ file, args: ["-I", "-c", CHECK], signal, timeMs: CHECK_MS, onLine });
		if (said === "ready") return file;
	}
	return undefined;
}

async function make({ name, toolsFolder }: Options, python: string, { signal }: InstallJob): Promise<Outcome> {
	const requirements = (file: string) => ["-r", join(REQUIREMENTS, `${file}.txt`)];
	try {
		await stage(toolsFolder, name, async (folder) => {
			const step = async (file: string, args: string[], timeMs: number) => {
				const end = await runStep({ file, args, signal, timeMs });
				if (!end.ok) throw new StepError(end.why);
			};
			await step(python, ["-I", "-m", "venv", folder], VENV_MS);
			const pip = [
				"-I",
				"-m",
				"pip",
				"--disable-pip-version-check",
				"install",
				"--quiet",
				"--no-input",
				"--no-cache-dir",
			];
			const own = join(folder, "bin", "python");
			await step(own, [...pip, "--require-hashes", "--only-binary", ":all:", ...requirements("build")], INSTALL_MS);
			// Source packages are built with the pinned build tools, not with whatever pip would download for them.
			const build = ["--no-build-isolation", "--use-pep517"];
			await step(own, [...pip, "--require-hashes", ...build, ...requirements(name)], INSTALL_MS);
			return "";
		});
		return { ok: true };
	} catch (error) {
		if (error instanceof StepError) return { ok: false, why: error.message };
		throw error;
	}
}

class StepError extends Error {}
