import { describe, expect, test } from "vitest";
import { groupGone, isAlive, type Started, standIn } from "../../support/launch/stand-in.ts";
import { until } from "../../support/until.ts";

const ready = ({ output }: Started) => until(async () => output().includes("ready"), `ready:\n${output()}`);
const says = ({ output }: Started, text: string) =>
	until(async () => output().includes(text), `“${text}”:\n${output()}`);
const pidOf = ({ process }: Started) => process.pid ?? 0;
const WAITING = "Waiting for another start to finish installing or building …";

async function stop(...started: Started[]): Promise<void> {
	for (const { process } of started) process.kill("SIGTERM");
	expect(await Promise.all(started.map(({ ended }) => ended))).toEqual(started.map(() => 0));
}

describe("starts from one working copy", () => {
	test("install and build once, and the second one waits and says so", async () => {
		const copy = await standIn();
		const one = copy.launch("start");
		await copy.began("install");
		const other = copy.launch("start");
		await says(other, WAITING);
		await copy.go();
		await Promise.all([ready(one), ready(other)]);
		expect([await copy.pids("install"), await copy.pids("build")]).toEqual([
			[expect.any(Number)],
			[expect.any(Number)],
		]);
		expect(one.output()).toMatch(
			/Installing dependencies .* …\nInstalled in \d+ s\.\nBuilding the pages .* …\nBuilt in \d+ s\./,
		);
		expect(other.output()).toMatch(/The other start finished in \d+ s\./);
		await stop(one, other);
	});

	test("need neither npm nor a build the second time, and so no network", async () => {
		const copy = await standIn();
		await copy.go();
		expect(await copy.launch("build").ended).toBe(0);
		const again = copy.launch("start", { npm_execpath: "/nowhere/npm-cli.js" });
		await ready(again);
		expect(again.output()).toBe("ready\n");
		expect(await copy.pids("build")).toHaveLength(1);
		await stop(again);
	});

	test("keep the pages of the last build in place until the new ones are all there", async () => {
		const copy = await standIn();
		await copy.go();
		expect(await copy.launch("build").ended).toBe(0);
		await copy.write("dist/old.html", "no longer built");
		await copy.write("index.html", "two");
		await copy.hold();
		const build = copy.launch("build");
		await copy.began("build", 2);
		expect([await copy.read("dist/index.html"), await copy.read("dist/old.html")]).toEqual([
			"pages of one",
			"no longer built",
		]);
		await copy.go();
		expect(await build.ended).toBe(0);
		expect([await copy.read("dist/index.html"), await copy.read("dist/old.html")]).toEqual(["pages of two", ""]);
	});

	test("keep the pages of the last build when the disk is full, and say so", async () => {
		const copy = await standIn();
		await copy.go();
		expect(await copy.launch("build").ended).toBe(0);
		await copy.write("index.html", "two");
		await copy.write("fail-build", "ENOSPC: no space left on device, write");
		const full = copy.launch("start");
		expect(await full.ended).toBe(1);
		expect(full.output()).toContain("The disk is full, so this did not finish.");
		expect(await copy.read("dist/index.html")).toBe("pages of one");
	});

	test("with other settings for the pages have a build of their own, and the server is given it", async () => {
		const copy = await standIn();
		await copy.go();
		const usual = copy.launch("start");
		await ready(usual);
		const other = copy.launch("start", { RETENTION_DAYS: "2" });
		await ready(other);
		const folders = (await copy.read("log")).match(/(?<=server \d+ ).*/g);
		expect(folders).toEqual(["dist", expect.stringMatching(/^dist-[0-9a-f]{8}$/)]);
		for (const folder of folders ?? []) expect(await copy.read(`${folder}/index.html`)).toBe("pages of one");
		await stop(usual, other);
	});
});

describe("a start that is killed while it builds", () => {
	test("gives its turn to one that waits, once its build has ended too", async () => {
		const copy = await standIn();
		const killed = copy.launch("start");
		const orphan = await copy.began("install");
		const waiting = copy.launch("start");
		await says(waiting, WAITING);
		killed.process.kill("SIGKILL");
		await killed.ended;
		const third = copy.launch("start");
		await says(third, WAITING);
		expect([isAlive(orphan), await copy.pids("install")]).toEqual([true, [orphan]]);
		await copy.go();
		await Promise.all([ready(waiting), ready(third)]);
		expect(await copy.pids("install")).toHaveLength(2);
		await stop(waiting, third);
	});

	test("by a signal, ends its build and says nothing of a failure", async () => {
		const copy = await standIn();
		const asked = copy.launch("start");
		await copy.began("install");
		asked.process.kill("SIGTERM");
		expect(await asked.ended).toBe(143);
		await groupGone(pidOf(asked));
		expect(asked.output()).not.toContain("failed");
	});
});

test("a full disk during the installation is said in a sentence, and the next start installs again", async () => {
	const copy = await standIn();
	await copy.go();
	await copy.write("fail-install", "npm error nospc ENOSPC: no space left on device, write");
	const full = copy.launch("start");
	expect(await full.ended).toBe(1);
	expect(full.output()).toContain("The disk is full, so this did not finish.");
	await copy.write("npm.mjs", (await copy.read("npm.mjs")).replaceAll("fail-install", "mended"));
	const again = copy.launch("start");
	await ready(again);
	await stop(again);
});

describe("the process that was started", () => {
	test.each(["/bin/sh", "/bin/bash"])(
		"is npm, which ends at SIGTERM after all that it started, with %s",
		async (shell) => {
			const copy = await standIn();
			await copy.go();
			await copy.launch("build").ended;
			const npm = copy.run("npm", ["start", `--script-shell=${shell}`]);
			await ready(npm);
			const server = await copy.began("server");
			npm.process.kill("SIGTERM");
			expect([await npm.ended, isAlive(server)]).toEqual([0, false]);
			await groupGone(pidOf(npm));
		},
	);

	test.each(["npm", "launcher"])("may be killed: without the %s nothing goes on", async (who) => {
		const copy = await standIn();
		await copy.go();
		await copy.launch("build").ended;
		const started = who === "npm" ? copy.run("npm", ["start"]) : copy.launch("start");
		await ready(started);
		started.process.kill("SIGKILL");
		await started.ended;
		await groupGone(pidOf(started));
	});
});
