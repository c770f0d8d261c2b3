import { execFile } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { scratchFolder } from "../support/scratch-folder.ts";
import { shellTool } from "../support/shell-tool.ts";

/** `npm run engines` on a machine of its own: what is on its PATH, and nothing else. */
async function engines(path: string, varDir: string): Promise<{ code: number; output: string }> {
	const env = { PATH: path, VAR_DIR: varDir, HOME: varDir };
	try {
		const { stdout } = await promisify(execFile)(process.execPath, ["scripts/engines.ts"], { env });
		return { code: 0, output: stdout };
	} catch (error) {
		const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
		return { code, output: stdout + stderr };
	}
}

test("what can be added is added, what cannot is said, and a second time nothing is done again", async () => {
	const folder = await scratchFolder("engines");
	const bin = join(folder, "bin");
	const calls = join(folder, "calls");
	await mkdir(bin);
	const start = `PATH="${bin}:/usr/bin:/bin"\necho "$(basename "$0") $*" >> "${calls}"`;
	const writes = (file: string, says: string) =>
		`printf '#!/bin/sh\\necho "${says}"\\n' > "${file}" && chmod 755 "${file}"`;
	await shellTool(bin, "sudo", `${start}\nshift\nexec "$@"`);
	const nmap = writes(join(bin, "nmap"), "Nmap version 7.93 ( https://nmap.org )");
	await shellTool(bin, "apt-get", `${start}\n[ "$1" = install ] || exit 0\n${nmap}`);
	const pip = join(folder, "pip");
	await shellTool(
		folder,
		"pip",
		`${start}\nhere=$(dirname "$0")\ncase "$*" in\n*sslyze==*) ${writes("$here/sslyze", "SSLyze version 6.3.1")};;\n*wapiti3==*) ${writes("$here/wapiti", "Wapiti 3.2.3")};;\nesac`,
	);
	await shellTool(bin, "python3", `${start}\n[ "$1" = -m ] || exit 0\nmkdir -p "$3/bin" && cp "${pip}" "$3/bin/pip"`);

	const first = await engines(bin, folder);
	for (const text of [
		"Nmap: nmap is not installed on this machine.",
		"apt-get install -y nmap\nNmap 7.93 is installed.",
		`python3 -m venv ${folder}/tools/sslyze`,
		"SSLyze 6.3.1 is installed.",
		"Wapiti 3.2.3 is installed.",
		"ZAP could not be installed. Get the cross-platform package",
		`${folder}/tools/zap/zap.sh`,
	])
		expect(first.output).toContain(text);
	// Something is missing still, and whoever scripts this is to know.
	expect(first.code).toBe(1);

	const done = await readFile(calls, "utf8");
	const second = await engines(bin, folder);
	expect(second.output).toMatch(
		/^Nmap 7\.93 is there already\.\nSSLyze 6\.3\.1 is there already\.\nWapiti 3\.2\.3 is there already\.\nZAP: /,
	);
	expect(await readFile(calls, "utf8")).toBe(done);
}, 60_000);

test("where nothing can be added each tool has a sentence that says what a person can do", async () => {
	const folder = await scratchFolder("engines");
	const { code, output } = await engines(folder, folder);
	expect(code).toBe(1);
	expect(output).toContain("Nmap could not be installed. Get it from https://nmap.org/download");
	expect(output.match(/It needs Python 3\.10 or later/g)).toHaveLength(2);
	expect(output).toContain("With docker or podman: ZAP_IMAGE=");
}, 60_000);
