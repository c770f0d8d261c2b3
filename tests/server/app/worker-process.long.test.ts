import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ask, look, whenIn } from "../../support/server/held-scans.ts";
import { newVarDir, type SingleServer, startPlumbline } from "../../support/server/plumbline.ts";
import { until } from "../../support/until.ts";

const program = "tests/support/server/held-server.ts";
const VAR_DIR = await newVarDir();
const folder = await newVarDir();
/** The scan that finds this file removes it and does not end. */
const HOLD = join(folder, "hold");

const start = () =>
	startPlumbline(
		{ LOG_LEVEL: "info", PRACTICE_TARGET: "off", LIMIT_PER_EMAIL: "100", LIMIT_PER_TARGET: "100", VAR_DIR, HOLD },
		{ program },
	);
let server = await start();
afterAll(async () => {
	await server.stop();
	for (const made of [VAR_DIR, folder]) await rm(made, { recursive: true, force: true });
});

/** A scan that runs until its worker ends; the next one finishes it. */
async function held(key: string): Promise<string> {
	await writeFile(HOLD, "");
	const scanId = await ask(server, key);
	await until(async () => !existsSync(HOLD), "the scan runs");
	return scanId;
}

const workerOf = (server: SingleServer, but?: number) =>
	until(async () => {
		const pid = server.workerPid();
		return pid !== but && pid;
	}, "a worker process runs");

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

const niceness = (pid: number) =>
	Number(spawnSync("ps", ["-o", "ni=", "-p", String(pid)], { encoding: "utf8" }).stdout);

test("scans run in another process than the pages, at a lower priority, and its command line and environment hold no password", async () => {
	const worker = await workerOf(server);
	expect(niceness(worker)).toBeGreaterThan(niceness(server.pid));
	const args = spawnSync("ps", ["-o", "args=", "-p", String(worker)], { encoding: "utf8" }).stdout;
	expect(args).not.toContain("postgres");
	if (process.platform === "linux")
		expect(readFileSync(`/proc/${worker}/environ`, "utf8")).not.toContain("postgres://");
	expect(server.output()).not.toContain("postgres://");
});

test("kill -9 of the worker while a scan runs: pages keep answering, the scan ends, and exactly one email is sent", async () => {
	const scanId = await held("worker-killed");
	const killed = await workerOf(server);
	process.kill(killed, "SIGKILL");

	const statuses = new Set<number>();
	await until(async () => {
		statuses.add((await fetch(`${server.listening}/api/v1/health/`)).status);
		return (await look(VAR_DIR, scanId)).mail_outcome === "sent";
	}, "the scan's email is sent");
	expect([...statuses]).toEqual([200]);
	expect(await look(VAR_DIR, scanId)).toMatchObject({ status: "completed", attempts: 2 });
	expect(await workerOf(server)).not.toBe(killed);
	expect(server.output()).toContain('"signal":"SIGKILL"');
	const mails = (await readdir(join(VAR_DIR, "mail"))).filter((name) => name.includes(scanId));
	expect(mails).toHaveLength(1);
});

test("SIGTERM to the worker alone: it hands its scan back and is started again", async () => {
	const scanId = await held("worker-ended");
	const ended = await workerOf(server);
	process.kill(ended, "SIGTERM");
	expect(await whenIn(VAR_DIR, scanId, "completed")).toMatchObject({ attempts: 1 });
	expect(await workerOf(server, ended)).not.toBe(ended);
});

test("kill -9 of the pages' process: the worker hands its scan back and ends by itself, and the next start goes on", async () => {
	const scanId = await held("pages-killed");
	const worker = await workerOf(server);
	process.kill(server.pid, "SIGKILL");
	await until(async () => !isAlive(worker), "the worker ends");
	expect(await look(VAR_DIR, scanId)).toMatchObject({ status: "pending", attempts: 0 });
	server = await start();
	expect(await whenIn(VAR_DIR, scanId, "completed")).toMatchObject({ attempts: 1 });
});

test("Ctrl-C, which reaches both processes: the scan is handed back, and nothing is left running", async () => {
	const scanId = await held("interrupted");
	const worker = await workerOf(server);
	process.kill(worker, "SIGINT");
	process.kill(server.pid, "SIGINT");
	expect(await server.stop()).toBe(0);
	expect(isAlive(worker)).toBe(false);
	await until(async () => {
		const ended = server
			.output()
			.split("\n")
			.find((line) => line.includes(scanId) && line.includes("scan ended"));
		return ended?.includes('"ending":"released","kept":true');
	}, "the log says that the scan was handed back");
});
