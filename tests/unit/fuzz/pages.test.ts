import fc from "fast-check";
import { expect, test } from "vitest";
import type { Finding } from "#contract/findings/findings.ts";
import { digestMail } from "#server/assurance/findings/digests/mails/digest-mail.ts";
import { scanFailedMail } from "#server/assurance/reports/mails/scan-failed-mail.ts";
import { scanReportMail } from "#server/assurance/reports/mails/scan-report-mail.ts";
import { scanReportPage } from "#server/assurance/reports/scan-report.ts";
import { mailTarget, unlinked } from "#server/platform/mail/unlinked.ts";
import { visibleLine, visibleText } from "#server/platform/texts/visible-text.ts";
import { fuzz } from "#tests/support/fuzz/fuzz.ts";
import { wildText } from "#tests/support/fuzz/wild.ts";
import { pageTree } from "../server/assurance/reports/page-tree.ts";
import { aFinding, aReport, EXPIRES, evaluated, missed, STARTED } from "../server/assurance/reports/samples.ts";

const LINK = "https://plumbline.example/r/token";
const NOT_ME = "https://plumbline.example/not-me/token";
const SEVERITIES = ["high", "medium", "low", "none"] as const;

const markup = fc
	.array(
		fc.oneof(
			fc.constantFrom(
				"<",
				">",
				'"',
				"'",
				"&",
				"`",
				"</p>",
				"<img src=x ",
				"onerror=",
				"<!--",
				"]]>",
				"</script>",
				"<style>",
				"javascript:",
				"https://evil.example",
				"\n",
			),
			wildText,
		),
		{ maxLength: 6 },
	)
	.map((all) => all.join(""));

/** A finding in which every observed text is hostile. */
const hostile: fc.Arbitrary<Finding> = fc
	.tuple(fc.array(markup, { minLength: 8, maxLength: 8 }), fc.constantFrom(...SEVERITIES), fc.nat(3))
	.map(([texts, severity, rule]) => {
		const [title = "", source = "", text = "", path = "", parameter = "", owner = "", engineer = "", host = ""] = texts;
		return aFinding({
			title,
			severity,
			rule: `rule-${rule}`,
			evidence: [{ source, text }],
			location: { host, port: 443, path, parameter },
			why: { owner, engineer },
			fix: { owner: engineer, engineer: owner },
		});
	});

const reportOf = (findings: Finding[], text: string, target: string) =>
	aReport({ findings, parts: [evaluated("headers"), missed("tls", text)], coverage: "partial" }, target);
const pageOf = (report: ReturnType<typeof aReport>) =>
	scanReportPage({ report, expiresAt: EXPIRES, token: "token", publicUrl: "https://plumbline.example" });

/** The elements and attribute names that our own markup has. */
function shapeOf(page: string) {
	const tree = pageTree(page);
	return { attributes: new Set(tree.attributes.map(({ name }) => name)), scripts: tree.tags("script").length, tree };
}
const plain = reportOf([aFinding({ title: "Plain `code`" })], "No answer.", "a.example");
const KNOWN = shapeOf(pageOf(plain));
const FOREIGN = ["img", "iframe", "object", "embed", "form", "base", "link", "svg", "math", "style", "script"] as const;

test("no text that a target chose becomes an element or an attribute of a report's page", async () => {
	const counts = Object.fromEntries(FOREIGN.map((tag) => [tag, KNOWN.tree.tags(tag).length]));
	await fuzz(
		fc.property(fc.array(hostile, { minLength: 1, maxLength: 2 }), markup, markup, (findings, text, target) => {
			const { attributes, tree } = shapeOf(pageOf(reportOf(findings, text, target)));
			const active = FOREIGN.filter((tag) => tag !== "svg");
			expect(Object.fromEntries(active.map((tag) => [tag, tree.tags(tag).length]))).toEqual(
				Object.fromEntries(active.map((tag) => [tag, counts[tag]])),
			);
			expect([...attributes].filter((name) => name.startsWith("on"))).toEqual([]);
			for (const link of tree.tags("a")) {
				expect(tree.attribute(link, "href") ?? "").toMatch(
					/^(?:#|\/|mailto:hello@plumbline\.example$|https:\/\/(?!evil))/,
				);
			}
		}),
		{ runs: 120 },
	);
});

test("an email holds hostile text as text only, in one line and without a link", async () => {
	const line = fc.oneof(markup, fc.webUrl(), fc.emailAddress(), fc.domain());
	await fuzz(
		fc.property(hostile, line, line, (finding, text, target) => {
			const mails = [
				scanReportMail({
					report: reportOf([finding], text, target),
					link: LINK,
					notMeLink: NOT_ME,
					expiresAt: EXPIRES,
				}),
				scanFailedMail({
					target,
					failure: { code: "unreachable", message: text },
					requestedAt: STARTED,
					notMeLink: NOT_ME,
				}),
				digestMail({
					digest: {
						new: { total: 1, worst: [{ title: text, host: target, severity: "high" }] },
						worse: { total: 0, worst: [] },
						reopened: { total: 0, worst: [] },
						fixed: { total: 0, worst: [] },
					},
					links: { findings: LINK, schedules: LINK },
					offLink: NOT_ME,
				}),
			];
			for (const mail of mails) {
				expect(mail.subject).not.toMatch(/[\r\n]/);
				expect(mail.subject.isWellFormed()).toBe(true);
				const tree = pageTree(mail.html);
				for (const tag of ["img", "script", "iframe", "form", "svg"]) expect(tree.tags(tag)).toEqual([]);
				for (const link of tree.tags("a")) expect([LINK, NOT_ME]).toContain(tree.attribute(link, "href"));
				expect(tree.attributes.filter(({ name }) => name.startsWith("on"))).toEqual([]);
				expect(mail.text).not.toMatch(/https?:\/\/(?!plumbline\.example)/);
			}
		}),
		{ runs: 120 },
	);
});

test("text without its unseen characters has none, stays the same when asked again, and never becomes a link", async () => {
	await fuzz(
		fc.property(
			fc.oneof(wildText, markup, fc.webUrl(), fc.emailAddress()),
			fc.integer({ min: 10, max: 200 }),
			(text, length) => {
				expect(visibleText(visibleText(text))).toBe(visibleText(text));
				expect(visibleLine(text)).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029]/u);
				const shown = unlinked(text, length);
				expect(shown).not.toMatch(/:\/\/|[^[]@/);
				expect(shown).not.toMatch(/[a-z]\.[a-z]/i);
				expect(mailTarget(`https://${text}`)).not.toMatch(/:\/\/|[a-z]\.[a-z]/i);
			},
		),
		{ runs: 700 },
	);
});
