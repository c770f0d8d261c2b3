import { expect, test } from "vitest";
import type { AddressLook } from "#contract/findings/addresses-looked-at.ts";
import type { ScanReport } from "#contract/findings/findings.ts";
import { type Known, mergeReport } from "#server/assurance/findings/merge-report.ts";
import type { RunResult } from "#server/scanning/engines/engine.ts";
import { lookAtWapiti } from "#server/scanning/engines/wapiti/look.ts";
import { gapsOf } from "#server/scanning/engines/zap/gaps.ts";
import { lookAtZap } from "#server/scanning/engines/zap/look.ts";
import { buildReport } from "#server/scanning/scans/report/build-report.ts";
import { findingOf } from "#tests/support/engines/found.ts";
import { seededRandom } from "#tests/support/outbox/outbox-clock.ts";

const AT = { host: "shop.example", port: 443 };
const ORIGIN = "https://shop.example";
type Done = Extract<RunResult, { status: "completed" }>;

/** A workspace that takes in the reports of scans, one an hour. */
function workspace() {
	let stored: Known[] = [];
	let hour = 0;
	return {
		open: () => stored.filter(({ tracked }) => !tracked.fixedAt).length,
		takeIn(result: Pick<Done, "findings" | "parts" | "visited" | "addresses">) {
			const startedAt = new Date(Date.UTC(2026, 10, 1, hour++));
			const finishedAt = new Date(startedAt.getTime() + 60_000);
			const coverage = result.parts.every(({ status }) => status === "evaluated") ? "full" : "partial";
			const done: Done = { ...result, status: "completed", coverage, sent: [] };
			const report: ScanReport = buildReport({ target: ORIGIN, startedAt, finishedAt, result: done });
			const { fresh, moved, narrowed, changes } = mergeReport(report, stored, { from: startedAt, at: finishedAt });
			const written = new Map(stored.map((one) => [one.fingerprint, one]));
			for (const { finding, after } of fresh) written.set(finding.fingerprint, { ...finding, tracked: after });
			for (const { fingerprint, after } of moved) {
				const one = written.get(fingerprint);
				if (one) written.set(fingerprint, { ...one, tracked: after });
			}
			for (const { fingerprint, addresses } of narrowed) {
				const one = written.get(fingerprint);
				if (one) written.set(fingerprint, { ...one, addresses });
			}
			stored = [...written.values()];
			return changes.map(({ what }) => what);
		},
	};
}

const evaluated = (part: string) => ({ part, label: part, status: "evaluated" }) as const;
const pages = (count: number) => Array.from({ length: count }, (_, page) => `/page-${page}`);

/** ZAP's report: these problems, each in these places. */
function zapReport(alerts: { rule: string; systemic: boolean; paths: readonly string[] }[]): string {
	const instance = { method: "GET", param: "", attack: "", evidence: "", otherinfo: "" };
	return JSON.stringify({
		"@programName": "ZAP",
		site: [
			{
				"@name": ORIGIN,
				alerts: alerts.map(({ rule, systemic, paths }) => ({
					pluginid: rule,
					name: `Problem ${rule}`,
					riskcode: "2",
					confidence: "2",
					systemic,
					instances: paths.map((path) => ({ ...instance, uri: `${ORIGIN}${path}` })),
				})),
			},
		],
	});
}

function zap(report: string, mayLimit: boolean) {
	const look = lookAtZap({ last: report, passive: "" }, { origin: ORIGIN, ...AT, path: "/", mayLimit }, new Date(0));
	if (look.status !== "done") throw new Error(look.reason);
	return { findings: look.findings, parts: [evaluated("pages"), ...gapsOf({ status: "ours" }, look.sampled)] };
}

function wapiti(items: Record<string, readonly string[]>, visited: readonly string[], listed = 10_000) {
	const vulnerabilities = Object.fromEntries(
		Object.entries(items).map(([category, paths]) => [
			category,
			paths.map((path) => ({ method: "GET", path, info: category, level: 1, parameter: "q" })),
		]),
	);
	const crawled_pages = visited.map((path) => ({ request: { url: `${ORIGIN}${path}`, status_code: 200 } }));
	const report = JSON.stringify({ vulnerabilities, infos: { crawled_pages: crawled_pages.slice(0, listed) } });
	const counts = { forwarded: 9, unanswered: 0, refused: 0 };
	const look = lookAtWapiti(report, "", { at: AT, path: "/", counts }, new Date(0));
	if (look.status !== "done") throw new Error(look.reason);
	const { findings, parts, visited: paths } = look;
	return { findings, parts, ...(paths ? { visited: paths } : {}) };
}

test("forty shuffled, sampled and cut reports of a site that does not change say nothing new after the first", () => {
	const random = seededRandom(155);
	const shuffled = <T>(list: readonly T[]) =>
		list
			.map((item) => [random(), item] as const)
			.toSorted(([a], [b]) => a - b)
			.map(([, item]) => item);
	const some = <T>(list: readonly T[], least: number) =>
		shuffled(list).slice(0, least + Math.floor(random() * (list.length - least + 1)));
	// Each visit has another session, and what a crawl comes to first is chance.
	const visit = (paths: readonly string[]) =>
		paths.map((path) => (random() < 0.5 ? path : `${path};jsessionid=${Math.floor(random() * 1e9).toString(16)}`));
	const all = pages(81);
	const byZap = workspace();
	const byWapiti = workspace();
	const events = Array.from({ length: 40 }, (_, turn) => {
		const isLimited = random() < 0.5;
		const zapSaw = zapReport(
			shuffled([
				// Five places of many, by chance, whether or not we know that it keeps no more.
				{ rule: "10038", systemic: true, paths: visit(shuffled(all).slice(0, 5)) },
				// About as many as we list, once more and once fewer.
				{ rule: "10010", systemic: false, paths: visit(turn === 0 ? shuffled(all) : some(all, 45)) },
				{ rule: "40012", systemic: false, paths: visit(shuffled(all.slice(0, 3))) },
			]),
		);
		const crawled = turn === 0 ? shuffled(all) : some(all, 10);
		const wapitiSaw = {
			"Cross Site Scripting": crawled.filter((path) => all.indexOf(path) < 4),
			"Internal Server Error": crawled,
		};
		return [...byZap.takeIn(zap(zapSaw, isLimited)), ...byWapiti.takeIn(wapiti(wapitiSaw, visit(crawled)))];
	});
	expect(events[0]).toEqual(new Array(10).fill("new"));
	expect(events.slice(1)).toEqual(new Array(39).fill([]));
	expect([byZap.open(), byWapiti.open()]).toEqual([5, 5]);
});

test("a finding with examples is fixed when a complete look has no place of its rule, and not before", () => {
	const site = workspace();
	const look = (count: number) => site.takeIn(wapiti({ "Internal Server Error": pages(count) }, ["/", ...pages(81)]));
	expect(look(81)).toEqual(["new"]);
	expect(look(12)).toEqual([]);
	expect(look(1)).toEqual([]);
	expect(site.open()).toBe(1);
	expect(look(0)).toEqual(["fixed"]);
	// From here on its places are known one by one again.
	expect(look(2)).toEqual(["new", "new"]);
	expect(look(1)).toEqual(["fixed"]);
});

test("places that are known one by one are not fixed by a list of examples, and the list is not news", () => {
	const site = workspace();
	const look = (paths: readonly string[]) => site.takeIn(wapiti({ "Internal Server Error": paths }, pages(90)));
	expect(look(["/page-0", "/page-1"])).toEqual(["new", "new"]);
	expect(look(pages(90).slice(2))).toEqual([]);
	expect(site.open()).toBe(3);
	expect(look(["/page-0"])).toEqual(["fixed"]);
	expect(look([])).toEqual(["fixed", "fixed"]);
});

test("a problem on a page that a crawl did not come to is not fixed, and one on a page that it saw again is", () => {
	const site = workspace();
	const xss = (paths: readonly string[], visited: readonly string[]) =>
		site.takeIn(wapiti({ "Cross Site Scripting": paths }, visited));
	expect(xss(["/a", "/b"], ["/", "/a", "/b"])).toEqual(["new", "new"]);
	expect(xss(["/a"], ["/", "/a"])).toEqual([]);
	expect(xss(["/a"], ["/", "/a", "/b"])).toEqual(["fixed"]);
});

/** Our own checks: certificates were read at these addresses, and had expired at some; everything else was looked at on the first. */
function certificates(read: readonly string[], expired: readonly string[], notReached: readonly string[] = []) {
	const look = (address: string, looked: AddressLook["looked"]): AddressLook => ({ ...AT, address, looked });
	const addresses = [
		...read.map((address, at) => look(address, at === 0 ? "all" : "certificate")),
		...notReached.map((address) => look(address, "none")),
	];
	const finding = findingOf({ ...AT, engine: "baseline", rule: "certificate-expired" });
	const findings = expired.length === 0 ? [] : [{ ...finding, addresses: [...expired] }];
	return { findings, parts: [evaluated("tls"), evaluated("certificate")], addresses };
}

test("a certificate is fixed at the address where it had expired, and not because another one answers", () => {
	const site = workspace();
	expect(site.takeIn(certificates(["A", "B"], ["A"]))).toEqual(["new"]);
	expect(site.takeIn(certificates(["B"], [], ["A"]))).toEqual([]);
	// The name leads to one of several in turn.
	expect(site.takeIn(certificates(["B"], []))).toEqual([]);
	expect(site.takeIn(certificates(["A", "B"], ["A"]))).toEqual([]);
	expect(site.takeIn(certificates(["A", "B"], []))).toEqual(["fixed"]);
});

test("a certificate that expired at two addresses is fixed when both have been seen without it, in one scan or in two", () => {
	const site = workspace();
	site.takeIn(certificates(["A"], ["A"]));
	expect(site.takeIn(certificates(["B"], ["B"]))).toEqual([]);
	expect(site.takeIn(certificates(["B"], [], ["A"]))).toEqual([]);
	expect(site.takeIn(certificates(["A"], [], ["B"]))).toEqual(["fixed"]);
	expect(site.takeIn(certificates(["A", "B"], ["B"]))).toEqual(["reopened"]);
});

test("an address that was taken out of a name with several no longer holds a finding open, if the others were seen without it", () => {
	const site = workspace();
	site.takeIn(certificates(["A", "B", "C"], ["A"]));
	expect(site.takeIn(certificates(["B"], [], ["C"]))).toEqual([]);
	expect(site.takeIn(certificates(["B", "C"], []))).toEqual(["fixed"]);
});

test("what needs a full look is fixed only by one at its address", () => {
	const site = workspace();
	const tls = (addresses: string[], seenAt?: string) => {
		const finding = findingOf({ ...AT, engine: "baseline", rule: "tls-old-protocol" });
		const findings = seenAt === undefined ? [] : [{ ...finding, addresses: [seenAt] }];
		return site.takeIn({ ...certificates(addresses, []), findings });
	};
	expect(tls(["A", "B"], "A")).toEqual(["new"]);
	expect(tls(["B", "A"])).toEqual([]);
	expect(tls(["A", "B"])).toEqual(["fixed"]);
});
