import { describe, expect, it } from "vitest";
import type { Digest } from "#server/assurance/findings/digests/digest.ts";
import { digestMail } from "#server/assurance/findings/digests/mails/digest-mail.ts";
import { pageTree } from "../reports/page-tree.ts";

const NOTHING: Digest[keyof Digest] = { total: 0, worst: [] };
const none: Digest = { new: NOTHING, worse: NOTHING, reopened: NOTHING, fixed: NOTHING };
const links = {
	findings: "https://plumbline.example/dashboard/vulnerabilities",
	schedules: "https://plumbline.example/dashboard/scans?tab=scheduled",
};
const offLink = "https://plumbline.example/subscription/digest/token";
const mail = (digest: Partial<Digest>) => digestMail({ digest: { ...none, ...digest }, links, offLink });

describe("the digest", () => {
	it("counts each kind of change in its subject, and names the worst with how many there are beside them", () => {
		const worst = [{ title: "Weak cipher", host: "shop.example.com", severity: "high" as const }];
		const { subject, text, html } = mail({ new: { total: 3, worst }, fixed: { total: 1, worst } });
		expect(subject).toBe("Scheduled scans: 3 new, 1 fixed");
		const tree = pageTree(html);
		for (const version of [text, tree.tags("body").map(tree.text).join("")]) {
			expect(version).toContain("New: 3 findings");
			expect(version).toContain("High: Weak cipher (shop[.]example[.]com)");
			expect(version).toContain("and 2 others");
			expect(version).toContain("No longer found: 1 finding");
			expect(version).not.toContain("Worse");
		}
		expect(tree.tags("a").map((link) => tree.attribute(link, "href"))).toEqual([
			links.findings,
			links.schedules,
			offLink,
		]);
		for (const link of [links.findings, links.schedules, offLink]) expect(text).toContain(link);
	});

	it("keeps observed text as text: no tag, no link, no second line", () => {
		const title = `<img src=x onerror=alert(1)>\nhttps://evil.example ${"a".repeat(300)}`;
		const { text, html } = mail({ worse: { total: 1, worst: [{ title, host: "<b>.example", severity: "low" }] } });
		expect(html).not.toContain("<img");
		expect(html).not.toContain("<b>");
		expect(html).not.toContain("https://evil");
		expect(text).not.toContain("evil.example");
		expect(text.split("\n").filter((line) => line.startsWith("- "))).toHaveLength(1);
	});
});
