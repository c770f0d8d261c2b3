import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { failed, type InstallRecord, openMemory, started, waitsFor } from "#server/scanning/tools/memory.ts";
import { scratchFolder } from "../../../../support/scratch-folder.ts";

const NOW = new Date("2026-11-22T10:00:00.000Z");
const minutesUntil = (record: InstallRecord) =>
	record.status === "failed" ? (Date.parse(record.notBefore) - NOW.getTime()) / 60_000 : undefined;

test("the wait doubles with each failure, up to a day; another release starts over", () => {
	let record: InstallRecord | undefined;
	const waits = Array.from({ length: 9 }, () => {
		record = failed(started(record, "one", NOW), "one", "No network.", NOW);
		return minutesUntil(record);
	});
	expect(waits).toEqual([15, 30, 60, 120, 240, 480, 960, 1440, 1440]);
	expect(minutesUntil(failed(started(record, "two", NOW), "two", "No network.", NOW))).toBe(15);
});

test("a failure is not retried before its time, unless something else is to be installed", () => {
	const record = failed(undefined, "one", "No network.", NOW);
	expect(waitsFor(record, "one", NOW)).toEqual({ why: "No network.", until: new Date("2026-11-22T10:15:00.000Z") });
	expect(waitsFor(record, "one", new Date("2026-11-22T10:15:00.000Z"))).toBeUndefined();
	expect(waitsFor(record, "two", NOW)).toBeUndefined();
	// Cut off in the middle, as by Ctrl+C: the next start tries immediately.
	expect(waitsFor(started(record, "one", NOW), "one", NOW)).toBeUndefined();
});

test("the memory survives a restart; a broken file counts as empty", async () => {
	const file = join(await scratchFolder("memory"), "tools", "installed.json");
	expect(await openMemory(file).read()).toEqual({});
	const one = failed(undefined, "one", "No network.", NOW);
	await openMemory(file).write("nmap", one);
	await openMemory(file).write("zap", started(undefined, "two", NOW));
	expect(await openMemory(file).read()).toEqual({ nmap: one, zap: started(undefined, "two", NOW) });
	await writeFile(file, '{"nmap":');
	expect(await openMemory(file).read()).toEqual({});
});
