import { readFile, utimes } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { availabilityOf, createToolFinder } from "#server/scanning/engines/shared/process/find-tool.ts";
import { shellTool } from "#tests/support/engines/shell-tool.ts";
import { scratchFolder } from "#tests/support/scratch-folder.ts";

const folder = await scratchFolder("find-tool");

const tool = (name: string, script: string) => shellTool(folder, name, script);

const finder = (path: string | undefined, timeMs = 5_000) =>
	createToolFinder({
		names: ["no-such-scan-tool"],
		path,
		setting: "TOOL_PATH",
		versionArgs: ["--version"],
		versionPattern: /Tool (\d[\w.]*)/,
		timeMs,
	});

test("a tool given by setting says its version", async () => {
	const path = await tool("good", 'echo "Tool 1.2.3"');
	expect(await finder(path)()).toEqual({ found: true, path, version: "1.2.3" });
});

test("a tool that hangs, prints nothing or is missing counts as missing, with a reason", async () => {
	const asked = async (path: string | undefined, timeMs?: number) => availabilityOf(finder(path, timeMs));
	expect(await asked(await tool("hangs", "sleep 60"), 300)).toEqual({
		available: false,
		reason: "no-such-scan-tool is there, but did not answer.",
	});
	expect(await asked(await tool("silent", "exit 0"))).toMatchObject({
		reason: expect.stringContaining("does not work"),
	});
	expect(await asked(join(folder, "nowhere"))).toMatchObject({
		reason: expect.stringMatching(/^TOOL_PATH does not name a program that can be run\.$/),
	});
	expect(await asked(undefined)).toMatchObject({ reason: expect.stringContaining("not installed") });
});

test("a tool is asked for its version once, even if it is too old, and again after its file has changed", async () => {
	const asked = join(folder, "asked");
	const says = (version: string) => tool("asked-once", `echo >> "${asked}"; echo "Tool ${version}"`);
	const path = await says("1.2.3");
	const find = createToolFinder({
		names: ["tool"],
		path,
		setting: "TOOL_PATH",
		versionArgs: [],
		versionPattern: /Tool (\d[\w.]*)/,
		atLeast: [3, 2],
	});
	const old = { found: false, reason: "tool 1.2.3 is there, but too old: 3.2 or later is needed." };
	expect([await find(), await find()]).toEqual([old, old]);
	expect(await readFile(asked, "utf8")).toBe("\n");
	await says("3.2.1");
	await utimes(path, new Date(), new Date(Date.now() + 5_000));
	expect([await find(), await find()]).toMatchObject([{ version: "3.2.1" }, { version: "3.2.1" }]);
	expect(await readFile(asked, "utf8")).toBe("\n\n");
});

test.each([
	["3.0.4", false],
	["2.9", false],
	["3.2", true],
	["3.2.3", true],
	["3.10", true],
	["4.0", true],
])("where 3.2 or later is needed, %s counts as there: %s", async (version, available) => {
	const path = await tool(`version-${version}`, `echo "Tool ${version}"`);
	const find = createToolFinder({
		names: ["tool"],
		path,
		setting: "TOOL_PATH",
		versionArgs: [],
		versionPattern: /Tool (\d[\w.]*)/,
		atLeast: [3, 2],
	});
	const answer = await availabilityOf(find);
	expect(answer).toMatchObject(available ? { available, version } : { available, reason: /too old: 3\.2 or later/ });
});
