import { afterAll, beforeEach, expect, test } from "vitest";
import type { RunContext } from "#server/scanning/engines/engine.ts";
import { createZapEngine } from "#server/scanning/engines/zap/zap.ts";
import { startPractice } from "#server/scanning/practice/practice.ts";
import { checkedTarget } from "#tests/support/engines/checked-target.ts";
import { startNotingSite } from "#tests/support/engines/noting-site.ts";
import { quickClock } from "#tests/support/engines/quick-clock.ts";
import { runEngine } from "#tests/support/engines/run-engine.ts";
import { startZapDaemon, type ZapDaemon } from "#tests/support/engines/zap-daemon.ts";
import { freePorts } from "#tests/support/free-ports.ts";
import { until } from "#tests/support/until.ts";

const [httpPort, httpsPort] = await freePorts();
const practice = await startPractice({ httpPort, httpsPort });
afterAll(practice.close);
const daemons: ZapDaemon[] = [];
afterAll(() => Promise.all(daemons.map((daemon) => daemon.die())));
const KEY = "s3cret-key";
const userAgent = "Plumbline-Scanner/1.0 (+https://plumbline.example/scanner-info)";

let daemon: ZapDaemon;
beforeEach(async () => {
	daemon = await startZapDaemon({ key: KEY });
	daemons.push(daemon);
});

const engine = (timeLimitMs = 60_000, apiKey: string | undefined = KEY, onWait: (ms: number) => void = () => {}) =>
	createZapEngine({
		url: daemon.url,
		apiKey,
		path: "/nowhere/zap.sh",
		userAgent,
		timeLimitMs,
		daemon: quickClock(onWait),
	});
const run = (given: Partial<RunContext<"zap">> = {}, one = engine()) =>
	runEngine(one, {
		body: { url: `http://localhost:${httpPort}`, email: "a@example.org" },
		ports: [httpPort],
		...given,
	});
const made = (name: string) => daemon.calls.filter(({ path }) => path.endsWith(`/${name}/`));
const targetAt = (host: string, path: string, port = httpPort) => checkedTarget({ host, path, port, listed: true });
/** Until the daemon was asked once more how far its active part is. */
async function asked(): Promise<void> {
	const looks = () => daemon.calls.filter(({ path }) => path === "/JSON/ascan/view/scans/").length;
	const before = looks();
	await until(async () => looks() > before + 1, "it is asked how far it is");
}
/** Never ends by itself. */
const hang = () => new Promise<void>(() => {});

test("a zap daemon runs the same plan through our proxy, in its own session, with one call at a time", async () => {
	const one = engine();
	expect(await one.detect()).toEqual({ available: true, version: "2.17.0" });
	const { result, rules, steps, percents } = await run({}, one);
	expect(result).toMatchObject({ status: "completed", coverage: "full" });
	expect(rules).toEqual(["zap-10010", "zap-10038-1", "zap-10096", "zap-10109", "zap-40012", "zap-40018"]);
	expect(steps).toEqual([
		"Starting ZAP",
		"Following links",
		"Looking at the answers",
		"Writing down what the pages showed",
		"Trying for faults",
		"Looking at the last answers",
		"Writing the report",
	]);
	expect(percents).toEqual(percents.toSorted((a, b) => a - b));
	const asked = { what: `GET http://localhost:${httpPort}/`, outcome: "200" };
	expect(result.sent).toMatchObject([asked, asked]);
	const names = daemon.calls.map(({ path }) => path.split("/")[4]);
	expect(names.slice(0, 10)).toEqual([
		"version",
		"clearStats",
		"installedAddons",
		"version",
		"scanners",
		"scanners",
		"newSession",
		"setDefaultUserAgent",
		"runPlan",
		"planProgress",
	]);
	expect(names.slice(-2)).toEqual(["scanners", "scanners"]);
	expect(made("setDefaultUserAgent")[0]?.params).toEqual({ userAgent });
	expect(daemon.mostAtOnce()).toBe(1);
	expect(daemon.log).toEqual([]);
	expect(daemon.calls.every(({ key }) => key === KEY)).toBe(true);
	const site = await startNotingSite();
	await run({ target: targetAt("localhost", "/", site.port) }, one);
	expect(site.userAgents).toEqual([userAgent, userAgent]);
	daemon.set({ warnings: ["Only a warning"] });
	expect((await run({}, one)).result).toMatchObject({ status: "completed", coverage: "full" });
	expect(made("newSession")).toHaveLength(3);
});

test("a scan over https is complete: each tunnel was answered", async () => {
	daemon.set({ mode: "busy" });
	const target = checkedTarget({ scheme: "https", host: "localhost", path: "/", port: httpsPort, listed: true });
	// Its clock goes fifty times as fast as the tunnels.
	const { result } = await run({ target }, engine(3_600_000));
	expect(result).toMatchObject({ status: "completed", coverage: "full" });
	expect(new Set(result.sent.map(({ what, outcome }) => `${what}: ${outcome}`))).toEqual(
		new Set([`Connection to localhost:${httpsPort}: open`]),
	);
	expect(result.sent).toHaveLength(101);
});

test("a daemon's scan is as far as the daemon says", async () => {
	daemon.set({
		attack: async () => {
			for (const attacked of [20, 60]) {
				daemon.set({ attacked });
				await asked();
			}
		},
	});
	const { result, percents } = await run();
	expect(result).toMatchObject({ status: "completed", coverage: "full" });
	expect(percents).toEqual(expect.arrayContaining([40, 50, 70, 90]));
});

test("a daemon that does not say how far it is is no fault", async () => {
	daemon.set({
		reply: ({ path }) => (/\/(scans|recordsToScan)\/$/.test(path) ? { status: 400, body: "{}" } : undefined),
	});
	const { result } = await run();
	expect(result).toMatchObject({ status: "completed", coverage: "full" });
});

test("what a user typed only gets into the plan, never into an address of the API, and neither does the key", async () => {
	const hosts = [
		"-daemon",
		"a b",
		"x/../../JSON/core/action/shutdown/?a=",
		"a\r\nX-Evil: 1",
		"fe80::1%eth0",
		"",
		"A.example",
	];
	for (const host of hosts) {
		await expect(run({ target: targetAt(host, "/") }), host).rejects.toThrow("Not a checked target");
	}
	expect(made("runPlan")).toEqual([]);
	const path = "/p?planId=7&filePath=/etc/passwd#x\n";
	await run({ target: targetAt("localhost", path) });
	expect(made("runPlan")).toHaveLength(1);
	expect(Object.keys(made("runPlan")[0]?.params ?? {})).toEqual(["filePath"]);
	expect(made("runPlan")[0]?.params.filePath).toMatch(/\/plumbline-scan-[^/]+\/job\/plan\.yaml$/);
	expect(JSON.stringify(daemon.calls.map(({ path, params }) => [path, params]))).not.toMatch(/localhost|passwd|s3cret/);
});

test("a daemon that is away, too old or refuses our key is not available, and says what to do", async () => {
	const reason = async (one = engine()) => {
		const found = await one.detect();
		return found.available ? "available" : found.reason;
	};
	expect(await reason(engine(60_000, "wrong"))).toContain("Please check ZAP_API_KEY");
	expect((await run({}, engine(60_000, "wrong"))).result).toMatchObject({
		status: "failed",
		reason: { message: expect.stringContaining("ZAP_API_KEY") },
	});
	daemon.set({ version: "2.15.0" });
	expect(await reason()).toBe("ZAP 2.15.0 is at ZAP_URL, but too old: 2.16 or later is needed.");
	daemon.set({ version: "D-2026-01-01" });
	expect(await reason()).toContain("not as ZAP does");
	daemon.set({ reply: () => ({ status: 401, body: `{"code":"bad_api_key","message":"${KEY}"}` }) });
	expect(await reason()).toContain("Please set ZAP_API_KEY to the key that ZAP was started with.");
	await daemon.die();
	expect(await reason()).toBe(
		"No ZAP answers at ZAP_URL. Please start it there with zap.sh -daemon, or correct ZAP_URL.",
	);
	expect((await run()).result).toMatchObject({ status: "failed", reason: { code: "internal" } });
});

test("answers that are huge, no JSON, too deep, of another form or lead elsewhere are refused, and none is followed", async () => {
	const elsewhere = await startZapDaemon({ key: KEY });
	daemons.push(elsewhere);
	const location = `${elsewhere.url}/JSON/core/view/version/`;
	for (const reply of [
		{ status: 200, body: `{"version":"2.17.0"${" ".repeat(3_000_000)}}` },
		{ status: 200, body: "<html>hello</html>" },
		{ status: 200, body: `{"version":${"[".repeat(500)}${"]".repeat(500)}}` },
		{ status: 200, body: '{"version":"2.17.0<script>"}' },
		{ status: 500, body: "oh" },
		{ status: 302, headers: { location }, body: "" },
		{ status: 307, headers: { location }, body: "" },
	]) {
		daemon.set({ reply: () => reply });
		const found = await engine().detect();
		expect(found, reply.body.slice(0, 20)).toMatchObject({
			available: false,
			reason: expect.stringMatching(reply.body.length > 1e6 ? /more than we/ : /not as ZAP does/),
		});
	}
	expect(elsewhere.calls).toEqual([]);

	const progress = (body: string) => ({
		reply: ({ path }: { path: string }) => (path.endsWith("/planProgress/") ? { status: 200, body } : undefined),
	});
	for (const [body, why] of [
		[`{"info":[],"warn":[],"error":["${"x".repeat(3_000_000)}"]}`, "wrote more than we read"],
		['{"planId":0,"info":"[Job spider started]"}', "ended before it had tried everything"],
	] as const) {
		const attack = () => {
			daemon.set(progress(body));
			return hang();
		};
		daemon.set({ attack, reply: () => undefined });
		const { result } = await run();
		expect(result).toMatchObject({ status: "completed", coverage: "partial" });
		expect(JSON.stringify(result.parts)).toContain(why);
	}
});

test("a plan's errors are a failure when there is no report, and make it partial when there is one", async () => {
	daemon.set({ errors: [`Job activeScan failed with ${KEY} in the way`] });
	const partial = await run();
	expect(partial.result).toMatchObject({ status: "completed", coverage: "partial" });
	expect(partial.rules).toEqual(["zap-10010", "zap-10038-1", "zap-10096", "zap-10109"]);
	expect(JSON.stringify(partial.result.parts)).toContain("ZAP reported errors of its own.");
	daemon.set({ mode: "truncated" });
	const { result } = await run();
	expect(result).toMatchObject({ status: "failed", reason: { code: "internal" } });
	const message = result.status === "failed" ? result.reason.message : "";
	expect(message).toMatch(/Its last output: Job activeScan failed with … in the way Its report is not whole JSON\.$/);
	daemon.set({
		reply: ({ path }) =>
			path.endsWith("/runPlan/") ? { status: 400, body: '{"code":"does_not_exist","message":"/tmp/x"}' } : undefined,
	});
	expect((await run()).result).toMatchObject({
		reason: { message: expect.stringContaining("on the same machine as the worker and under the same user") },
	});
	daemon.set({ mode: "short", errors: [], reply: () => undefined });
	expect((await run()).result).toMatchObject({
		status: "failed",
		reason: { message: expect.stringContaining("does not include the site that was scanned") },
	});
});

test("a daemon that dies is tried once more when it is back; if it does not come back, its last output is kept", async () => {
	let deaths = 0;
	daemon.set({
		attack: async () => {
			if (deaths++ > 0) return;
			await daemon.die();
			await daemon.revive();
		},
	});
	expect((await run()).result).toMatchObject({ status: "completed", coverage: "full" });
	expect(made("runPlan")).toHaveLength(2);

	const failure = async (one: ReturnType<typeof engine>) => {
		const { result } = await run({}, one);
		return result.status === "failed" ? result.reason.message : "";
	};
	const dieOnceHeard = async () => {
		const { length } = made("planProgress");
		// The second one is requested once the first has been answered.
		await until(async () => made("planProgress").length >= length + 2, "the adapter has read how far it is");
		await daemon.die();
	};
	daemon.set({ mode: "truncated", attack: dieOnceHeard });
	const words =
		/^ZAP crashed( twice)? \(its daemon gave no more answers\)\. Its last output: .*Job activeScan started$/;
	expect(words.exec(await failure(engine()))).toMatchObject({ 1: undefined });
	await daemon.revive();
	// A real daemon has taken 38 s.
	let revivals = 0;
	const slow = engine(900_000, KEY, (waited) => {
		if (waited > 50_000 && revivals++ === 0) void daemon.revive();
	});
	expect(words.exec(await failure(slow))).toMatchObject({ 1: " twice" });
});

test("a scan whose time runs out is stopped in the daemon, and keeps what the crawl saw", async () => {
	daemon.set({ attack: hang });
	const { result, rules } = await run({}, engine(11_500));
	expect(result).toMatchObject({ status: "completed", coverage: "partial" });
	expect(result.parts.map(({ part, status }) => [part, status])).toEqual([
		["pages", "evaluated"],
		["attacks", "not-evaluated"],
	]);
	expect(JSON.stringify(result.parts)).toContain("ZAP was ended when its time was over");
	expect(rules).toEqual(["zap-10010", "zap-10038-1", "zap-10096", "zap-10109"]);
	expect(made("stopPlan").at(-1)?.params).toEqual({ planId: "0" });
});

test("a cancelled scan is stopped in the daemon and over within five seconds, even if the daemon does not react", async () => {
	for (const deaf of [false, true]) {
		const cancel = new AbortController();
		daemon.set({
			attack: async () => {
				if (deaf) daemon.set({ reply: () => "nothing" });
				cancel.abort();
				await hang();
			},
		});
		const one = engine();
		const { result } = await run({ signal: cancel.signal }, one);
		expect(result).toMatchObject({ status: "failed", reason: { code: "cancelled" } });
		expect(made("stopPlan").at(-1)?.params).toEqual({ planId: deaf ? "1" : "0" });
		if (!deaf) continue;
		// The plan that could not be stopped is stopped before the next one starts, or the next one does not start.
		const stopless = ({ path }: { path: string }) => (path.endsWith("Plan/") ? ("nothing" as const) : undefined);
		const before = made("newSession").length;
		daemon.set({ attack: async () => {}, reply: stopless });
		expect((await run({}, one)).result).toMatchObject({
			reason: { message: expect.stringContaining("still working on an earlier scan") },
		});
		expect(made("newSession")).toHaveLength(before);
		daemon.set({ reply: () => undefined });
		expect((await run({}, one)).result).toMatchObject({ status: "completed", coverage: "full" });
	}
});
