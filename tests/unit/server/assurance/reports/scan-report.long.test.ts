import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ScanReport } from "#contract/findings/findings.ts";
import { scanReportName, scanReportPage, scanReportPdf } from "#server/assurance/reports/scan-report.ts";
import { FOLD_SCRIPT_HASH } from "#server/platform/paper/pages/fold-script.ts";
import { visibleText } from "#server/platform/texts/visible-text.ts";
import { readPdf } from "#tests/support/reports/read-pdf.ts";
import { pageTree } from "./page-tree.ts";
import { aFinding, aReport, EXPIRES, evaluated, HOSTILE, missed } from "./samples.ts";

const OUR_URL = "https://plumbline.example";

const page = (report: ScanReport): string =>
	scanReportPage({ report, expiresAt: EXPIRES, token: "token", publicUrl: OUR_URL });

const told = (report: ScanReport): string => {
	const tree = pageTree(page(report));
	return tree.tags("body").map(tree.text).join("").replace(/\s+/g, " ");
};

describe("the report page", () => {
	it("says target, grade, counts, coverage, time and how long the link is valid", () => {
		const text = told(aReport({ findings: [aFinding({ severity: "high" }), aFinding({ rule: "other" })] }));
		for (const part of [
			"shop.example.com",
			"DGrade",
			"High 1",
			"Medium 1",
			"Low 0",
			"Coverage: full",
			"27 Nov 2026, 14:02 UTC",
			"27 Dec 2026",
			"12 s",
		])
			expect(text).toContain(part);
	});

	it("tells each finding with place, evidence, both voices, weakness, confidence and rule", () => {
		const finding = aFinding({
			confidence: "low",
			location: { host: "::1", port: 8443, path: "/x", parameter: "sid" },
		});
		const text = told(aReport({ findings: [finding] }));
		for (const part of [
			finding.title,
			"[::1]:8443/x · sid",
			"Response headers of https://shop.example.com/",
			"strict-transport-security: (absent)",
			"For the ownerWhy it mattersOwner why.How to fix itOwner fix.",
			"For the engineerWhy it mattersEngineer why.How to fix itEngineer fix.",
			"CWE-319",
			"Confidence low",
			"hsts-missing",
		])
			expect(text).toContain(part);
	});

	it("says loudly what a partial scan did not look at and why, before any grade", () => {
		const parts = [evaluated("tls"), evaluated("headers"), missed("dns", "No name server answered in 5 s.")];
		const text = told(aReport({ coverage: "partial", parts, findings: [aFinding()] }));
		expect(text).toContain("Partial scan: 1 of 3 parts was not evaluated");
		expect(text).toContain("The dns part. No name server answered in 5 s.");
		expect(text).toContain("Not evaluated does not mean clean");
		expect(text).toContain("BGrade, at best");
		expect(text.indexOf("Partial scan")).toBeLessThan(text.indexOf("Grade, at best"));
		expect(text).not.toContain("Coverage: full");
	});

	it("has no letter where something else answered in place of the site, and says what, on the page and on paper", async () => {
		const reason = "https://shop.example.com/ answered 403, which looks like a bot wall and not the site.";
		const parts = [evaluated("tls"), evaluated("caa"), { ...missed("headers", reason), instead: "bot-wall" as const }];
		const report = aReport({ coverage: "partial", parts, findings: [aFinding({ severity: "high" })] });
		const { marked } = readPdf(await scanReportPdf(report, OUR_URL));
		const paper = marked
			.map(([, text]) => text)
			.join(" ")
			.replace(/\s+/g, " ");
		for (const text of [told(report), paper]) {
			expect(text).toContain("No grade");
			expect(text).toContain("We saw no page, so there is no grade.");
			expect(text).toContain(reason);
			expect(text).not.toContain("Grade, at best");
		}
	});

	it("has no letter for a partial scan without findings", () => {
		const text = told(aReport({ coverage: "partial", parts: [evaluated("tls"), missed("dns")] }));
		expect(text).toContain("–No grade");
	});

	it("says so when nothing was found, and what that does not mean", () => {
		const text = told(aReport());
		expect(text).toContain("No findings in the 3 parts that could be evaluated");
		expect(text).toContain("It does not say that the target is secure");
	});

	it("lists what was sent, with the count up front", () => {
		const sent = [
			{ at: "2026-11-27T14:02:05.000Z", what: "DNS TXT _dmarc.shop.example.com", address: "", outcome: "timeout" },
		];
		const text = told(aReport({ sent }));
		expect(text).toContain("1 request within 12 s, from 27 Nov 2026, 14:02 UTC on.");
		const tree = pageTree(page(aReport({ sent })));
		const row = tree.tags("tr").find((each) => tree.text(each).includes("_dmarc"));
		const cells = row?.childNodes.flatMap((cell) =>
			"childNodes" in cell ? [cell.childNodes.slice(1).map(tree.text).join("")] : [],
		);
		expect(cells).toEqual(["14:02:05", "DNS TXT _dmarc.shop.example.com", "our resolver", "timeout"]);
	});

	it("asks before it deletes, by a form that works without script", () => {
		const tree = pageTree(page(aReport()));
		const [form] = tree.tags("form");
		if (form === undefined) throw new Error("no form");
		expect([tree.attribute(form, "method"), tree.attribute(form, "action")]).toEqual(["post", "/r/token/delete"]);
		expect(form.parentNode?.nodeName).toBe("details");
	});

	it("runs one script, whose hash its headers name, loads only our own fonts, and asks not to be indexed", () => {
		const tree = pageTree(page(aReport({ findings: [aFinding()] })));
		const hashes = tree.tags("script").map((script) => {
			expect(script.attrs).toEqual([]);
			return `'sha256-${createHash("sha256").update(tree.text(script)).digest("base64")}'`;
		});
		expect(hashes).toEqual([FOLD_SCRIPT_HASH]);
		expect(tree.tags("link").map((link) => tree.attribute(link, "href"))).toEqual(["/fonts.css"]);
		for (const tag of ["img", "iframe", "object", "base"]) expect(tree.tags(tag)).toEqual([]);
		expect(tree.attributes.filter(({ name }) => name.startsWith("on") || name === "src")).toEqual([]);
		expect(tree.tags("style").map(tree.text).join("")).not.toMatch(/url\(|@import/);
		expect(tree.attributes).toContainEqual({ name: "content", value: "noindex, nofollow, noarchive" });
	});

	it.each(HOSTILE)("shows %j from a host as text, wherever it is", (text) => {
		const hostile = aFinding({
			rule: text,
			title: text,
			rawSeverity: text,
			location: { host: text, port: 1, path: text, parameter: text },
			evidence: [{ source: text, text }],
			why: { owner: text, engineer: text },
			fix: { owner: text, engineer: text },
		});
		const sent = [{ at: "2026-11-27T14:02:05.000Z", what: text, address: text, outcome: text }];
		const parts = [evaluated("tls"), missed("dns", text)];
		const plain = pageTree(page(aReport({ findings: [aFinding()], sent, parts: [evaluated("tls"), missed("dns")] })));
		const tree = pageTree(page(aReport({ findings: [hostile], sent, parts }, text)));
		for (const tag of ["img", "svg", "style"]) expect(tree.tags(tag)).toHaveLength(plain.tags(tag).length);
		expect(tree.attributes.filter(({ name }) => name.startsWith("on"))).toEqual([]);
		expect(tree.tags("pre").map(tree.text)).toEqual([visibleText(text)]);
		expect(tree.tags("title").map(tree.text)).toEqual([`Scan report: ${visibleText(text)} · Plumbline`]);
	});

	it("has one line for each problem, with everything below it, open until a script folds it", () => {
		const at = (port: number) => ({ host: "shop.example.com", port, path: "/", parameter: "" });
		const findings = [
			aFinding({ severity: "high", title: "One" }),
			aFinding({ severity: "high", title: "Two", location: at(443) }),
			aFinding({ severity: "high", title: "Two", location: at(8443) }),
			aFinding({ severity: "low", title: "Three" }),
		];
		const tree = pageTree(page(aReport({ findings })));
		const lines = tree.tags("article").map((article) => {
			const [details] = article.childNodes;
			if (!details || !("attrs" in details)) throw new Error("no fold");
			const summary = details.childNodes.find(({ nodeName }) => nodeName === "summary");
			expect(tree.attribute(details, "open")).toBe("");
			return [summary && tree.text(summary), tree.attribute(details, "data-fold")];
		});
		expect(lines).toEqual([
			["High H1 One shop.example.com:443/", "open"],
			["High H2 Two shop.example.com:443/ and 1 more", "closed"],
			["Low L1 Three shop.example.com:443/", "closed"],
		]);
		for (const fold of tree.tags("details").filter((each) => tree.attribute(each, "data-fold"))) {
			expect(tree.attribute(fold, "open")).toBe("");
		}
		const jumps = tree.tags("nav").flatMap((nav) => tree.attribute(nav, "aria-label"));
		expect(jumps).toEqual(["Findings by severity"]);
	});

	it("opens nothing by itself where nothing is high", () => {
		const tree = pageTree(page(aReport({ findings: [aFinding({ severity: "medium" })] })));
		expect(tree.tags("details").filter((each) => tree.attribute(each, "data-fold") === "open")).toEqual([]);
	});

	it("ends with what to do first, a new scan of the same target, and watching it", () => {
		const fix = { owner: "Renew it with `certbot`. Then look again.", engineer: "Engineer fix." };
		const tree = pageTree(page(aReport({ findings: [aFinding({ fix })] }, "https://shop.example.com/?a=b&c")));
		const [next] = tree.tags("section").filter((each) => tree.attribute(each, "aria-labelledby") === "next");
		if (!next) throw new Error("no end");
		expect(tree.text(next)).toContain("What to do first: Renew it with certbot. Then look again. See M1");
		const links = tree.tags("a").flatMap((link) => tree.attribute(link, "href") ?? []);
		expect(links).toContain("/?target=https%3A%2F%2Fshop.example.com%2F%3Fa%3Db%26c");
		expect(links).toContain("/auth/register?watch=token");
		// A short version near the top.
		expect(told(aReport({ findings: [aFinding({ fix })] }))).toContain(
			"What to do first: Renew it with certbot. See M1",
		);
		expect(told(aReport({ findings: [aFinding({ severity: "none" })] }))).not.toContain("What to do first");
	});

	it("shows code of rules as code, in titles too, and leaves other backticks alone", () => {
		const finding = aFinding({
			title: "No `Referrer-Policy`",
			why: { owner: "A ` alone, ``two``, and `` ` ``.", engineer: "`<script>` is text." },
			fix: { owner: "Owner fix.", engineer: "Send `a` and `b`." },
			evidence: [{ source: "A `source`", text: "a `quote`" }],
		});
		const tree = pageTree(page(aReport({ findings: [finding] })));
		expect(tree.tags("code").map(tree.text)).toEqual(["Referrer-Policy", "<script>", "a", "b"]);
		expect(tree.tags("h3").map(tree.text)).toEqual(["No Referrer-Policy"]);
		const text = tree.tags("body").map(tree.text).join("");
		expect(text).toContain("A ` alone, ``two``, and `` ` ``.");
		expect(text).toContain("A `source`");
		expect(text).toContain("a `quote`");
	});

	it("says two hundred findings of few problems without saying any twice, and gives each one id", () => {
		const findings = Array.from({ length: 200 }, (_, index) =>
			aFinding({
				rule: `rule-${index % 20}`,
				title: `Problem ${index % 20}.`,
				location: { host: "shop.example.com", port: 1000 + index, path: "", parameter: "" },
			}),
		);
		const tree = pageTree(page(aReport({ findings })));
		expect(tree.tags("article")).toHaveLength(20);
		expect(tree.tags("figure")).toHaveLength(200);
		expect(new Set(tree.ids).size).toBe(tree.ids.length);
		const anchors = tree.tags("a").flatMap((link) => tree.attribute(link, "href") ?? []);
		for (const anchor of anchors.filter((href) => href.startsWith("#"))) expect(tree.ids).toContain(anchor.slice(1));
	});

	it("has the same bytes for the same report", () => {
		expect(page(aReport({ findings: [aFinding()] }))).toBe(page(aReport({ findings: [aFinding()] })));
	});

	it("offers its PDF", () => {
		const tree = pageTree(page(aReport()));
		const [link] = tree.tags("a").filter((each) => tree.text(each) === "Download as PDF");
		expect(link && tree.attribute(link, "href")).toBe("/r/token/report.pdf");
	});
});

describe("the PDF of a scan report", () => {
	const RICH = aReport({
		coverage: "partial",
		parts: [evaluated("tls"), evaluated("headers"), missed("dns", "No name server answered in 5 s.")],
		findings: [
			aFinding({ severity: "high", title: "A high one." }),
			...[443, 8443, 8080, 80].map((port) =>
				aFinding({ location: { host: "shop.example.com", port, path: "/", parameter: "" } }),
			),
		],
		sent: [{ at: "2026-11-27T14:02:05.000Z", what: "GET https://shop.example.com/", address: "", outcome: "200" }],
	});
	const linesOf = async (report: ScanReport) => readPdf(await scanReportPdf(report, OUR_URL)).marked;

	it("says in its appendix what the page says, in the same order, with headings and tables marked", async () => {
		const lines = await linesOf(RICH);
		const of = (tag: string) => lines.filter(([each]) => each === tag).map(([, text]) => text);
		expect(of("H1")).toEqual(["shop.example.com", "Appendix"]);
		const tree = pageTree(page(RICH));
		expect(of("H2")).toEqual([
			"Result",
			"What to do first",
			// Only on paper: on a screen the folded problems serve as their own list.
			"In short",
			...tree
				.tags("h2")
				.map(tree.text)
				.filter((heading) => !["Result", "This link", "What next"].includes(heading)),
		]);
		expect(of("TH")).toEqual(expect.arrayContaining(["Mark", "Problem", "Part", "Outcome", "Time, UTC", "To"]));
		expect(of("TD")).toEqual(expect.arrayContaining(["H1", "M1", "A high one.", "14:02:05", "our resolver"]));
		const text = lines.map(([, each]) => each).join("\n");
		for (const part of [
			"27 Nov 2026, 14:02 UTC",
			"Partial scan: 1 of 3 parts was not evaluated",
			"The dns part. No name server answered in 5 s.",
			"How grades are made",
			"The appendix, from page 2, has all details",
			"strict-transport-security: (absent)",
			"Owner why.",
			"CWE-319",
			"Seen at shop.example.com:8443/",
			"How our scanner behaves: https://plumbline.example/scanner-info",
		])
			expect(text.replace(/\s+/g, " ")).toContain(part);
		expect(text).not.toContain("Works until");
	});

	it("is tagged, has a title, and the same bytes for the same report", async () => {
		const [one, other] = await Promise.all([scanReportPdf(RICH, OUR_URL), scanReportPdf(RICH, OUR_URL)]);
		expect(one.equals(other)).toBe(true);
		const { objects } = readPdf(one);
		for (const part of [/\/Marked true/, /\/Lang \(en\)/, /\(Scan report: shop\.example\.com\)/])
			expect(objects).toMatch(part);
	});

	it("sets code of rules in mono, without its backticks, over lines too", async () => {
		const value = `frame-ancestors 'self'; ${"x".repeat(150)}`;
		const long = `Send \`Content-Security-Policy: ${value}\`, then \`x\` and \`\`y\`\`.`;
		const finding = aFinding({ title: "No `Referrer-Policy`", fix: { owner: "Owner fix.", engineer: long } });
		const lines = await linesOf(aReport({ findings: [finding] }));
		expect(lines).toContainEqual(["H3", "No Referrer-Policy"]);
		const text = lines
			.map(([, each]) => each)
			.join("")
			.replace(/\s+/g, "");
		expect(text).toContain(long.replaceAll(/(?<!`)`(?!`)|\s+/g, ""));
	});

	it.each(HOSTILE)("names what cannot be seen in %j, in its text and in the name of its file", async (text) => {
		const finding = aFinding({ title: text, evidence: [{ source: text, text }] });
		const lines = await linesOf(aReport({ findings: [finding] }, text));
		const all = lines.map(([, each]) => each).join("\n");
		expect(visibleText(all)).toBe(all);
		expect(lines.filter(([tag]) => tag === "Code")).toHaveLength(1);
		expect(scanReportName(aReport({}, text))).toBe(`Scan report ${visibleText(text)}`);
	});
});
