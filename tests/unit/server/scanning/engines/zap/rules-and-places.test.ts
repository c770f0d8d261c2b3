import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gapsOf } from "#server/scanning/engines/zap/gaps.ts";
import { lookAtZap } from "#server/scanning/engines/zap/look.ts";
import { planLimits, zapPlan } from "#server/scanning/engines/zap/plan.ts";
import { readZapJson } from "#server/scanning/engines/zap/read-json.ts";
import { setupOf, type ZapRules } from "#server/scanning/engines/zap/setup.ts";
import { checkedTarget } from "#tests/support/engines/checked-target.ts";

const ORIGIN = "http://localhost:8099";
const RECORDED = JSON.parse(
	await readFile(join(import.meta.dirname, "../../../../../fixtures/engines/zap-2.17-made-by-hand.json"), "utf8"),
);
const CSP = RECORDED.site[0].alerts.find(({ pluginid }: { pluginid: string }) => pluginid === "10038");

/** A report with one systemic alert on this many pages of our site, and on this many of another one. */
function reportOf(here: number, elsewhere = 0, given: object = {}): string {
	const instances = (origin: string, count: number) =>
		Array.from({ length: count }, (_, page) => ({ ...CSP.instances[0], uri: `${origin}/${page}` }));
	const site = (origin: string, count: number) => ({
		"@name": origin,
		alerts: count === 0 ? [] : [{ ...CSP, ...given, instances: instances(origin, count) }],
	});
	return JSON.stringify({
		"@programName": "ZAP",
		site: [site(ORIGIN, here), site("http://elsewhere.example", elsewhere)],
	});
}
const isSampled = (text: string, mayLimit = true) => {
	const read = readZapJson(text, ORIGIN, mayLimit);
	return read.status === "done" && read.alerts.some((alert) => alert.isSampled);
};

test("no rule may switch itself off: the plan limits no rule's alerts", () => {
	const where = { reportFolder: "/job", proxyHost: "127.0.0.1", proxyPort: 4000, userAgent: "x" };
	expect(zapPlan(checkedTarget({ host: "a.example" }), planLimits(900), where)).not.toContain("maxAlertsPerRule");
});

test("five places of a rule about the whole site may be a selection, counted over all sites, unless more were kept of another", () => {
	expect([4, 5, 6].map((pages) => isSampled(reportOf(pages)))).toEqual([false, true, false]);
	expect(isSampled(reportOf(3, 2))).toBe(true);
	expect(isSampled(reportOf(5, 1))).toBe(false);
	expect(isSampled(reportOf(5), false)).toBe(false);
	expect(isSampled(reportOf(5, 0, { systemic: false }))).toBe(false);
	expect(isSampled(reportOf(5, 0, { systemic: undefined }))).toBe(false);
	expect(isSampled(reportOf(501), false)).toBe(true);
	const two = JSON.parse(reportOf(5));
	two.site[0].alerts.push({ ...JSON.parse(reportOf(7)).site[0].alerts[0], pluginid: "10020", alertRef: "10020-1" });
	expect(isSampled(JSON.stringify(two))).toBe(false);
});

const WHERE = { origin: ORIGIN, host: "localhost", port: 8099, path: "/shop/?a=b", mayLimit: false };
const look = (text: string) => lookAtZap({ last: text, passive: "" }, WHERE, new Date(0));

test("a rule about the whole site is one finding with examples, however many places it has and whichever they are", () => {
	const [few, many] = [reportOf(3), reportOf(70)].map(look);
	expect(few).toMatchObject({ sampled: [], findings: [{ rule: "zap-10038-1", places: "examples" }] });
	expect(many).toMatchObject({
		sampled: [{ rule: "zap-10038-1", title: CSP.name }],
		findings: [{ places: "examples" }],
	});
	const [one, other] = [few, many].map((seen) => (seen?.status === "done" ? seen.findings[0] : undefined));
	expect(one?.location).toEqual({ host: "localhost", port: 8099, path: "/shop/*", parameter: "" });
	expect(other?.fingerprint).toBe(one?.fingerprint);
});

test("the places of another rule are listed one by one, up to 50; more are one finding, the same in any order", () => {
	const of = (count: number) => JSON.parse(reportOf(count, 0, { systemic: false }));
	const whole = look(JSON.stringify(of(50)));
	expect(whole).toMatchObject({ sampled: [], findings: { length: 50 } });
	const long = of(600);
	const ahead = look(JSON.stringify(long));
	expect(ahead).toMatchObject({ sampled: [{ rule: "zap-10038-1" }], findings: [{ places: "examples" }] });
	long.site[0].alerts[0].instances.reverse();
	expect(look(JSON.stringify(long))).toEqual(ahead);
});

test("no more than 5,000 findings are kept of one scan, and more make it partial", () => {
	const report = JSON.parse(reportOf(50, 0, { systemic: false }));
	const [one] = report.site[0].alerts;
	const alerts = Array.from({ length: 101 }, (_, rule) => ({ ...one, pluginid: String(rule), alertRef: undefined }));
	const lookAt = (count: number) => {
		report.site[0].alerts = alerts.slice(0, count);
		return look(JSON.stringify(report));
	};
	expect(lookAt(100)).toMatchObject({ cut: false, sampled: [], findings: { length: 5_000 } });
	expect(lookAt(101)).toMatchObject({ cut: true, findings: { length: 5_000 } });
});

const rules = (on: string[], off: string[] = [], active = ["40012", "10104"]): ZapRules => ({
	passive: [...on, ...off].map((id) => ({ id, name: `Rule ${id}`, isOn: on.includes(id) })),
	active: active.map((id) => ({ id, name: `Rule ${id}` })),
});

test("a rule counts as off if it was off or missing before or after the plan, whichever it was", () => {
	const offs = [
		setupOf(rules(["1", "2"]), rules(["1", "2"])),
		setupOf(rules(["1"], ["2"]), rules(["1", "2"])),
		setupOf(rules(["1", "2"]), rules(["1"], ["2"])),
		setupOf(rules(["1", "2"]), rules(["1"])),
		setupOf(rules(["1"]), rules(["1"], [], ["10104"])),
	].map((setup) => (setup.status === "asked" ? setup.off.map(({ id }) => id) : undefined));
	expect(offs).toEqual([[], ["2"], ["2"], ["2"], ["40012"]]);
});

test("what single rules could not see is said with a few names, without the rule that our plan turns off and without markup", () => {
	expect(gapsOf({ status: "ours" }, [])).toEqual([]);
	expect(gapsOf(setupOf(rules(["1"]), rules(["1"], [], ["40012"])), [])).toEqual([]);
	const many = Array.from({ length: 9 }, (_, index) => String(index + 2));
	const [gap] = gapsOf(setupOf(rules(["1"]), rules(["1"], many)), []);
	expect(gap).toMatchObject({
		reason:
			"9 of ZAP's rules were off, so nothing was looked for with them: Rule 2; Rule 3; Rule 4; Rule 5; Rule 6; and 4 more.",
		rules: many.map((id) => `zap-${id}`),
	});
	const odd = { passive: [{ id: "7", name: `a\u202e\n${"x".repeat(500)}`, isOn: false }], active: [] };
	const [strange] = gapsOf(setupOf(odd, odd), []);
	expect(strange).toMatchObject({ reason: expect.stringMatching(/^1 of ZAP's rules was off, .* with it: a x+…\.$/) });
});
