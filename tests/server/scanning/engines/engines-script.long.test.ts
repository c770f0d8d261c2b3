import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { type StandInMachine, standInMachine } from "../../../support/engines/stand-in-machine.ts";

const isRoot = process.getuid?.() === 0;

/** `npm run engines` on its own machine. */
async function engines({ bin, varDir }: StandInMachine): Promise<{ code: number; output: string }> {
	const env = { PATH: bin, VAR_DIR: varDir, HOME: varDir };
	try {
		const { stdout } = await promisify(execFile)(process.execPath, ["scripts/engines.ts"], { env });
		return { code: 0, output: stdout };
	} catch (error) {
		const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
		return { code, output: stdout + stderr };
	}
}

test("what can be installed is installed, what cannot is reported, and a second run does nothing", async () => {
	const machine = await standInMachine({ failing: "wapiti" });
	const first = await engines(machine);
	expect(first.output).toContain("Adding what is missing");
	expect(first.output).toContain("SSLyze 6.3.1 is installed.\n");
	expect(first.output).toContain("sslyze 6.3.1 is there.\n");
	expect(first.output).toContain("Wapiti could not be installed. No matching distribution for wapiti.");
	expect(first.output).toContain("ZAP is downloaded only from an address that you set. Set ZAP_ARCHIVE");
	expect(first.output).toContain(isRoot ? "nmap 7.93 is there." : "sudo apt-get");
	// Something is still missing, and a script that calls this needs to know.
	expect(first.code).toBe(1);

	// When a person asks for it, there is no wait after a failure.
	const tries = async () => (await machine.calls()).filter((call) => call.endsWith("/wapiti.txt")).length;
	expect(await tries()).toBe(1);
	const second = await engines(machine);
	expect(second.output).not.toContain("SSLyze into");
	expect(await tries()).toBe(2);
});
