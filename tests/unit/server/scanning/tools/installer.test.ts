import { afterEach, expect, test, vi } from "vitest";
import type { ScanKind } from "#contract/scans/scans.ts";
import { createGuard } from "#server/platform/outgoing/guard.ts";
import { createPolicy } from "#server/platform/outgoing/policy.ts";
import { systemResolver } from "#server/platform/outgoing/resolver.ts";
import { readConfig } from "#server/platform/settings/config.ts";
import { engineSettings } from "#server/scanning/engines/engine-settings.ts";
import { createEngines } from "#server/scanning/engines/registry.ts";
import { toolStateOf } from "#server/scanning/engines/tool-state.ts";
import { openInstaller } from "#server/scanning/tools/open-installer.ts";
import type { Privilege } from "#server/scanning/tools/system-packages.ts";
import { type StandInMachine, standInMachine } from "../../../../support/engines/stand-in-machine.ts";

afterEach(() => vi.unstubAllEnvs());

/** One round on this machine, and the resulting state of each tool. */
async function roundOn(
	machine: StandInMachine,
	{ privilege = "nobody", at = "2026-11-22T10:00:00Z" }: { privilege?: Privilege; at?: string } = {},
	env: Record<string, string> = {},
) {
	vi.stubEnv("PATH", machine.bin);
	const config = readConfig({ VAR_DIR: machine.varDir, ...env });
	const guard = createGuard({ policy: createPolicy({ allow: "", practicePorts: [] }), resolver: systemResolver });
	const engines = createEngines({ guard, userAgent: "", ...engineSettings(config) });
	const said: string[] = [];
	const errors: unknown[] = [];
	const installer = openInstaller(
		{
			config,
			engines,
			say: (text) => said.push(text),
			now: () => new Date(at),
			onError: (error) => errors.push(error),
		},
		{ privilege, isPatient: true, signal: new AbortController().signal, onChange: () => {} },
	);
	await installer.round();
	expect(errors).toEqual([]);
	const stateOf = async (kind: Exclude<ScanKind, "combined">) =>
		toolStateOf(await engines[kind].detect(), installer.state(kind));
	return { said, stateOf };
}

test("a failure is reported, remembered across a restart, and tried again at its time", async () => {
	const machine = await standInMachine({ failing: "sslyze" });
	const tries = async () => (await machine.calls()).filter((call) => call.endsWith("/sslyze.txt")).length;
	const first = await roundOn(machine);
	const missing = {
		status: "missing",
		why: "SSLyze could not be installed. No matching distribution for sslyze.",
		remedy: "It will be tried again after 2026-11-22 10:15 UTC, or now with: npm run engines",
	};
	expect(await first.stateOf("sslyze")).toEqual(missing);
	expect(first.said).toContain(missing.why);
	// A failure does not affect the next tool.
	expect(await first.stateOf("wapiti")).toEqual({ status: "available", version: "3.2.3" });
	const second = await roundOn(machine, { at: "2026-11-22T10:14:59Z" });
	expect(await second.stateOf("sslyze")).toEqual(missing);
	expect(second.said).toEqual([]);
	expect(await tries()).toBe(1);
	const third = await roundOn(machine, { at: "2026-11-22T10:15:00Z" });
	expect(await third.stateOf("sslyze")).toMatchObject({ remedy: expect.stringContaining("10:45 UTC") });
	expect(await tries()).toBe(2);
}, 60_000);

test("without root nothing is installed for the whole system; the card has the command that does it", async () => {
	const machine = await standInMachine({ python: "bare" });
	const { stateOf, said } = await roundOn(machine);
	expect(await stateOf("nmap")).toEqual({
		status: "missing",
		why: "Nmap comes from the system's packages, which only root may install.",
		remedy: "sudo apt-get -q install --yes --no-install-recommends nmap",
	});
	expect(await stateOf("wapiti")).toMatchObject({
		why: "Wapiti needs Python 3.10 to 3.14 with its venv module, which this machine does not have.",
		remedy: expect.stringContaining("sudo apt-get"),
	});
	expect(said).toEqual([]);
	expect((await machine.calls()).filter((call) => call.startsWith("apt-get"))).toEqual([]);
});

test("as root Nmap comes from the system's packages, and Python's venv module where only that is missing", async () => {
	const machine = await standInMachine({ python: "bare" });
	const { stateOf, said } = await roundOn(machine, { privilege: "root" });
	expect(await stateOf("nmap")).toEqual({ status: "available", version: "7.93" });
	expect(await stateOf("wapiti")).toEqual({ status: "available", version: "3.2.3" });
	expect(said[0]).toContain("Nmap for the whole system, by apt-get -q install");
	expect(said[0]).toMatch(/SSLyze into \S+, after apt-get .* python3-venv for the whole system/);
}, 60_000);

test("without Python and a package manager, each card says so in one sentence", async () => {
	const { stateOf, said } = await roundOn(await standInMachine({ apt: false, python: "none" }), { privilege: "root" });
	expect(await stateOf("sslyze")).toEqual({
		status: "missing",
		why: "SSLyze needs Python 3.10 to 3.14 with its venv module, which this machine does not have.",
		remedy: null,
	});
	expect(await stateOf("nmap")).toMatchObject({
		why: "Nmap is not installed, and this machine has none of the package managers we know.",
	});
	expect(said).toEqual([]);
});

test("what the operator set up is left alone", async () => {
	const machine = await standInMachine();
	const { stateOf } = await roundOn(machine, { privilege: "root" }, { NMAP_PATH: "/nowhere/nmap" });
	expect(await stateOf("nmap")).toEqual({
		status: "missing",
		why: "NMAP_PATH does not name a program that can be run.",
		remedy: null,
	});
	expect((await machine.calls()).filter((call) => call.startsWith("apt-get"))).toEqual([]);
}, 60_000);
