import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { begin, spawnAtGate } from "#server/scanning/engines/shared/process/watchdog.ts";
import { descendants } from "#tests/faults/orphans/descendants.ts";
import { isAlive } from "#tests/support/engines/is-alive.ts";
import { scratchFolder } from "#tests/support/scratch-folder.ts";

const folder = await scratchFolder("watchdog");
const tool = (name: string) => spawnAtGate("/bin/sh", ["-c", `echo > "${name}"`], { cwd: folder });
const children = () => descendants(process.pid).filter(isAlive);

test("a tool whose worker ends before anything watches over it never starts", async () => {
	const early = tool("early");
	const exit = once(early, "exit");
	// What the system does when the worker dies.
	early.stdin.destroy();
	expect(await exit).toEqual([1, null]);
	expect(existsSync(join(folder, "early"))).toBe(false);
});

test("what watches over a tool starts before it, and ends when it is over", async () => {
	const watched = tool("watched");
	const exit = once(watched, "exit");
	expect(children()).toHaveLength(1);
	const { over } = begin(watched);
	expect(children().length).toBeGreaterThanOrEqual(1);
	expect(await exit).toEqual([0, null]);
	expect(existsSync(join(folder, "watched"))).toBe(true);
	expect(children()).toHaveLength(1);
	await over();
	expect(children()).toEqual([]);
});
