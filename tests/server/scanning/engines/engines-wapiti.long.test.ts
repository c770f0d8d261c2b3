import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readConfig } from "#server/platform/settings/config.ts";
import type { RunContext } from "#server/scanning/engines/engine.ts";
import { createWapitiEngine } from "#server/scanning/engines/wapiti/wapiti.ts";
import { startPractice } from "#server/scanning/practice/practice.ts";
import { checkedTarget } from "#tests/support/engines/checked-target.ts";
import { freePorts } from "#tests/support/free-ports.ts";
import { cancelRun } from "../../../support/engines/cancel-run.ts";
import { runEngine } from "../../../support/engines/run-engine.ts";

const [httpPort, httpsPort] = await freePorts();
const practice = await startPractice({ httpPort, httpsPort });
afterAll(practice.close);

const { WAPITI_PATH, VAR_DIR } = readConfig(process.env);
const options = { path: WAPITI_PATH, toolsFolder: join(VAR_DIR, "tools"), userAgent: "Plumbline-Scanner/1.0" };
const wapiti = createWapitiEngine({ ...options, timeLimitMs: 120_000 });
const hasWapiti = (await wapiti.detect()).available;

const run = (modules: string, port: number, given: Partial<RunContext<"wapiti">> = {}, engine = wapiti) =>
	runEngine(engine, {
		target: checkedTarget({ scheme: port === httpsPort ? "https" : "http", port, listed: true }),
		body: { target: `localhost:${port}`, modules },
		...given,
	});

test.skipIf(!hasWapiti)(
	"wapiti finds the faults of the practice target through the proxy, and reports each module as it begins",
	async () => {
		const { result, rules, steps } = await run("csp, csrf, file, redirect, sql, xss, cookieflags", httpPort);
		expect(result).toMatchObject({ status: "completed", coverage: "full" });
		expect(rules).toEqual([
			"wapiti-cookie-httponly",
			"wapiti-cookie-secure",
			"wapiti-csp",
			"wapiti-csrf",
			"wapiti-open-redirect",
			"wapiti-path-traversal",
			"wapiti-sql-injection",
			"wapiti-xss",
		]);
		expect(steps).toEqual(expect.arrayContaining(["Looking for pages and forms", "Module sql", "Module xss"]));
		expect(result.sent.every(({ address }) => address === "127.0.0.1")).toBe(true);
	},
	120_000,
);

test.skipIf(!hasWapiti)(
	"wapiti goes through the proxy for https too, and a closed port is a failure",
	async () => {
		const secure = await run("csp", httpsPort);
		expect(secure.rules).toEqual(["wapiti-csp"]);
		const closed = await run("csp", 1);
		expect(closed.result).toMatchObject({ status: "failed", reason: { code: "unreachable" } });
	},
	120_000,
);

test.skipIf(!hasWapiti)(
	"wapiti keeps to the scan's time limit, and a run that was cut short is partial and keeps what it found",
	async () => {
		// Not listed: five requests a second are far from enough.
		const given = { target: checkedTarget({ port: httpPort, listed: false }) };
		const short = createWapitiEngine({ ...options, timeLimitMs: 40_000 });
		// Looking for the tool is not part of the scan, and starts it once more.
		await short.detect();
		const began = Date.now();
		const { result, rules } = await run("csp, sql, xss, file", httpPort, given, short);
		expect(Date.now() - began).toBeLessThan(48_000);
		expect(result).toMatchObject({ status: "completed", coverage: "partial" });
		expect(result.parts[1]).toMatchObject({ part: "attacks", status: "not-evaluated" });
		expect(rules).toContain("wapiti-csp");
	},
	90_000,
);

test.skipIf(!hasWapiti)(
	"wapiti that is cancelled ends within five seconds, leaves no process behind, and finds nothing",
	() =>
		cancelRun(async (signal, isThere) => {
			const onProgress = (_: number, step: string) => step === "Module sql" && isThere();
			return (await run("sql", httpPort, { signal, onProgress })).result;
		}),
	60_000,
);
