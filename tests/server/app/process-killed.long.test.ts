import { spawnSync } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ask, whenIn, whenScan } from "../../support/server/held-scans.ts";
import { newVarDir, startPlumbline } from "../../support/server/plumbline.ts";
import { until } from "../../support/until.ts";

const QUIET = { LOG_LEVEL: "silent", PRACTICE_TARGET: "off" };
const program = "tests/support/server/held-server.ts";

const postmasters = (varDir: string) => {
	const { stdout } = spawnSync("ps", ["-eo", "args"], { encoding: "utf8" });
	return stdout.split("\n").filter((line) => line.includes("postgres") && line.includes(varDir)).length;
};

describe("a server killed with kill -9 while a scan runs", () => {
	test("starts again on the database it left behind, and the scan finishes", async () => {
		const VAR_DIR = await newVarDir();
		const killed = await startPlumbline({ ...QUIET, VAR_DIR, HOLD: "on" }, { program });
		const scanId = await ask(killed, "survivor");
		await whenIn(VAR_DIR, scanId, "running");
		await killed.kill9();
		expect(postmasters(VAR_DIR)).toBe(1);

		const again = await startPlumbline({ ...QUIET, VAR_DIR }, { program });
		expect(again.output()).toContain("taken over");
		expect(await whenIn(VAR_DIR, scanId, "completed")).toMatchObject({ attempts: 2 });
		expect(await ask(again, "survivor")).toBe(scanId);
		expect(await again.stop()).toBe(0);
		expect(postmasters(VAR_DIR)).toBe(0);
	});

	test("twice fails the scan as interrupted, and an email says why", async () => {
		const VAR_DIR = await newVarDir();
		let scanId = "";
		for (const attempt of [1, 2]) {
			const server = await startPlumbline({ ...QUIET, VAR_DIR, HOLD: "on" }, { program });
			if (attempt === 1) scanId = await ask(server, "unlucky");
			await whenScan(VAR_DIR, scanId, ({ attempts }) => attempts === attempt, `attempt ${attempt} runs`);
			await server.kill9();
		}
		const last = await startPlumbline({ ...QUIET, VAR_DIR }, { program });
		expect(await whenIn(VAR_DIR, scanId, "failed")).toMatchObject({ failure_code: "interrupted" });
		await whenScan(VAR_DIR, scanId, ({ mail_outcome }) => mail_outcome === "sent", "the email is written");
		expect((await readdir(join(VAR_DIR, "mail"))).join()).toContain(scanId);
		await last.stop();
	});
});

test("SIGTERM for both processes during a drain: the worker ends without a fault, and a second signal ends the drain", async () => {
	const VAR_DIR = await newVarDir();
	const server = await startPlumbline({ ...QUIET, LOG_LEVEL: "info", VAR_DIR, DRAIN_SECONDS: "300" });
	const worker = server.workerPid() ?? expect.fail("no worker runs");
	process.kill(server.pid, "SIGTERM");
	process.kill(worker, "SIGTERM");
	await until(async () => server.output().includes("the worker process has ended"), "the worker has ended");
	expect((await fetch(`${server.listening}/health/ready`)).status).toBe(503);
	expect((await fetch(`${server.listening}/api/v1/openapi.json`)).status).toBe(200);
	await until(async () => {
		process.kill(server.pid, "SIGINT");
		return server.output().includes("without waiting for DRAIN_SECONDS");
	}, "the drain ends");
	expect(await server.stop()).toBe(0);
	expect(server.workerPid()).toBeUndefined();
	expect(server.output()).not.toContain("started again");
	expect(postmasters(VAR_DIR)).toBe(0);
});
