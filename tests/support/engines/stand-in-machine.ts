import { access, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scratchFolder } from "../scratch-folder.ts";
import { shellTool } from "./shell-tool.ts";

/** A machine with nothing on its PATH but stand-ins for Python, pip and apt-get: nothing is fetched and nothing installed. */
export type StandInMachine = {
	/** Its PATH: this folder and nothing else. */
	bin: string;
	varDir: string;
	/** From now on pip waits, or continues. */
	holdPip(hold: boolean): Promise<void>;
	/** What was called, one call per line. */
	calls(): Promise<string[]>;
	/** Whether this file is below `VAR_DIR/tools`. */
	hasTool(path: string): Promise<boolean>;
};

type Options = { python?: "ready" | "bare" | "none"; apt?: boolean; failing?: string };

/** `failing`: pip fails with this tool. `bare`: Python without its venv module, until apt-get adds that. */
export async function standInMachine({ python = "ready", apt = true, failing }: Options = {}): Promise<StandInMachine> {
	const folder = await scratchFolder("machine");
	const [bin, varDir, log] = [join(folder, "bin"), join(folder, "var"), join(folder, "calls")];
	const [holding, pythonState] = [join(folder, "hold"), join(folder, "python")];
	for (const one of [bin, varDir]) await mkdir(one, { mode: 0o755 });
	await writeFile(log, "");
	await writeFile(pythonState, `${python}\n`);
	// In one write: several programs may be called at once, and their lines must not mix.
	const start = `PATH="/usr/bin:/bin"\nprintf '%s\\n' "$(echo "$(basename "$0") $*" | tr "\\n" " ")" >> "${log}"`;
	const writes = (file: string, says: string) =>
		`printf '#!/bin/sh\\necho "${says}"\\n' > "${file}" && chmod 755 "${file}"`;
	const pip = (name: string, says: string) =>
		failing === name
			? `*/${name}.txt) echo "No matching distribution for ${name}" >&2; exit 1;;`
			: `*/${name}.txt) ${writes(`$(dirname "$0")/${name}`, says)};;`;
	const script = [
		start,
		'case "$*" in',
		`"-I -c"*) cat "${pythonState}"; exit 0;;`,
		'"-I -m venv "*) mkdir -p "$4/bin" && cp "$0" "$4/bin/python"; exit 0;;',
		"esac",
		`while [ -e "${holding}" ]; do sleep 0.05; done`,
		'case "$*" in',
		pip("sslyze", "SSLyze version 6.3.1"),
		pip("wapiti", "Wapiti 3.2.3"),
		"esac",
	].join("\n");
	if (python !== "none") await shellTool(bin, "python3", script);
	if (apt) {
		const nmap = writes(join(bin, "nmap"), "Nmap version 7.93 ( https://nmap.org )");
		const cases = `case "$*" in\n*install*nmap) ${nmap};;\n*install*python3-venv) echo ready > "${pythonState}";;\nesac`;
		await shellTool(bin, "apt-get", `${start}\n${cases}`);
		await shellTool(bin, "dpkg", start);
	}
	await symlink("/usr/bin/tar", join(bin, "tar"));
	return {
		bin,
		varDir,
		holdPip: async (hold) => {
			await (hold ? writeFile(holding, "") : rm(holding, { force: true }));
		},
		calls: async () => (await readFile(log, "utf8")).split("\n").flatMap((line) => line.trim() || []),
		hasTool: (path) =>
			access(join(varDir, "tools", path)).then(
				() => true,
				() => false,
			),
	};
}
