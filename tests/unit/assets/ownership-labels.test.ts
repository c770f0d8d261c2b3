import { expect, test } from "vitest";
import type { OwnedTarget } from "#contract/scans/targets.ts";
import { checkedText, ownershipLabels } from "#src/features/assets/ownership-labels.ts";

const TARGET: OwnedTarget = {
	id: "0198c0de-0000-4000-8000-000000000001",
	host: "shop.example.com",
	includesSubdomains: false,
	txtName: "_plumbline.shop.example.com",
	proof: "plumbline-verify=0123456789abcdef0123456789abcdef",
	filePath: "/.well-known/plumbline.txt",
	status: "unproven",
	provenBy: null,
	provenAt: null,
	expiresAt: null,
	fileSeenAt: null,
	checkedAt: null,
	problem: null,
};
const PROVEN = { status: "proven", expiresAt: "2027-02-20T12:00:00.000Z" } as const;
const FILE = { fileSeenAt: "2026-11-22T12:00:00.000Z" };

test.for([
	["nothing", {}, "unverified", "Not verified yet", /Zap, Wapiti and Nmap are refused/],
	[
		"a record alone",
		{ ...PROVEN, provenBy: "dns" },
		"name",
		"DNS verified",
		/^To run Zap, Wapiti and Nmap, also place/,
	],
	["a file", { ...PROVEN, ...FILE, provenBy: "file" }, "verified", "Verified", /can run on it\. Verified with a file,/],
	[
		"both",
		{ ...PROVEN, ...FILE, provenBy: "dns" },
		"verified",
		"Verified",
		/with a DNS record and a file, until 20 Feb 2027/,
	],
	["what has run out", { ...PROVEN, ...FILE, status: "expired" }, "expired", "Expired", /ended on 20 Feb 2027/],
] as const)(
	"with %s it says how far the verification has come, and what it allows",
	{ meta: { acceptance: "B14" } },
	([, found, stage, word, sentence]) => {
		expect(ownershipLabels({ ...TARGET, ...found })).toMatchObject({
			stage,
			word,
			sentence: expect.stringMatching(sentence),
		});
	},
);

test("subdomains are verified with the record, and each needs the file", { meta: { acceptance: "B14" } }, () => {
	const wide = { ...TARGET, ...PROVEN, provenBy: "dns", includesSubdomains: true } as const;
	expect(ownershipLabels(wide)).toMatchObject({ stage: "name", word: "DNS verified, with subdomains" });
	for (const target of [wide, { ...wide, ...FILE }]) {
		expect(ownershipLabels(target).sentence).toMatch(/Each subdomain needs the same file on its own server\.$/);
	}
	expect(ownershipLabels({ ...wide, ...FILE }).stage).toBe("verified");
});

test("what the last check missed is shown, and nothing before the first check", () => {
	expect(checkedText(TARGET)).toBeNull();
	expect(checkedText({ ...TARGET, checkedAt: FILE.fileSeenAt, problem: "No file." })).toMatch(
		/^Checked on .+\. No file\.$/,
	);
});
