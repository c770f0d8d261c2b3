import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Finding, finding, type ScanFact, scanFact, scanPart } from "#contract/findings/findings.ts";
import { createLookForRecord, proofText } from "#server/platform/outgoing/look-for-record.ts";
import { matchFile, PROBED_PATHS } from "#server/scanning/engines/baseline/gather/web/match-file.ts";
import { readPage } from "#server/scanning/engines/baseline/gather/web/read-page.ts";
import { lookAtPart } from "#server/scanning/engines/baseline/look.ts";
import { lookAtServices } from "#server/scanning/engines/nmap/look.ts";
import { readNmapXml } from "#server/scanning/engines/nmap/read-xml.ts";
import { sanitize } from "#server/scanning/engines/shared/foreign-text.ts";
import { parseJson } from "#server/scanning/engines/shared/parse-json.ts";
import { redactMatch } from "#server/scanning/engines/shared/redact.ts";
import { lookAtSslyze } from "#server/scanning/engines/sslyze/look.ts";
import { readSslyzeJson } from "#server/scanning/engines/sslyze/read-json.ts";
import { lookAtWapiti } from "#server/scanning/engines/wapiti/look.ts";
import { lookAtZap } from "#server/scanning/engines/zap/look.ts";
import { readEolTable } from "#server/scanning/software/table.ts";
import { fuzz } from "#tests/support/fuzz/fuzz.ts";
import { mutated, nearly, wildJson, wildText } from "#tests/support/fuzz/wild.ts";
import { exchange, https, page } from "../server/scanning/engines/baseline/builders.ts";

const fixture = (name: string) =>
	readFileSync(join(import.meta.dirname, "../../fixtures/engines", name), "utf8").trim();
const NMAP = fixture("nmap-7.93-practice.xml");
const WAPITI = fixture("wapiti-3.2.3-practice.json");
const ZAP = fixture("zap-2.17-made-by-hand.json");
const SSLYZE = fixture("sslyze-6.3.1-practice.json");

const NOW = new Date("2026-11-22");
const AT = { host: "localhost", port: 8099 };
const ORIGIN = "http://localhost:8099";
const COUNTS = { forwarded: 1, unanswered: 0, refused: 0 };
/** What a page shows for one text, and for an address. */
const LONGEST = 2_100;

/** Findings match the contract: they are shown, stored and compared without a further check. */
function expectSound(findings: readonly Finding[], facts: readonly ScanFact[] = []): void {
	for (const one of findings) {
		expect(finding.parse(one)).toEqual(one);
		expect(one.location.port).toBeGreaterThanOrEqual(0);
		expect(one.location.port).toBeLessThanOrEqual(65_535);
		for (const text of [
			one.title,
			one.location.path,
			one.location.parameter,
			...one.evidence.map(({ text }) => text),
		]) {
			expect(text.length).toBeLessThanOrEqual(LONGEST);
			expect(text.isWellFormed(), JSON.stringify(text)).toBe(true);
			expect(text).not.toContain("\u0000");
		}
	}
	expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(findings.length);
	for (const fact of facts) expect(scanFact.parse(fact)).toEqual(fact);
}

const wrong = (json: string) => {
	const change = nearly(JSON.parse(json)).map((value) => JSON.stringify(value));
	return fc.oneof({ weight: 4, arbitrary: change }, { weight: 1, arbitrary: mutated(json) });
};

/** Nmap's file with this text in every attribute that holds a name. */
const saying = (name: string, text: string) =>
	NMAP.replace(new RegExp(`${name}="[^"]*"`, "g"), () => `${name}="${text.replace(/[<&"\p{Cc}]/gu, "")}"`);

test("whatever Nmap's file holds becomes sound findings or a reason", async () => {
	const NAMES = ["product", "version", "portid", "name", "extrainfo"] as const;
	const said = fc.tuple(fc.constantFrom(...NAMES), wildText).map(([name, text]) => saying(name, text));
	await fuzz(
		fc.property(fc.oneof(mutated(NMAP), said), (xml) => {
			const read = readNmapXml(xml);
			if (read.status !== "done") return;
			const services = read.services.map((service) => ({ ...service, host: "a.example" }));
			const { findings, facts } = lookAtServices(services, NOW);
			expectSound(findings, facts);
		}),
		{ runs: 300, kept: [[saying("product", `${"a".repeat(299)}👩`)]] },
	);
});

test("whatever Wapiti's report holds becomes sound findings or a reason", async () => {
	await fuzz(
		fc.property(wrong(WAPITI), wildText, (report, stdout) => {
			const look = lookAtWapiti(report, stdout, { at: AT, path: "/", counts: COUNTS }, NOW);
			if (look.status !== "done") return;
			expectSound(look.findings);
			for (const part of look.parts) scanPart.parse(part);
		}),
		{ runs: 150 },
	);
});

test("whatever ZAP's report holds becomes sound findings or a reason", async () => {
	await fuzz(
		fc.property(wrong(ZAP), wrong(ZAP), (last, passive) => {
			const look = lookAtZap({ last, passive }, { origin: ORIGIN, ...AT, path: "/", mayLimit: true }, NOW);
			if ("findings" in look) expectSound(look.findings);
		}),
		{ runs: 250 },
	);
});

test("whatever SSLyze's report holds becomes sound findings or a reason", async () => {
	await fuzz(
		fc.property(wrong(SSLYZE), wildText, (report, stdout) => {
			const look = lookAtSslyze(report, stdout, https, NOW);
			if (look.status !== "done") return;
			expectSound(look.findings, look.facts);
			for (const part of look.parts) scanPart.parse(part);
		}),
		{ runs: 150 },
	);
});

test("a report that was cut off is never taken for a whole one", async () => {
	const cut = (text: string) => fc.nat(text.length - 1).map((end) => text.slice(0, end));
	await fuzz(
		fc.property(cut(NMAP), cut(WAPITI), cut(ZAP), cut(SSLYZE), (nmap, wapiti, zap, sslyze) => {
			expect(readNmapXml(nmap).status).toBe("broken");
			expect(lookAtWapiti(wapiti, "", { at: AT, path: "/", counts: COUNTS }, NOW).status).toBe("broken");
			expect(
				lookAtZap({ last: zap, passive: "" }, { origin: ORIGIN, ...AT, path: "/", mayLimit: true }, NOW),
			).toMatchObject({
				status: "broken",
			});
			expect(readSslyzeJson(sslyze).status).toBe("broken");
		}),
		{ runs: 150 },
	);
});

const HEADERS = [
	"server",
	"x-powered-by",
	"set-cookie",
	"content-security-policy",
	"referrer-policy",
	"location",
	"strict-transport-security",
	"x-frame-options",
	"access-control-allow-origin",
	"permissions-policy",
	"cross-origin-opener-policy",
	"cross-origin-resource-policy",
	"x-content-type-options",
	"content-type",
];
const headerValue = fc.oneof(
	wildText,
	fc
		.array(
			fc.constantFrom(
				"max-age=",
				"31536000",
				"nginx/1.14.0",
				"PHP/5.6",
				";",
				",",
				"a=b",
				"Secure",
				"HttpOnly",
				"SameSite=",
				"default-src",
				"'self'",
				"*",
				'"',
				"includeSubDomains",
				"0",
				"-1",
				"é",
				" ",
			),
			{ maxLength: 10 },
		)
		.map((all) => all.join("")),
);
const MARKUP = [
	"<html>",
	"<base href='//x/'>",
	"<script src=",
	"jquery-1.2.js",
	"integrity=x>",
	"</script>",
	"<!--",
	"-->",
	"<form action=http://a>",
	"<input type=password>",
	"<meta http-equiv=refresh content=0>",
	"<img src=http://a/b>",
	'"',
	"'",
	">",
	"<",
	"&#0;",
	"<svg/onload=",
	"\u0000",
	"<title>",
	"</title>",
];

test("whatever a web server answers becomes sound findings", async () => {
	const answer = fc.record({
		headers: fc.dictionary(fc.constantFrom(...HEADERS), fc.oneof(headerValue, fc.array(headerValue, { maxLength: 3 }))),
		markup: fc.array(fc.oneof(fc.constantFrom(...MARKUP), wildText), { maxLength: 12 }).map((all) => all.join("")),
		bytes: fc.uint8Array({ maxLength: 60 }),
	});
	await fuzz(
		fc.property(answer, ({ headers, markup, bytes }) => {
			const units = [page(headers, { markup })];
			for (const part of ["headers", "content"] as const) {
				expectSound(lookAtPart(part, { units, gaps: [] }, { requestMs: 1_000, bodyBytes: 1_000_000 }, NOW).findings);
			}
			const raw = { status: "whole", bytes } as const;
			const read = readPage({ url: "https://a.example/", headers: exchange(headers).headers }, raw, 10_000);
			if (read.status !== "unread") expect(read.markup.references.length).toBeLessThanOrEqual(500);
			for (const path of PROBED_PATHS) matchFile(path, exchange(headers), raw, 10_000);
		}),
		{ runs: 150 },
	);
});

test("text from outside becomes one well-formed line, and making it so again changes nothing", async () => {
	await fuzz(
		fc.property(wildText, fc.integer({ min: 2, max: 600 }), (text, longest) => {
			const shown = sanitize(text, longest);
			expect(shown.length).toBeLessThanOrEqual(longest);
			expect(shown.isWellFormed()).toBe(true);
			expect(shown).not.toMatch(/[\p{Cc}\u202e]/u);
			expect(sanitize(shown, longest)).toBe(shown);
			expect(redactMatch(`Cookie: a=${"s3cr3t".repeat(3)}; ${text}`)).not.toContain("s3cr3t");
		}),
		{ runs: 800 },
	);
});

test("JSON of tools is read as the language reads it, unless it nests deeper than any report", async () => {
	const parse = (text: string) => {
		try {
			return JSON.parse(text);
		} catch {
			return undefined;
		}
	};
	await fuzz(
		fc.property(
			fc.oneof(
				wildJson.map((value) => JSON.stringify(value)),
				wildText,
				mutated('{"a":["\\"[{",1]}'),
			),
			(text) => {
				expect(parseJson(text)).toEqual(parse(text));
			},
		),
		{ runs: 800 },
	);
	expect(parseJson("[".repeat(100_000))).toBeUndefined();
});

test("a table of end-of-life dates is read as it is, or refused", async () => {
	const TABLE = {
		credit: "c",
		snapshot: "2026-11-01",
		products: {
			nginx: {
				title: "nginx",
				cycles: [
					{ cycle: "1.14", end: "2019-04-23" },
					{ cycle: "1.29", end: null },
				],
			},
		},
	};
	await fuzz(
		fc.property(fc.oneof(nearly(TABLE), wildJson), (value) => {
			let read: unknown;
			try {
				read = readEolTable(JSON.stringify(value));
			} catch (error) {
				expect((error as Error).name).toMatch(/^\$?Zod|SyntaxError/);
				return;
			}
			expect(readEolTable(JSON.stringify(read))).toEqual(read);
		}),
		{ runs: 150 },
	);
});

test("only the exact text of a record proves who owns a name, whatever else is there", async () => {
	const token = "a".repeat(32);
	const near = fc.oneof(wildText, fc.constant(proofText(token)), mutated(proofText(token)));
	await fuzz(
		fc.asyncProperty(fc.array(near, { maxLength: 4 }), async (records) => {
			const { found } = await createLookForRecord(async () => records)({ host: "a.example", token });
			expect(found).toBe(records.some((record) => record.trim() === proofText(token)));
		}),
		{ runs: 500 },
	);
});
