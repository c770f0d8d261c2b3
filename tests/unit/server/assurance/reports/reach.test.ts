import { describe, expect, test } from "vitest";
import { reachOf, reachSentence, reachText, unreachedOf } from "#server/assurance/reports/data/reach.ts";
import type { ReportData, ReportFailure, ReportLook } from "#server/assurance/reports/data/report-data.ts";
import { reportGrade } from "#server/assurance/reports/data/report-grade.ts";
import { vulnerabilityAssessment } from "#server/assurance/reports/templates/vulnerability-assessment.ts";
import { reportData, reportFinding } from "./report-data.ts";
import { evaluated, missed } from "./samples.ts";

const HOST = "a.example.com";
const at = (day: string) => `2026-11-${day}T10:00:00.000Z`;
const target = (host = HOST) => ({ host, client: "", certificateEndsAt: null, endOfLife: [] });
const look = (over: Partial<ReportLook> = {}): ReportLook => ({
	scanId: "s",
	host: HOST,
	kind: "combined",
	finishedAt: at("20"),
	coverage: "full",
	parts: [evaluated("tls"), evaluated("headers")],
	...over,
});
const failure = (over: Partial<ReportFailure> = {}): ReportFailure => ({
	scanId: "f",
	host: HOST,
	kind: "nmap",
	finishedAt: at("21"),
	reason: "No answer.",
	...over,
});

const reach = (looks: ReportLook[], failures: ReportFailure[] = []) =>
	reachOf({ targets: [target()], looks, failures })[0];

describe("a host in scope", () => {
	test("is not scanned when no scan of it ended", () => {
		expect(reach([])).toMatchObject({ state: "not-scanned" });
	});

	test("failed when none of its scans was completed, with the newest reason", () => {
		const failures = [failure({ finishedAt: at("19"), kind: "zap", reason: "Older." }), failure()];
		expect(reach([], failures)).toMatchObject({ state: "failed", finishedAt: at("21"), reason: "No answer." });
	});

	test("failed when its scan was completed and could look at nothing", () => {
		const parts = [missed("tls", "It hung up."), missed("headers", "It hung up.")];
		expect(reach([look({ parts, coverage: "partial" })])).toMatchObject({ state: "failed", reason: "It hung up." });
	});

	test("was partly evaluated when a part is missing, when a kind failed, or when its scan says so", () => {
		const gap = reach([look({ parts: [evaluated("tls"), missed("headers")], coverage: "partial" })]);
		expect(gap).toMatchObject({ state: "partly", missing: [{ kind: "combined", reason: "No answer in 5 s." }] });
		expect(reach([look()], [failure()])).toMatchObject({
			state: "partly",
			missing: [{ kind: "nmap", reason: "No answer." }],
		});
		expect(reach([look({ coverage: "partial" })])).toMatchObject({ state: "partly", missing: [{ kind: "combined" }] });
	});

	test("was fully evaluated only when nothing is missing", () => {
		expect(reach([look()])).toEqual({ host: HOST, client: "", state: "fully" });
	});
});

test("each of the four states has its own words, in a sentence and in a line", () => {
	const all = reachOf(reportData("executive-summary"));
	expect(all.map(({ host, ...state }) => [host, reachText(state)])).toEqual([
		["api.example.com", "Fully evaluated"],
		["mail.example.com", "Partly evaluated, 1 part missing"],
		["new.example.com", "Not scanned"],
		["old.example.com", "Scan failed: The host did not answer within 10 minutes."],
		["shop.example.com", "Fully evaluated"],
	]);
	expect(unreachedOf(all).map(({ host }) => host)).toEqual(["new.example.com", "old.example.com"]);
	expect(reachSentence(all)).toBe(
		"Of 5 hosts: 2 fully evaluated, 1 partly evaluated, 1 not reached because its scan failed, 1 not scanned.",
	);
	expect(reachSentence([])).toBe("No host is in scope.");
});

describe("the grade of a report", () => {
	const graded = (hosts: number, looks: ReportLook[], failures: ReportFailure[] = []) =>
		reportGrade({
			targets: Array.from({ length: hosts }, (_, index) => target(index === 0 ? HOST : `${index}.example.com`)),
			looks,
			failures,
			findings: [],
		});

	test("is an A only when every host in scope was fully evaluated", () => {
		expect(graded(1, [look()])).toMatchObject({ grade: "A", label: "Grade" });
		expect(graded(2, [look()])).toMatchObject({ grade: null, label: "No grade" });
		expect(graded(1, [look()], [failure()])).toMatchObject({ grade: null });
	});

	test("is none when fewer than half of the hosts could be scanned", () => {
		const reason = "Only 1 of 3 hosts could be scanned. That is too little for a grade.";
		expect(graded(3, [look()])).toEqual({ grade: null, label: "No grade", reason });
		expect(graded(1, [], [failure()]).reason).toBe("None of 1 host could be scanned. That is too little for a grade.");
		expect(graded(0, []).reason).toBe("No host is in scope, so there is nothing to grade.");
	});

	test("is none when something else answered in place of half of the sites or more", () => {
		const wall = { ...missed("headers"), instead: "bot-wall" as const };
		const blocked = (host = HOST) => look({ host, parts: [evaluated("tls"), wall], coverage: "partial" });
		const findings = [reportFinding({ host: HOST, severity: "low" })];
		const gradeIn = (hosts: string[], looks: ReportLook[]) =>
			reportGrade({ targets: hosts.map(target), looks, failures: [], findings });
		expect(gradeIn([HOST], [blocked()])).toMatchObject({
			grade: null,
			reason: expect.stringContaining("looks like a bot wall"),
		});
		const others = ["b.example.com", "c.example.com"];
		expect(gradeIn([HOST, ...others], [look(), ...others.map(blocked)])).toMatchObject({
			grade: null,
			reason: "We saw a page of only 1 of 3 hosts. That is too little for a grade.",
		});
		expect(gradeIn(others, others.map(blocked)).reason).toMatch(/^We saw a page of none of 2 hosts\./);
		const rest = others.map((host) => look({ host }));
		expect(gradeIn([HOST, ...others], [blocked(), ...rest])).toMatchObject({ grade: "B", label: "Grade, at best" });
	});

	test("of what was found is the best it can be", () => {
		const findings = [reportFinding({ host: HOST, severity: "high" })];
		const data = { targets: [target(), target("b.example.com")], looks: [look()], failures: [], findings };
		expect(reportGrade(data)).toMatchObject({ grade: "D", label: "Grade, at best" });
	});
});

test("an assessment's folded coverage never says that everything was looked at where a host or a whole scan is missing", () => {
	const base = reportData("vulnerability-assessment");
	const inShort = (over: Partial<ReportData>) =>
		vulnerabilityAssessment({ ...base, ...over }).sections.find(({ id }) => id === "coverage")?.inShort;
	const [shop, , api] = base.looks;
	const looks = [shop, api].filter((each) => each !== undefined);
	const scanned = base.targets.filter(({ host }) => looks.some((each) => each.host === host));
	const whole = { looks, targets: scanned, failures: [] };
	expect(inShort(whole)).toBe("Everything was looked at");
	expect(inShort({ ...whole, targets: base.targets })).toBe("3 hosts were not reached");
	const failures = base.failures.map((failure) => ({ ...failure, host: "shop.example.com" }));
	expect(inShort({ ...whole, failures })).toBe("1 part could not be looked at");
	expect(inShort({})).toBe("2 hosts were not reached, 1 part could not be looked at");
	expect(inShort({ ...whole, looks: [] })).toBe("Nothing was scanned in this period");
});
