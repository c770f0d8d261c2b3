import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { takeLock } from "#server/scanning/tools/lock.ts";
import { scratchFolder } from "../../../../support/scratch-folder.ts";

let folder = "";
beforeEach(async () => {
	folder = join(await scratchFolder("lock"), "tools", "lock");
});

const askAtOnce = async (count: number) =>
	(await Promise.all(Array.from({ length: count }, () => takeLock(folder)))).filter((one) => one !== undefined);

/** A lock as another process would have left it. */
async function leave(change: Record<string, unknown>): Promise<string> {
	await takeLock(folder);
	const file = join(folder, "1");
	await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, "utf8")), ...change }));
	return file;
}

test("one at a time: of many that ask at once one gets the lock, and then the next", async () => {
	for (const round of [1, 2, 3]) {
		const [lock, ...others] = await askAtOnce(8);
		expect(others).toEqual([]);
		expect(await takeLock(folder)).toBeUndefined();
		await lock?.release();
		expect(await readdir(folder)).toEqual([`${round}`]);
	}
});

test.each([
	["is gone", { pid: 4_194_305 }],
	["is another one by now that has the same number", { born: "at another time" }],
])("a lock whose process %s is taken over, by one", async (_, change) => {
	await leave(change);
	expect(await askAtOnce(8)).toHaveLength(1);
});

test("a lock of another machine holds as long as it shows signs of life", async () => {
	const file = await leave({ host: "elsewhere", pid: 1, born: "then" });
	expect(await takeLock(folder)).toBeUndefined();
	const old = new Date(Date.now() - 121_000);
	await utimes(file, old, old);
	expect(await takeLock(folder)).toBeDefined();
});

test("a lock that cannot be read counts as no lock", async () => {
	await writeFile(await leave({}), '{"pid":');
	expect(await takeLock(folder)).toBeDefined();
});
