import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type EngineInfo, engineList } from "#contract/scans/engines.ts";
import type { ScanKind } from "#contract/scans/scans.ts";
import { afterFile } from "../../../support/after-file.ts";
import { type StandInMachine, standInMachine } from "../../../support/engines/stand-in-machine.ts";
import { createAccount } from "../../../support/server/accounts.ts";
import { apiClient, asAccount, refusalOf } from "../../../support/server/api-client.ts";
import { createTestDatabase, type TestDatabase } from "../../../support/server/database.ts";
import { startPlumbline } from "../../../support/server/plumbline.ts";
import { until } from "../../../support/until.ts";

const isRoot = process.getuid?.() === 0;

/** The real program, on a stand-in for a fresh machine. */
async function start(machine: StandInMachine, database: TestDatabase, env: Record<string, string> = {}) {
	const server = await startPlumbline({
		PATH: machine.bin,
		VAR_DIR: machine.varDir,
		DATABASE_URL: database.url,
		ENGINES: "on",
		PRACTICE_TARGET: "off",
		LOG_LEVEL: "error",
		...env,
	});
	afterFile(server.stop);
	const call = apiClient(server.url);
	const stateOf = async (kind: ScanKind): Promise<EngineInfo["state"] | undefined> => {
		const { engines } = engineList.parse(await (await call("listEngines")).json());
		return engines.find((engine) => engine.kind === kind)?.state;
	};
	const becomes = (kind: ScanKind, status: EngineInfo["state"]["status"]) =>
		until(async () => {
			const state = await stateOf(kind);
			return state?.status === status && state;
		}, `${kind} becomes ${status}`);
	return { ...server, stateOf, becomes };
}

const pipCalls = async (machine: StandInMachine, name: string) =>
	(await machine.calls()).filter((call) => call.endsWith(`/${name}.txt`)).length;

test("on a fresh machine the server is ready first, says what it is about to add, and adds it while the cards say so", async () => {
	const [machine, database] = [await standInMachine(), await createTestDatabase()];
	await machine.holdPip(true);
	const server = await start(machine, database);
	const installing = await server.becomes("sslyze", "installing");
	expect(installing).toMatchObject({ download: null, remainingSeconds: expect.any(Number) });
	// Its estimate includes the tool before it.
	const next = await server.becomes("wapiti", "installing");
	if (installing.status === "installing" && next.status === "installing")
		expect(next.remainingSeconds).toBeGreaterThan(installing.remainingSeconds);
	const said = server.output();
	expect(said.indexOf("Adding what is missing")).toBeGreaterThan(said.indexOf("is ready at"));
	expect(said).toContain("(ENGINES=off switches this off)");
	expect(said).toContain(`SSLyze into ${machine.varDir}/tools/sslyze`);
	expect(said).not.toContain("SSLyze 6.3.1");
	expect(await machine.hasTool("sslyze")).toBe(false);

	// A scan requested in the meantime gets a time to retry.
	const account = await createAccount({ url: server.url, database });
	const early = await apiClient(server.url, asAccount(account))("startSslyzeScan", {
		body: { target: "example.com:443" },
	});
	expect(Number(early.headers.get("Retry-After"))).toBeGreaterThan(0);
	expect(await refusalOf(early)).toMatchObject({ status: 503, details: { scope: "entry", kind: "sslyze" } });

	await machine.holdPip(false);
	expect(await server.becomes("sslyze", "available")).toMatchObject({ version: "6.3.1" });
	expect(await server.becomes("wapiti", "available")).toMatchObject({ version: "3.2.3" });
	await until(async () => server.output().includes("Wapiti 3.2.3 is installed."), "it says that it is done");
	const pip = (await machine.calls()).filter((call) => call.includes(" install "));
	for (const call of pip.filter((one) => one.startsWith("python"))) expect(call).toContain("--require-hashes");
	const zap = await server.becomes("zap", "missing");
	expect(zap).toMatchObject({
		why: "ZAP is downloaded only from an address that you set.",
		remedy: expect.stringContaining("ZAP_ARCHIVE"),
	});
	if (isRoot) {
		expect(await server.becomes("nmap", "available")).toMatchObject({ version: "7.93" });
		expect(said).toContain("Nmap for the whole system, by apt-get");
	} else {
		expect(await server.stateOf("nmap")).toMatchObject({ remedy: expect.stringContaining("sudo apt-get") });
		expect(pip.some((call) => call.startsWith("apt-get"))).toBe(false);
	}

	// A second start has nothing to do.
	await server.stop();
	const calls = (await machine.calls()).length;
	const again = await start(machine, database);
	await again.becomes("wapiti", "available");
	await again.becomes("zap", "missing");
	expect(again.output()).not.toContain("Adding");
	expect(await machine.calls()).toHaveLength(calls);
	await again.stop();
});

test("killed in the middle nothing half-made is found, and the next start goes on; two processes do not do it twice", async () => {
	const [machine, database] = [await standInMachine({ apt: false }), await createTestDatabase()];
	await machine.holdPip(true);
	const killed = await start(machine, database);
	await until(async () => (await pipCalls(machine, "build")) === 1, "pip runs");
	await killed.kill9();
	expect(await machine.hasTool("sslyze")).toBe(false);

	const [one, two] = [await start(machine, database), await start(machine, database)];
	await one.becomes("sslyze", "installing");
	await two.becomes("wapiti", "installing");
	await until(async () => (await pipCalls(machine, "build")) === 2, "pip runs again");
	await machine.holdPip(false);
	await one.becomes("wapiti", "available");
	await two.becomes("sslyze", "available");
	expect(await pipCalls(machine, "sslyze")).toBe(1);
	expect(await pipCalls(machine, "wapiti")).toBe(1);
	// What the killed process started is gone; only the two tools with their links, the memory and the lock remain.
	await until(async () => (await readdir(join(machine.varDir, "tools"))).length === 6, "only what is used is left");
	await Promise.all([one.stop(), two.stop()]);
});

test("SIGTERM in the middle ends within ten seconds, with everything it started", async () => {
	const [machine, database] = [await standInMachine({ apt: false }), await createTestDatabase()];
	await machine.holdPip(true);
	const server = await start(machine, database);
	await until(async () => (await pipCalls(machine, "build")) === 1, "pip runs");
	// It would be 1 if not everything had ended in time.
	expect(await server.stop()).toBe(0);
	expect(await runningBelow(machine.varDir)).toEqual([]);
	expect(await readdir(join(machine.varDir, "tools"))).toEqual(["installed.json", "lock"]);
});

/** Command lines of processes that name this folder. */
async function runningBelow(folder: string): Promise<string[]> {
	const numbers = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
	const lines = await Promise.all(
		numbers.map(async (number) =>
			(await readFile(`/proc/${number}/cmdline`, "utf8").catch(() => "")).replaceAll("\0", " "),
		),
	);
	return lines.filter((line) => line.includes(folder));
}
