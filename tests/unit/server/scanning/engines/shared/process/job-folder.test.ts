import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { execPath } from "node:process";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { inJobFolder } from "#server/scanning/engines/shared/process/job-folder.ts";
import { isLeftBehind } from "#server/scanning/engines/shared/process/left-behind.ts";
import { isAlive } from "#tests/support/engines/is-alive.ts";
import { scratchFolder } from "#tests/support/scratch-folder.ts";
import { until } from "#tests/support/until.ts";

let folder = "";
beforeEach(async () => {
	// Folders in folders would leave no room for a sign, whose path may have 107 characters.
	vi.unstubAllEnvs();
	folder = await scratchFolder("job");
	vi.stubEnv("TMPDIR", folder);
});

/** A process with a run that does not end by itself. Resolves with the run's folder once the run has begun. */
async function startRun(): Promise<{ job: string; end: () => Promise<void> }> {
	const program = `
		import { inJobFolder } from "#server/scanning/engines/shared/process/job-folder.ts";
		inJobFolder(async (folder) => {
			console.log(folder);
			await new Promise(() => setInterval(() => {}, 60_000));
		});`;
	const worker = spawn(execPath, ["--input-type=module", "-e", program], { stdio: ["ignore", "pipe", "inherit"] });
	const ended = once(worker, "exit");
	onTestFinished(() => void worker.kill("SIGKILL"));
	const [line] = await once(worker.stdout, "data");
	return {
		job: String(line).trim(),
		async end() {
			worker.kill("SIGKILL");
			await ended;
		},
	};
}

test("a run's folder is empty, private, and gone when it ends, and so is everything around it", async () => {
	await inJobFolder(async (job) => {
		expect(await readdir(job)).toEqual([]);
		expect(await isLeftBehind(job)).toBe(false);
		await writeFile(join(job, "a"), "");
	});
	expect(await readdir(folder)).toEqual([]);
});

test("the next run removes the folders of processes that were killed, and no others", async () => {
	const [killed, alive] = await Promise.all([startRun(), startRun()]);
	await writeFile(join(killed.job, "page.html"), "what a site answered");
	// One that a process was removing when it was killed.
	await mkdir(join(folder, ".plumbline-old-a", "job"), { recursive: true });
	// Another program's, and one by an earlier version of ours, which put up no sign.
	const others = ["plumbline-scan-earlier", "somebody-elses"];
	for (const other of others) await mkdir(join(folder, other));
	await killed.end();
	expect(await Promise.all([killed, alive].map(({ job }) => isLeftBehind(job)))).toEqual([true, false]);
	await inJobFolder(async (job) => {
		const places = [dirname(job), dirname(alive.job)].map((place) => place.slice(folder.length + 1));
		expect((await readdir(folder)).sort()).toEqual([...places, ...others].sort());
	});
	// Its container may still be there when its folder is not.
	expect(await isLeftBehind(killed.job)).toBe(true);
	expect(await isLeftBehind("/elsewhere/plumbline-scan-a/job")).toBe(false);
});

test.runIf(process.platform === "linux")(
	"the next run ends tools that outlived their worker and their watchdog, by their home",
	async () => {
		const killed = await startRun();
		const left = spawn("/bin/sh", ["-c", "cd /; sleep 60 & echo $! > ~/child; wait"], {
			env: { PATH: "/usr/bin:/bin", HOME: killed.job },
			detached: true,
		});
		const ended = once(left, "exit");
		onTestFinished(() => void left.kill("SIGKILL"));
		const child = await until(
			async () => Number(await readFile(join(killed.job, "child"), "utf8").catch(() => "")) || undefined,
			"the tool runs",
		);
		await killed.end();
		await inJobFolder(async () => {});
		await ended;
		await until(async () => !isAlive(child), "its child is gone");
		expect(await readdir(folder)).toEqual([]);
	},
);

test("a run works where its sign has no room, and is never taken for one that was left behind", async () => {
	const deep = join(folder, "a".repeat(120));
	await mkdir(deep);
	vi.stubEnv("TMPDIR", deep);
	await inJobFolder(async (job) => {
		expect(await isLeftBehind(job)).toBe(false);
		await inJobFolder(async () => {});
		expect(await readdir(job)).toEqual([]);
	});
	expect(await readdir(deep)).toEqual([]);
});
