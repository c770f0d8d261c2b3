import { spawnSync } from "node:child_process";
import { chown, mkdir, readdir, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { freePort } from "#server/db/embedded/cluster.ts";
import { ask, look, whenIn } from "../../support/server/held-scans.ts";
import { newVarDir, startPlumbline } from "../../support/server/plumbline.ts";
import { until } from "../../support/until.ts";

const isRoot = process.getuid?.() === 0;
const NOBODY = { uid: 65_534, gid: 65_534 };
const QUIET = { LOG_LEVEL: "silent", PRACTICE_TARGET: "off" };
const program = "tests/support/server/held-server.ts";

const folders: string[] = [];
const ownVarDir = async () => {
	const folder = await newVarDir();
	folders.push(folder);
	return folder;
};
afterAll(async () => {
	for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const postmasters = (varDir: string) => {
	const { stdout } = spawnSync("ps", ["-eo", "args"], { encoding: "utf8" });
	return stdout.split("\n").filter((line) => line.includes("postgres") && line.includes(varDir)).length;
};

const whyNot = async (env: Record<string, string>): Promise<string> => {
	const failed = await startPlumbline({ ...QUIET, ...env }).then(
		async (server) => {
			await server.stop();
			return expect.fail("it started");
		},
		(error: Error) => error.message,
	);
	return failed;
};

describe("a server killed with kill -9 while a scan runs", () => {
	test("starts again on the database it left behind, and the scan finishes", async () => {
		const VAR_DIR = await ownVarDir();
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
		const VAR_DIR = await ownVarDir();
		let scanId = "";
		for (const attempt of [1, 2]) {
			const server = await startPlumbline({ ...QUIET, VAR_DIR, HOLD: "on" }, { program });
			if (attempt === 1) scanId = await ask(server, "unlucky");
			await until(async () => (await look(VAR_DIR, scanId)).attempts === attempt, `attempt ${attempt} runs`);
			await server.kill9();
		}
		const last = await startPlumbline({ ...QUIET, VAR_DIR }, { program });
		expect(await whenIn(VAR_DIR, scanId, "failed")).toMatchObject({ failure_code: "interrupted" });
		await until(async () => (await look(VAR_DIR, scanId)).mail_outcome === "sent", "the email is written");
		expect((await readdir(join(VAR_DIR, "mail"))).join()).toContain(scanId);
		await last.stop();
	});
});

test("SIGTERM for both processes during a drain: the worker ends without a fault, and a second signal ends the drain", async () => {
	const VAR_DIR = await ownVarDir();
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

describe("a data directory", () => {
	test("serves one server at a time; a second one says so and leaves the first alone, and the operator reaches the first", async () => {
		const VAR_DIR = await ownVarDir();
		const first = await startPlumbline({ ...QUIET, VAR_DIR });
		expect(await whyNot({ VAR_DIR })).toContain("already running on this data directory");
		expect((await fetch(`${first.listening}/api/v1/health/`)).status).toBe(200);
		const env = { ...process.env, VAR_DIR, DATABASE_URL: "" };
		const operate = spawnSync(process.execPath, ["scripts/operate.ts", "opt-out", "shy.example.com"], {
			env,
			encoding: "utf8",
		});
		expect(operate.stdout, operate.stderr).toContain("shy.example.com is not scanned until");
		const started = Date.now();
		expect(await first.stop()).toBe(0);
		expect(Date.now() - started).toBeLessThan(10_000);
	});

	test.skipIf(!isRoot)("may be an ordinary user's, closed to others", async () => {
		const home = await ownVarDir();
		await chown(home, NOBODY.uid, NOBODY.gid);
		const VAR_DIR = join(home, "var");
		await mkdir(VAR_DIR, { mode: 0o700 });
		await chown(VAR_DIR, NOBODY.uid, NOBODY.gid);
		const server = await startPlumbline({ ...QUIET, VAR_DIR, HOME: home }, NOBODY);
		expect((await stat(join(VAR_DIR, "pg"))).uid).toBe(NOBODY.uid);
		expect((await stat(VAR_DIR)).mode & 0o777).toBe(0o700);
		expect(await server.stop()).toBe(0);
	});

	test.skipIf(!isRoot)("of another user is refused with a message", async () => {
		const VAR_DIR = await ownVarDir();
		const why = await startPlumbline({ ...QUIET, VAR_DIR }, NOBODY).then(
			() => "",
			(error: Error) => error.message,
		);
		expect(why).toContain("cannot be written by this user");
	});
});

describe("a start that cannot work", () => {
	test.skipIf(process.platform !== "linux")("says where it cannot make its data directory, and ends", async () => {
		expect(await whyNot({ VAR_DIR: "/proc/nowhere/at-all" })).toContain("cannot be written by this user");
	});

	test("says that HOST is no address of this machine", async () => {
		expect(await whyNot({ VAR_DIR: await ownVarDir(), HOST: "no-such-host.invalid" })).toContain(
			"HOST is not an address",
		);
	});

	test("names every wrong setting and what it wants", async () => {
		const why = await whyNot({
			VAR_DIR: await ownVarDir(),
			PORT: "eighty",
			RETENTION_DAYS: "0",
			PUBLIC_URL: "ftp://x",
			SCAN_ALLOW: "10.0.0.0/99",
		});
		for (const name of ["PORT", "RETENTION_DAYS", "PUBLIC_URL", "SCAN_ALLOW"]) expect(why).toContain(`${name} is "`);
	});

	test("says which port is taken and which setting changes it", async () => {
		const port = await freePort();
		const blocker = createServer().listen(port, "127.0.0.1");
		expect(await whyNot({ VAR_DIR: await ownVarDir(), PORT: String(port) })).toContain(
			`Port ${port} is already in use`,
		);
		expect(await whyNot({ VAR_DIR: await ownVarDir(), PRACTICE_TARGET: "on", PRACTICE_PORT: String(port) })).toContain(
			"set PRACTICE_PORT",
		);
		blocker.close();
	});
});
