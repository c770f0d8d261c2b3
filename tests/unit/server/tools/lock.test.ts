import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { takeLock } from "#server/tools/lock.ts";
import { scratchFolder } from "../../../support/scratch-folder.ts";

let file = "";
beforeEach(async () => {
	file = join(await scratchFolder("lock"), "tools", "installing.lock");
});

/** A lock as another process would have left it. */
async function leave(change: Record<string, unknown>): Promise<void> {
	const lock = await takeLock(file);
	const text = await readFile(file, "utf8");
	await lock?.release();
	await writeFile(file, JSON.stringify({ ...JSON.parse(text), id: "another", ...change }));
}

test("one at a time: of many that ask at once one gets it, and after it the next", async () => {
	const asked = await Promise.all(Array.from({ length: 8 }, () => takeLock(file)));
	const [lock, ...others] = asked.filter((one) => one !== undefined);
	expect(others).toEqual([]);
	expect(await takeLock(file)).toBeUndefined();
	await lock?.release();
	const next = await takeLock(file);
	expect(next).toBeDefined();
	await next?.release();
	expect(await readdir(dirname(file))).toEqual([]);
});

test.each([
	["is gone", { pid: 4_194_305 }],
	["is another one by now that has the same number", { born: "at another time" }],
])("a lock whose process %s is taken over", async (_, change) => {
	await leave(change);
	const taken = await Promise.all(Array.from({ length: 4 }, () => takeLock(file)));
	expect(taken.filter((one) => one !== undefined)).toHaveLength(1);
});

test("a lock of another machine holds as long as it shows signs of life", async () => {
	await leave({ host: "elsewhere", pid: 1, born: "then" });
	expect(await takeLock(file)).toBeUndefined();
	const old = new Date(Date.now() - 121_000);
	await utimes(file, old, old);
	expect(await takeLock(file)).toBeDefined();
});

test("a lock that cannot be read is no lock", async () => {
	await leave({});
	await writeFile(file, '{"pid":');
	expect(await takeLock(file)).toBeDefined();
});
