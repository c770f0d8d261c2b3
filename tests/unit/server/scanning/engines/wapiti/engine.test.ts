import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { RunContext } from "#server/scanning/engines/engine.ts";
import { createWapitiEngine } from "#server/scanning/engines/wapiti/wapiti.ts";
import { afterFile } from "#tests/support/after-file.ts";
import { cancelRun } from "#tests/support/engines/cancel-run.ts";
import { runEngine } from "#tests/support/engines/run-engine.ts";
import { shellTool } from "#tests/support/engines/shell-tool.ts";
import { scratchFolder } from "#tests/support/scratch-folder.ts";

const folder = await scratchFolder("wapiti");
const FAKE = join(import.meta.dirname, "../../../../../fixtures/engines/fake-wapiti.mjs");

const site = createServer((request, response) => {
	if (request.url === "/dead") request.socket.destroy();
	else response.end("ok");
});
await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
afterFile(async () => void site.close());
const { port } = site.address() as AddressInfo;

async function engine(mode: string) {
	const script = `exec "${process.execPath}" "${FAKE}" ${mode} "$@"`;
	const path = await shellTool(folder, `wapiti-${mode}.sh`, script);
	return createWapitiEngine({ path, userAgent: "Plumbline-Scanner/1.0", timeLimitMs: 60_000 });
}

const run = async (mode: string, given: Partial<RunContext<"wapiti">> = {}) =>
	runEngine(await engine(mode), {
		body: { target: "localhost", modules: mode.startsWith("crashes-late") ? "sql,xss" : "sql" },
		ports: [port],
		...given,
	});

test.each([
	["Wapiti 3.2.3 (wapiti-scanner.github.io)\\n3.2.3", "3.2.3"],
	// What 3.3 prints: a banner of symbols and digits, and its number without its name.
	["  /    \\  \\_____  _(__  <\\n3.3.2", "3.3.2"],
])("its version is read from %j", async (said, version) => {
	const path = await shellTool(folder, `wapiti-${version}.sh`, `printf '${said}\\n'`);
	const found = createWapitiEngine({ path, userAgent: "Plumbline-Scanner/1.0", timeLimitMs: 60_000 });
	expect(await found.detect()).toEqual({ available: true, version });
});

test("a whole run has every part evaluated, and lists what the proxy let through", async () => {
	const { result, steps, rules } = await run("good");
	expect(result).toMatchObject({ status: "completed", coverage: "full" });
	expect(result.sent).toMatchObject([{ what: `GET http://localhost:${port}/`, address: "127.0.0.1", outcome: "200" }]);
	expect(steps).toEqual(["Looking for pages and forms", "Module sql"]);
	expect(rules).toContain("wapiti-sql-injection");
});

test.each([
	["late", "attacks", "time was over"],
	["crawled", "crawl", "before it had followed every link"],
	["died", "attacks", "15 of its requests got no answer"],
	["unanswered", "attacks", "1 of its requests got no answer"],
	["faulty", "attacks", "errors of its own"],
])("what it found is kept and said to be partial when it is %s", async (mode, part, why) => {
	const { result, rules } = await run(mode);
	expect(result).toMatchObject({ status: "completed", coverage: "partial" });
	expect(result.parts.filter(({ status }) => status !== "evaluated")).toMatchObject([
		{ part, reason: expect.stringContaining(why) },
	]);
	expect(rules).toContain("wapiti-sql-injection");
});

test.each([
	["idle", "unreachable", "got no page"],
	["silent", "internal", "wrote no report"],
	["truncated", "internal", "not JSON"],
	["huge", "internal", "wrote more than we read"],
	["crashes", "internal", "crashed twice (SIGSEGV)"],
	["refuses", "internal", "unrecognized arguments: --tasks"],
])("a run that %s is a failure with a reason, and never a site without faults", async (mode, code, why) => {
	const { result } = await run(mode);
	expect(result).toMatchObject({ status: "failed", reason: { code, message: expect.stringContaining(why) } });
});

test("a second attempt neither moves progress back nor uses the report of the first one that crashed", async () => {
	const again = await run("crashes-late");
	expect(again.result).toMatchObject({ status: "completed", coverage: "full" });
	expect(again.steps).toEqual(["Looking for pages and forms", "Module sql", "Module xss"]);
	expect(again.percents).toEqual([5, 20, 57]);
	expect((await run("crashes-late-then-silent")).result).toMatchObject({
		status: "failed",
		reason: { message: expect.stringContaining("wrote no report") },
	});
});

test("a cancelled wapiti leaves no process behind, and finds nothing", () =>
	cancelRun(async (signal, isThere) => {
		const onProgress = (_: number, step: string) => step === "Module sql" && isThere();
		return (await run("hangs", { signal, onProgress })).result;
	}));

test("a wapiti whose options and report we do not know counts as too old, with a reason", async () => {
	expect(await (await engine("old")).detect()).toMatchObject({
		available: false,
		reason: expect.stringContaining("3.0.4 is there, but too old: 3.2 or later"),
	});
});
