import { describe, expect, it } from "vitest";
import type { ScanReport } from "#contract/findings/findings.ts";
import { digestMail } from "#server/assurance/findings/digests/mails/digest-mail.ts";
import { scanFailedMail } from "#server/assurance/reports/mails/scan-failed-mail.ts";
import { scanReportMail } from "#server/assurance/reports/mails/scan-report-mail.ts";
import { scanEndedMail } from "#server/scanning/scans/mails/scan-ended-mail.ts";
import { site } from "#src/config/site.ts";
import { pageTree } from "../../assurance/reports/page-tree.ts";
import { aFinding, aReport, EXPIRES, evaluated, HOSTILE, missed, STARTED } from "../../assurance/reports/samples.ts";

const LINK = "https://plumbline.example/r/token";
const NOT_ME = "https://plumbline.example/not-me/token";

const reportMail = (report: ScanReport) =>
	scanReportMail({ report, link: LINK, notMeLink: NOT_ME, expiresAt: EXPIRES });
const failedMail = (target: string, message: string) =>
	scanFailedMail({ target, failure: { code: "unreachable", message }, requestedAt: STARTED, notMeLink: NOT_ME });

/** What an email program could turn into a link. */
const LINKABLE = /https?:\/\/[^\s]+|www\.[^\s]+|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b/gi;
const linkable = (text: string) => new Set(text.match(LINKABLE) ?? []);
const OWN = new Set([LINK, NOT_ME, "plumbline.example"]);

const fourProblems = [
	aFinding({ severity: "high", rule: "a", title: "First" }),
	aFinding({ severity: "high", rule: "b", title: "Second" }),
	aFinding({ severity: "medium", rule: "c", title: "Third" }),
	aFinding({ severity: "low", rule: "d", title: "Fourth" }),
];

describe("the email with a report", () => {
	it("sums up grade, counts and the three worst findings, with the link, its end and the way to unsubscribe", () => {
		const { subject, text, html } = reportMail(aReport({ findings: fourProblems }));
		expect(subject).toBe("Scan report for shop[.]example[.]com: grade D");
		const tree = pageTree(html);
		for (const version of [text, tree.tags("body").map(tree.text).join("")]) {
			for (const part of [
				"Grade D",
				"One or two high findings",
				"2 high, 1 medium, 1 low",
				"High: First",
				"Medium: Third",
				"27 Dec 2026",
				"Didn’t ask for this?",
			])
				expect(version).toContain(part);
			expect(version).not.toContain("Fourth");
			expect(version).not.toContain("Not evaluated");
		}
		const links = tree.tags("a").map((link) => tree.attribute(link, "href"));
		expect(links).toEqual([LINK, NOT_ME]);
		expect(text).toContain(LINK);
		expect(text).toContain(NOT_ME);
		expect(text).toContain(site.email);
	});

	it("says what answered in place of the site and what to do, and has no letter for it", () => {
		const reason = "https://shop.example.com/ answered 403, which looks like a bot wall and not the site.";
		const parts = [evaluated("tls"), evaluated("caa"), { ...missed("headers", reason), instead: "bot-wall" as const }];
		const { subject, text } = reportMail(aReport({ coverage: "partial", parts, findings: fourProblems }));
		expect(subject).toBe("Scan report for shop[.]example[.]com: no grade");
		expect(text).toContain("looks like a bot wall, not the site itself. We saw no page, so there is no grade.");
		expect(text).toContain("Let our scanner through and scan again.");
		expect(text).toContain("answered 403, which looks like a bot wall");
		expect(text).not.toMatch(/everything this scan covers|grade [A-F]/i);
	});

	it("has titles as plain text, without the backticks of their code", () => {
		const { text, html } = reportMail(aReport({ findings: [aFinding({ title: "No `Referrer-Policy`" })] }));
		for (const version of [text, html]) expect(version).toContain("Medium: No Referrer-Policy");
	});

	it("says what was not evaluated and that the grade is the best case", () => {
		const parts = [evaluated("tls"), evaluated("headers"), missed("dns")];
		const { subject, text, html } = reportMail(aReport({ coverage: "partial", parts, findings: [aFinding()] }));
		expect(subject).toContain("grade B at best");
		for (const version of [text, html]) {
			expect(version).toContain("Not evaluated: 1 of 3 parts. That does not mean clean.");
			expect(version).toContain("The dns part: No answer in 5 s.");
		}
	});

	it("names no first steps when there is nothing to do", () => {
		const { text } = reportMail(aReport({ findings: [aFinding({ severity: "none" })] }));
		expect(text).toContain("Grade A");
		expect(text).not.toContain("Look at");
	});

	it("has no links but ours, no matter what the target, titles and reasons contain", () => {
		const bait = "Pay at https://evil.example/x or www.evil.example or me@evil.example";
		const parts = [evaluated("tls"), missed("dns", bait)];
		const report = aReport(
			{ coverage: "partial", parts, findings: [aFinding({ title: bait })] },
			`https://evil.example/${bait}`,
		);
		const { subject, text, html } = reportMail(report);
		for (const version of [subject, text, ...pageTree(html).stretches])
			for (const found of linkable(version)) expect(OWN).toContain(found);
		expect(text).toContain("Pay at https[:]//evil[.]example/x or www[.]evil[.]example or me[@]evil[.]example");
	});

	it("leaves out the path of the target: a visitor could write a message in it", () => {
		const { subject, text, html } = reportMail(aReport({}, "https://shop.example.com/Your-account-is-locked"));
		for (const version of [subject, text, html]) expect(version).not.toContain("locked");
	});
});

describe("the email about a failed scan", () => {
	it("says what happened, that there is no report, and what that does not mean", () => {
		const { subject, text, html } = failedMail("shop.example.com", "We could not reach shop.example.com:443 in 10 s.");
		expect(subject).toBe("No scan report for shop[.]example[.]com: the scan did not finish");
		for (const version of [text, html]) {
			expect(version).toContain("We could not reach shop[.]example[.]com:443 in 10 s.");
			expect(version).toContain("This says nothing about how secure the target is");
			expect(version).toContain(NOT_ME);
		}
	});
});

describe("the note about [.]", () => {
	const NOTE = "email programs do not turn them into links";
	const ended = (host: string) =>
		scanEndedMail({ kind: "scan-finished", host, links: { scan: LINK, settings: `${LINK}/settings` } });
	const digestOf = (host: string) =>
		digestMail({
			digest: {
				new: { total: 1, worst: [{ title: "Weak cipher", host, severity: "high" }] },
				worse: { total: 0, worst: [] },
				reopened: { total: 0, worst: [] },
				fixed: { total: 0, worst: [] },
			},
			links: { findings: LINK, schedules: LINK },
			offLink: LINK,
		});
	const mailsAbout = (host: string) => [
		reportMail(aReport({}, host)),
		failedMail(host, "The host did not answer."),
		ended(host),
		digestOf(host),
	];

	it("is in every email that has such a name", () => {
		for (const { subject, text, html } of mailsAbout("shop.example.com")) {
			expect(text, subject).toContain("shop[.]example[.]com");
			for (const version of [text, html]) expect(version.split(NOTE), subject).toHaveLength(2);
		}
		for (const version of [
			failedMail("intranet", "No answer from 192.0.2.1.").text,
			failedMail("intranet", "Answered by ops@intranet.").text,
		]) {
			expect(version).toContain(NOTE);
		}
	});

	it("is in no other email", () => {
		for (const { subject, text, html } of mailsAbout("intranet")) {
			expect(text, subject).toContain("intranet");
			for (const version of [text, html]) expect(version, subject).not.toContain(NOTE);
		}
	});
});

describe("every email", () => {
	it.each(HOSTILE)("holds %j as text, in a subject of one bounded line", (hostile) => {
		const parts = [evaluated("tls"), missed("dns", hostile)];
		const report = aReport(
			{ coverage: "partial", parts, findings: [aFinding({ title: hostile })] },
			`${hostile}\r\nBcc: x`,
		);
		for (const { subject, html } of [reportMail(report), failedMail(`${hostile}\r\nBcc: x`, hostile)]) {
			expect(subject).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
			expect(subject.length).toBeLessThan(220);
			const tree = pageTree(html);
			for (const tag of ["script", "img", "svg"]) expect(tree.tags(tag)).toEqual([]);
			expect(tree.tags("style")).toHaveLength(1);
			expect(tree.attributes.filter(({ name }) => name.startsWith("on") || name === "src")).toEqual([]);
		}
	});
});
