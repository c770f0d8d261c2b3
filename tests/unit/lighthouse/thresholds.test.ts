import { expect, test } from "vitest";
import { scoreTable } from "#tests/lighthouse/table.ts";
import {
	belowThresholds,
	isSettled,
	MOST_TRIES,
	median,
	type RouteScores,
	tooBusy,
	wantsAnotherRun,
} from "#tests/lighthouse/thresholds.ts";

const perfect = { accessibility: 1, seo: 1, performance: 1 };
const landing: RouteScores = { path: "/", indexable: true, asksPwa: true, runs: [perfect] };
const categories = Object.keys(perfect);
const problems = (route: Partial<RouteScores>) => belowThresholds([{ ...landing, ...route }], categories, ["/"]);

test("everything but performance is 100 on every run", () => {
	expect(problems({})).toEqual([]);
	expect(problems({ runs: [perfect, { accessibility: 0.99 }] })).toEqual(["/: accessibility is 99, not 100."]);
});

test("performance is the median of its runs, and counts on the routes that are held", () => {
	const runs = [{ ...perfect, performance: 0.5 }, { performance: 0.96 }, { performance: 0.95 }];
	expect(problems({ runs })).toEqual([]);
	const slow = [...runs, { performance: 0.94 }, { performance: 0.94 }];
	expect(problems({ runs: slow })).toEqual(["/: performance is 94 (median of 5), below 95."]);
	expect(problems({ path: "/about", runs: slow })).toEqual([]);
});

test("what was not measured does not pass", () => {
	expect(problems({ runs: [{ ...perfect, accessibility: null }] })).toEqual(["/: accessibility was not measured."]);
});

test("a page that the machine was too busy to time is not judged by its performance, and by everything else", () => {
	const busy = { performance: null };
	const untimed = Array.from({ length: MOST_TRIES - 2 }, () => busy);
	const runs = [{ accessibility: 1, seo: 1 }, ...untimed, { performance: 0.5 }, { performance: 0.5 }];
	expect(tooBusy({ ...landing, runs })).toBe(true);
	expect(problems({ runs })).toEqual([]);
	expect(problems({ runs: [...runs, { accessibility: 0.9 }] })).toHaveLength(1);
	expect(problems({ runs: [...runs, { performance: 0.5 }] })).toEqual([
		"/: performance is 50 (median of 3), below 95.",
	]);
	expect(problems({ runs: runs.slice(1) })).toContain("/: accessibility was not measured.");
});

test("SEO counts only where a page may be found", () => {
	const runs = [{ ...perfect, seo: 0.6 }];
	expect(problems({ runs })).toHaveLength(1);
	expect(problems({ runs, indexable: false })).toEqual([]);
	expect(problems({ runs, path: "/dashboard/overview" })).toEqual([]);
});

test("`pwa` counts on the pages that are asked", () => {
	const runs = [{ ...perfect, pwa: 0.9 }];
	const wanted = [...categories, "pwa"];
	expect(belowThresholds([{ ...landing, runs }], wanted, ["/"])).toEqual(["/: pwa is 90, not 100."]);
	expect(belowThresholds([{ ...landing, asksPwa: false, runs: [perfect] }], wanted, ["/"])).toEqual([]);
});

test("the median of an even count lies between the two in the middle", () => {
	expect(median([100, 90, 96, 94])).toBe(95);
});

test("the table shows the median, and the worst run where it differs", () => {
	const runs = [perfect, { performance: 0.9 }, { performance: 0.97 }];
	expect(scoreTable([{ ...landing, indexable: false, runs }], categories)).toBe(
		[
			"| route | accessibility | seo | performance |",
			"| --- | ---: | ---: | ---: |",
			"| `/` | 100 | – | 97 (90) |",
		].join("\n"),
	);
});

test("runs that differ much are followed by more, up to seven, always an odd number", () => {
	expect(wantsAnotherRun([], 3)).toBe(true);
	expect(wantsAnotherRun([95, 60], 3)).toBe(true);
	expect(wantsAnotherRun([95, 97, 100], 3)).toBe(false);
	expect(wantsAnotherRun([95, 97, 89], 3)).toBe(true);
	expect(wantsAnotherRun([95, 97, 89, 97], 3)).toBe(true);
	expect(wantsAnotherRun([95, 97, 89, 97, 97, 97, 97], 3)).toBe(false);
	expect(wantsAnotherRun([100, 100, 100], 5)).toBe(true);
});

test("two runs that are high enough settle a page, because the third cannot change the median of three", () => {
	expect(isSettled([95, 99])).toBe(true);
	expect(isSettled([94, 99])).toBe(false);
	expect(isSettled([99])).toBe(false);
	expect(median([95, 99, 0])).toBeGreaterThanOrEqual(95);
});
