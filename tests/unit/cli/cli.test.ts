import { SaxesParser } from "saxes";
import { describe, expect, test } from "vitest";
import { createApi } from "#cli/api.ts";
import { readArguments } from "#cli/arguments.ts";
import { readConnection } from "#cli/connection.ts";
import { junitOf } from "#cli/junit.ts";
import { hostOf } from "#cli/make-report.ts";
import { run } from "#cli/run.ts";
import type { System } from "#cli/system.ts";
import { isAtLeast } from "#contract/command-line.ts";
import { findingOf } from "#tests/support/engines/found.ts";
import { freePort } from "#tests/support/free-ports.ts";

/** A machine whose clock moves when something waits, and whose server gives these answers in turn. */
function machine(answers: readonly (() => Response)[]) {
	const seen: { key: string | null; at: number }[] = [];
	let at = 0;
	const system: System = {
		fetch: async (_input, init) => {
			const answer = answers[seen.length] ?? expect.fail("one call too many");
			seen.push({ key: new Headers(init?.headers).get("Idempotency-Key"), at });
			return answer();
		},
		now: () => at,
		sleep: async (ms) => {
			at += ms;
		},
		newKey: () => "key",
		print: () => {},
		note: () => {},
		progress: () => {},
		writeFile: async () => {},
		stopped: new AbortController().signal,
		stopText: () => {},
	};
	return { system, api: createApi(system, { url: "https://example.com", token: "secret" }), seen };
}
const refusal = (status: number, code: string, headers = {}) =>
	Response.json({ code, message: "No." }, { status, headers });
const later = (seconds: number) => () => refusal(429, "rate_limited", { "Retry-After": String(seconds) });
const lost = () => {
	throw new TypeError("fetch failed");
};

describe("a call", () => {
	test("waits as long as the server asks, and keeps its key", async () => {
		const { api, seen } = machine([later(7), lost, () => new Response("{}")]);
		await api({ path: "x/", body: {}, key: "one" });
		expect(seen).toEqual([
			{ key: "one", at: 0 },
			{ key: "one", at: 7_000 },
			{ key: "one", at: 9_000 },
		]);
	});

	test("gives up after six tries, and at once if the wait is too long", async () => {
		const away = machine(Array(6).fill(lost));
		await expect(away.api({ path: "x/" })).rejects.toMatchObject({ code: 6 });
		expect(away.seen).toHaveLength(6);
		const full = machine([later(3_600)]);
		await expect(full.api({ path: "x/" })).rejects.toMatchObject({ code: 6 });
	});

	test.each([
		[401, 3],
		[403, 3],
		[400, 2],
		[404, 2],
		[302, 2],
		[500, 6],
	])("that is answered %i ends with %i", async (status, code) => {
		const { api } = machine([() => refusal(status, "x")]);
		await expect(api({ path: "x/" })).rejects.toMatchObject({ code });
	});
});

test("a command to a server that is gone says so after half a minute of tries, and ends with 6", async () => {
	const notes: string[] = [];
	const { system } = machine([]);
	const url = `http://127.0.0.1:${await freePort()}`;
	const code = await run(
		{ ...system, fetch, note: (line) => void notes.push(line) },
		{ args: ["whoami"], env: { PLUMBLINE_URL: url, PLUMBLINE_TOKEN: "plb_x" }, version: "" },
	);
	expect(code).toBe(6);
	expect(system.now()).toBe(31_000);
	expect(notes).toHaveLength(6);
	expect(notes.at(-1)).toContain(`${url} could not be reached`);
	expect(notes.at(-1)).toContain("ECONNREFUSED");
});

describe("arguments", () => {
	const scan = ["scan", "example.com:443", "--kind", "sslyze"];

	test("of a scan say what to do", () => {
		expect(readArguments(scan)).toMatchObject({ kind: "sslyze", wait: false, timeoutMs: 1_800_000 });
		expect(readArguments([...scan, "--fail-on", "high", "--timeout", "90s"])).toMatchObject({
			wait: true,
			failOn: "high",
			timeoutMs: 90_000,
		});
	});

	test.each([
		[["scna"]],
		[["scan", "--kind", "nmap"]],
		[["scan", "x"]],
		[["scan", "x", "--kind", "nessus"]],
		[["scan", "x", "--kind", "zap"]],
		[[...scan, "--fail-on", "none"]],
		[[...scan, "--timeout", "0m"]],
		[[...scan, "--nope"]],
		[["findings", "--scan", "1", "--state", "open"]],
		[["report", "--scan", "1", "--format", "docx", "--out", "x"]],
	])("%j are refused", (args) => {
		expect(() => readArguments(args)).toThrow(expect.objectContaining({ code: 2 }));
	});
});

test.each(["http://example.com", "https://a:b@example.com", "example.com", ""])("the server is not %j", (url) => {
	expect(() => readConnection({ PLUMBLINE_TOKEN: "plb_x", PLUMBLINE_URL: url })).toThrow(
		expect.objectContaining({ code: 2 }),
	);
});

test("levels: critical is what a tool calls so", () => {
	expect(isAtLeast({ severity: "high" }, "critical")).toBe(false);
	expect(isAtLeast({ severity: "high", rawSeverity: "Critical" }, "critical")).toBe(true);
	expect(isAtLeast({ severity: "medium" }, "low")).toBe(true);
	expect(isAtLeast({ severity: "none" }, "low")).toBe(false);
});

test.each([
	["https://Example.com:8443/x", "example.com"],
	["example.com:443", "example.com"],
	["[::1]:443", "::1"],
	["::1", "::1"],
])("the host of %j is %j", (target, host) => {
	expect(hostOf(target)).toBe(host);
});

test.each(["]]>", '"><failure/>', "a\u0000b\u001Bc\uFFFF", "\uD800", "&amp;\n\t"])("JUnit holds %j as text", (text) => {
	const finding = findingOf({ rule: "x", severity: "high", title: text });
	const names: string[] = [];
	const parser = new SaxesParser();
	parser.on("opentag", ({ name }) => names.push(name));
	parser.write(junitOf({ target: text, findings: [finding], parts: [], failOn: "low" })).close();
	expect(names).toEqual(["testsuites", "testsuite", "testcase", "failure"]);
});

test("a scan that did not see everything says once why, and JUnit has its gaps as skipped and no “No findings”", async () => {
	const reason = "https://example.com/ answered 403, which looks like a bot wall\u0007.";
	const missed = (part: string) => ({ part, label: `The ${part}`, status: "not-evaluated" as const, reason });
	const parts = [missed("headers"), missed("content"), { part: "tls", label: "TLS", status: "evaluated" as const }];
	const { system } = machine([
		() => Response.json({ receipt: { scanId: "1" } }, { status: 202 }),
		() => Response.json({ scan: { status: "completed" }, report: { coverage: "partial", findings: [], parts } }),
	]);
	const notes: string[] = [];
	const files: string[] = [];
	const code = await run(
		{
			...system,
			note: (line) => void notes.push(line),
			writeFile: async (_path, data) => void files.push(String(data)),
		},
		{
			args: ["scan", "example.com:443", "--kind", "sslyze", "--junit", "out.xml"],
			env: { PLUMBLINE_TOKEN: "plb_x", PLUMBLINE_URL: "https://example.com" },
			version: "",
		},
	);
	expect(code).toBe(0);
	expect(notes).toContain(
		"Not evaluated: The headers; The content. https://example.com/ answered 403, which looks like a bot wall\uFFFD.",
	);
	const [xml = ""] = files;
	new SaxesParser().write(xml).close();
	expect(xml).toContain('tests="2" failures="0" errors="0" skipped="2"');
	expect(xml.match(/<skipped message="[^"]*bot wall/g)).toHaveLength(2);
	expect(xml).not.toContain("No findings");
});

test("a list of findings that never ends is given up, and says how to ask for less", async () => {
	const { system } = machine([]);
	let pages = 0;
	const endless = async () => {
		pages += 1;
		return Response.json({ findings: [], next: `cursor ${pages}` });
	};
	const told: string[] = [];
	const code = await run({ ...system, fetch: endless, note: (line) => void told.push(line) }, {
		args: ["findings"],
		env: { PLUMBLINE_TOKEN: "plb_x", PLUMBLINE_URL: "https://example.com" },
	} as never);
	expect(code).toBe(2);
	expect(told.join()).toContain("more than 100,000 findings. Please ask for fewer");
	expect(pages).toBe(1_000);
});
