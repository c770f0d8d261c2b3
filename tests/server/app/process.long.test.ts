import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chown, mkdir, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { freePort } from "../../support/free-ports.ts";
import { newVarDir, startPlumbline } from "../../support/server/plumbline.ts";

const isRoot = process.getuid?.() === 0;
const NOBODY = { uid: 65_534, gid: 65_534 };
const QUIET = { LOG_LEVEL: "silent", PRACTICE_TARGET: "off" };

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

describe("a data directory", () => {
	test("serves one server at a time; a second one says so and leaves the first alone, and the operator reaches the first", async () => {
		const VAR_DIR = await newVarDir();
		const first = await startPlumbline({ ...QUIET, VAR_DIR });
		expect(await whyNot({ VAR_DIR })).toContain("already running on this data directory");
		expect((await fetch(`${first.listening}/api/v1/health/`)).status).toBe(200);
		const env = { ...process.env, VAR_DIR, DATABASE_URL: "" };
		const operate = spawnSync(process.execPath, ["scripts/operate.ts", "opt-out", "shy.example.com"], {
			env,
			encoding: "utf8",
		});
		expect(operate.stdout, operate.stderr).toContain("shy.example.com is not scanned until");
		expect(await first.stop()).toBe(0);
	});

	test.skipIf(!isRoot)("may be an ordinary user's, closed to others", async () => {
		const home = await newVarDir();
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
		const VAR_DIR = await newVarDir();
		const why = await startPlumbline({ ...QUIET, VAR_DIR }, NOBODY).then(
			() => "",
			(error: Error) => error.message,
		);
		expect(why).toContain("cannot be written by this user");
	});
});

test("a server whose launcher was killed ends as if it had been asked to, and its database with it", async () => {
	const server = await startPlumbline({ ...QUIET, VAR_DIR: await newVarDir() });
	const databaseRuns = () => existsSync(join(server.varDir, "pg", "postmaster.pid"));
	expect(databaseRuns()).toBe(true);
	expect([await server.orphan(), databaseRuns()]).toEqual([0, false]);
});

describe("a start that cannot work", () => {
	test.skipIf(process.platform !== "linux")("says where it cannot make its data directory, and ends", async () => {
		expect(await whyNot({ VAR_DIR: "/proc/nowhere/at-all" })).toContain("cannot be written by this user");
	});

	test("says that HOST is no address of this machine", async () => {
		expect(await whyNot({ VAR_DIR: await newVarDir(), HOST: "no-such-host.invalid" })).toContain(
			"HOST is not an address",
		);
	});

	test("names every wrong setting and what it wants", async () => {
		const why = await whyNot({
			VAR_DIR: await newVarDir(),
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
		expect(await whyNot({ VAR_DIR: await newVarDir(), PORT: String(port) })).toContain(
			`Port ${port} is already in use`,
		);
		expect(await whyNot({ VAR_DIR: await newVarDir(), PRACTICE_TARGET: "on", PRACTICE_PORT: String(port) })).toContain(
			"set PRACTICE_PORT",
		);
		blocker.close();
	});
});
