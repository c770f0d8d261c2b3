import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { judge } from "#server/scanning/engines/zap/judge.ts";
import { planLimits, zapPlan } from "#server/scanning/engines/zap/plan.ts";
import { createZapLog } from "#server/scanning/engines/zap/progress.ts";
import { readZapJson } from "#server/scanning/engines/zap/read-json.ts";
import { checkedTarget } from "#tests/support/engines/checked-target.ts";
import { readPlanText } from "#tests/support/engines/read-plan.ts";

const ORIGIN = "http://localhost:8099";
const REPORT = await readFile(
	join(import.meta.dirname, "../../../../../fixtures/engines/zap-2.17-made-by-hand.json"),
	"utf8",
);
const WHERE = { reportFolder: "/job", proxyHost: "127.0.0.1", proxyPort: 4000, userAgent: "Plumbline-Scanner/1.0" };

const checked = (host: string, path = "/", port?: number) =>
	checkedTarget({ scheme: "https", host, ipVersion: host.includes(":") ? 6 : 0, path, port });

const findings = (text = REPORT) => {
	const read = readZapJson(text, ORIGIN);
	return read.status === "done" ? judge(read.alerts, { host: "localhost", port: 8099 }, new Date(0)) : [];
};

test("a report as ZAP 2.17 writes it becomes findings of that site alone, with CWE, risk and confidence", () => {
	const all = findings();
	expect(all.map(({ rule, severity, confidence, location }) => [rule, severity, confidence, location.path])).toEqual([
		["zap-40012", "high", "high", "/search"],
		["zap-40018", "high", "high", "/item"],
		["zap-10010", "low", "high", "/"],
		["zap-10010", "low", "high", "/login"],
		["zap-10038-1", "medium", "high", "/"],
		["zap-10096", "low", "low", "/"],
		["zap-10109", "none", "high", "/"],
	]);
	expect(all[0]).toMatchObject({
		cwe: 79,
		rawSeverity: "High (confidence Medium)",
		title: "Cross Site Scripting (Reflected)",
		location: { host: "localhost", port: 8099, parameter: "q" },
		why: {
			engineer: expect.stringMatching(/^What a request holds comes back as part of the page's markup\. A script/),
		},
	});
	expect(all[6]?.cwe).toBeNull();
});

test("a rule is named by its number, with the sub-number where there is one", () => {
	const named = [
		["0", "0"],
		["6", "6-5"],
		["20019", "20019-1"],
		["10038", "10038-1"],
		["90020", undefined],
		["6", "60-1"],
	];
	const site = JSON.parse(REPORT).site[0];
	const alerts = named.map(([pluginid, alertRef]) => ({ ...site.alerts[0], pluginid, alertRef }));
	const text = JSON.stringify({ "@programName": "ZAP", site: [{ ...site, alerts }] });
	expect(findings(text).map(({ rule }) => rule)).toEqual([
		"zap-0",
		"zap-6-5",
		"zap-20019-1",
		"zap-10038-1",
		"zap-90020",
		"zap-6",
	]);
});

test("evidence holds what was tried and seen, and no cookie's value nor another parameter's", () => {
	const [xss, , cookie] = findings();
	expect(xss?.evidence.map(({ text }) => text)).toEqual([
		`GET ${ORIGIN}/search?session=…&q=%3CscrIpt%3Ealert%281%29%3B%3C%2FscRipt%3E`,
		"<scrIpt>alert(1);</scRipt>",
		"<scrIpt>alert(1);</scRipt>",
	]);
	expect(cookie?.evidence[1]?.text).toBe("Set-Cookie: sid=…");
	expect(JSON.stringify(findings())).not.toMatch(/9f8e7d6c5b4a|3c1f0aa9d2e84b7f|1700000000/);
});

test("what is not a report is broken, and unknown entries are left out and make it partial", () => {
	const broken = [
		"",
		REPORT.slice(0, -20),
		"[]",
		"null",
		"{}",
		`\ufeff${REPORT}`,
		"[".repeat(100_000),
		'{"site":[]}',
		`${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}`,
		Buffer.from(REPORT, "utf16le").toString("utf8"),
		REPORT.replace('"ZAP"', '"Some other tool"'),
	];
	for (const text of broken) expect(readZapJson(text, ORIGIN).status, text.slice(0, 20)).toBe("broken");
	const odd = readZapJson(REPORT.replace('"riskcode": "3"', '"riskcode": "9"'), ORIGIN);
	expect(odd).toMatchObject({ status: "done", cut: true });
	expect(readZapJson(REPORT, ORIGIN)).toMatchObject({ cut: false, networkFailed: false });
	expect(readZapJson(REPORT.replace('"Low", "reason"', '"High", "reason"'), ORIGIN)).toMatchObject({
		networkFailed: true,
		starved: false,
	});
	for (const key of ["insight.memory.usage", "insight.diskspace.full", "insight.database.full"]) {
		const short = REPORT.replace('"Low", "reason"', '"High", "reason"').replace("insight.network.failure", key);
		expect(readZapJson(short, ORIGIN), key).toMatchObject({ status: "done", networkFailed: false, starved: true });
	}
	// An invalid rule number and an alert without a place would be lost findings.
	expect(readZapJson(REPORT.replace('"pluginid": "40018"', '"pluginid": "-1"'), ORIGIN)).toMatchObject({ cut: true });
	const nowhere = JSON.parse(REPORT);
	nowhere.site[0].alerts[0].instances = [];
	expect(readZapJson(JSON.stringify(nowhere), ORIGIN)).toMatchObject({ status: "done", cut: true });
	// ZAP lists the site that it checked, even if it found nothing there.
	for (const site of [[], [{ "@name": "http://elsewhere.example", alerts: [] }]])
		expect(readZapJson(JSON.stringify({ "@programName": "ZAP", site }), ORIGIN).status).toBe("broken");
	const clean = JSON.stringify({ "@programName": "ZAP", site: [{ "@name": ORIGIN, alerts: [] }] });
	expect(readZapJson(clean, ORIGIN)).toMatchObject({ status: "done", alerts: [], cut: false });
});

test("a report of a million alerts is read up to a bound, and names from it cannot reach a prototype", () => {
	const one = {
		pluginid: "1",
		name: "x",
		riskcode: "1",
		confidence: "2",
		cweid: "__proto__",
		instances: [{ uri: "javascript:x" }],
	};
	const site = (alerts: string) => `{"@programName":"ZAP","site":[{"@name":"${ORIGIN}","alerts":[${alerts}]}]}`;
	const before = process.memoryUsage().heapUsed;
	const read = readZapJson(site(`${JSON.stringify(one)}${",{}".repeat(1_000_000)}`), ORIGIN);
	expect(read).toMatchObject({ status: "done", alerts: [{ pluginid: "1" }], cut: true });
	const many = readZapJson(site(new Array(20_000).fill(JSON.stringify(one)).join(",")), ORIGIN);
	expect(many).toMatchObject({ cut: true, alerts: { length: 2_000 } });
	const all = many.status === "done" ? judge(many.alerts, { host: "localhost", port: 8099 }, new Date(0)) : [];
	expect(all.every(({ cwe, location }) => cwe === null && location.host === "localhost")).toBe(true);
	expect(process.memoryUsage().heapUsed - before).toBeLessThan(400_000_000);
});

test("hostile texts of an alert are cut, in one line and without markup", () => {
	const hostile = JSON.parse(REPORT);
	Object.assign(hostile.site[0].alerts[0], {
		name: `a\u202eb\u0000\n${"x".repeat(5_000)}`,
		desc: `<p>${"<b>y</b>".repeat(10_000)}<script>alert(1)`,
		pluginid: "../../etc",
		alertRef: "40012-1",
	});
	Object.assign(hostile.site[0].alerts[1], {
		name: `a\u202eb\u0000\n${"x".repeat(5_000)}`,
		desc: "<script>alert(1)</script>",
	});
	const [first] = findings(JSON.stringify(hostile));
	expect(first?.rule).toBe("zap-40018");
	expect(first?.title.length).toBeLessThanOrEqual(120);
	expect(first?.title).toMatch(/^a b x+…$/);
	expect(first?.why.engineer).toBe("alert(1)");
});

test("the plan keeps ZAP to the target's origin, below the scan's time, and through the proxy", () => {
	const limits = planLimits(900);
	expect(limits.spiderMinutes + 2 * limits.passiveMinutes + limits.activeMinutes).toBeLessThanOrEqual(13);
	const plan = JSON.parse(zapPlan(checked("a.example", "/x/\x24{HOME}?q=1"), limits, WHERE));
	expect(plan.env.contexts).toEqual([
		{ name: "scan", urls: ["https://a.example/x/%24{HOME}"], includePaths: ["https://a\\.example/.*"] },
	]);
	expect(plan.env.proxy).toEqual({ hostname: "127.0.0.1", port: 4000 });
	expect(plan.jobs.map(({ type }: { type: string }) => type)).toEqual([
		"passiveScan-config",
		"spider",
		"passiveScan-wait",
		"report",
		"activeScan",
		"passiveScan-wait",
		"report",
	]);
	const waits = plan.jobs.filter(({ type }: { type: string }) => type === "passiveScan-wait");
	expect(waits.map(({ parameters }: { parameters: object }) => parameters)).toEqual(
		new Array(2).fill({ maxDuration: limits.passiveMinutes }),
	);
	// Its requests would claim to come from search engines.
	expect(plan.jobs[4].policyDefinition.rules).toEqual([{ id: 10104, threshold: "off" }]);
	const v6 = JSON.parse(zapPlan(checked("2001:db8::1", "/", 8443), limits, WHERE));
	expect(v6.env.contexts[0].includePaths).toEqual(["https://\\[2001:db8::1\\]:8443/.*"]);
	expect(new RegExp(`^${v6.env.contexts[0].includePaths[0]}$`).test("https://[2001:db8::1]:8443/a")).toBe(true);
});

test("only a checked host gets into a plan, and no path gets out of its string", () => {
	const hosts = [
		"-x",
		"a b",
		"a\nenv:",
		"$(id)",
		"fe80::1%eth0",
		"file:///etc/passwd",
		"",
		"a;b",
		"\x24{HOME}",
		"A.example",
	];
	for (const host of hosts)
		expect(() => zapPlan(checked(host), planLimits(900), WHERE), host).toThrow("Not a checked target");
	const text = zapPlan(checked("a.example", '/"\n- type: script\u2028\x24{X}'), planLimits(900), WHERE);
	expect(text).not.toContain("$");
	expect(text).not.toContain("\n- type");
	expect(JSON.parse(text).jobs).toHaveLength(7);
});

test("ZAP's YAML 1.1 reads a plan as JSON does, whatever is in a path, a folder or a user agent", () => {
	const odd = [
		"yes",
		"0777",
		"1:30",
		"~",
		"!x",
		"&a",
		"*a",
		"<<",
		"- a",
		"a: b",
		"\t",
		"\x07\x7f\x85\xa0",
		"\u2028a\ufeff",
		"😀",
		"\ud800",
	];
	const text = fc.oneof(
		fc.constantFrom(...odd),
		fc.string({ unit: "binary" }),
		fc.string({ unit: fc.integer({ min: 0, max: 0xff }).map((unit) => String.fromCharCode(unit)) }),
	);
	fc.assert(
		fc.property(text, text, text, (path, folder, userAgent) => {
			const plan = zapPlan(checked("a.example", `/${path}`), planLimits(900), {
				...WHERE,
				reportFolder: `/tmp/${folder}`,
				userAgent,
			});
			expect(readPlanText(plan)).toEqual(JSON.parse(plan));
			expect(plan).toMatch(/^[\n\x20-\x7e]*$/);
		}),
		{ numRuns: 50 },
	);
});

test("the stand-ins refuse what ZAP's YAML reader refuses, and read as it reads", () => {
	for (const text of [
		"a:\n\t- b",
		'{\n\t"a": 1\n}',
		'{"a": "b\tc"}',
		'{"a": "\x07"}',
		'{"a": "\x7f"}',
		'{"a": 1, "a": 2}',
		"a: 'b",
		"\ufffe",
	])
		expect(() => readPlanText(text), JSON.stringify(text)).toThrow();
	expect(readPlanText('{"a": off, "b": 0777, "c": 1:30, "d": "yes", "e": "a\u0085b"}')).toEqual({
		a: false,
		b: 511,
		c: 90,
		d: "yes",
		e: "a b",
	});
});

test("progress follows ZAP's own lines, and the time of its jobs is known", () => {
	const steps: [number, string][] = [];
	const log = createZapLog({ onProgress: (...step) => steps.push(step), limits: planLimits(900), now: () => 0 });
	log.begin();
	for (const job of ["spider", "passiveScan-wait", "report", "activeScan", "passiveScan-wait", "report", "nonsense"]) {
		log.line(`Job ${job} started`);
		log.line(`Job ${job} finished, time taken: 00:02:03`);
	}
	log.line("Job spider started by someone else".repeat(1_000));
	expect(steps.map(([percent]) => percent)).toEqual([3, 10, 25, 35, 40, 90, 95]);
	expect(new Set(steps.map(([, step]) => step)).size).toBe(7);
	expect(log.finished()[0]).toEqual({ job: "spider", seconds: 123 });
	// A second attempt reports nothing until it is further, and what the first one finished does not count for it.
	log.begin();
	for (const job of ["spider", "passiveScan-wait", "report", "activeScan"]) log.line(`Job ${job} started`);
	expect(steps).toHaveLength(7);
	expect(log.finished()).toEqual([]);
});

test("progress follows what ZAP says of a job, and the time that the job may take if it says nothing", () => {
	let now = 0;
	const percents: number[] = [];
	const limits = { spiderMinutes: 2, passiveMinutes: 1, activeMinutes: 10 };
	const log = createZapLog({ onProgress: (percent) => percents.push(percent), limits, now: () => now });
	const pass = (minutes: number) => {
		now += minutes * 60_000;
		log.tick();
		return percents.at(-1);
	};
	log.begin();
	expect(pass(1)).toBe(3);
	log.line("Job spider started");
	expect([pass(1), pass(1), pass(1)]).toEqual([17, 25, 25]);
	log.line("Job spider finished, time taken: 00:02:00");
	expect(log.running()).toBeUndefined();
	log.reach(1);
	log.line("Job passiveScan-wait started");
	log.reach(0.5);
	expect(percents.at(-1)).toBe(30);
	log.line("Job passiveScan-wait finished, time taken: 00:00:01");
	log.line("Job activeScan started");
	expect(pass(5)).toBe(65);
	log.reach(0.3);
	expect(percents.at(-1)).toBe(65);
	log.reach(0.7);
	// What ZAP says is better than the time.
	expect(pass(4)).toBe(75);
	log.reach(7);
	expect(percents.at(-1)).toBe(90);
	expect(percents).toEqual(percents.toSorted((a, b) => a - b));
});
