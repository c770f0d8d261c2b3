import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { scanReport } from "#contract/findings/findings.ts";
import { startPractice } from "#server/scanning/practice/practice.ts";
import { afterFile } from "../../../support/after-file.ts";
import { freePort, freePorts } from "../../../support/free-ports.ts";
import { scratchFolder } from "../../../support/scratch-folder.ts";

const folder = await scratchFolder("look");
const [httpPort, httpsPort] = await freePorts();
const closedPort = await freePort();
const practice = await startPractice({ httpPort, httpsPort });
afterFile(() => practice.close());

/** Runs the command as a person does, with no database, no server and no settings but these. */
async function look(args: string[], env: Record<string, string> = {}) {
	const child = spawn(process.execPath, ["server/scanning/look/main.ts", ...args], {
		stdio: ["ignore", "pipe", "pipe"],
		env: { PATH: process.env.PATH, ...env },
	});
	const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
	const [out, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
	return { out, errors, code };
}

const ANSWERS = {
	format: "plumbline-capture-1",
	target: "https://shop.example.com",
	capturedAt: "2026-11-29T10:00:00Z",
	ports: [
		{ port: 443, state: "open" },
		{ port: 80, state: "open" },
	],
	walks: [
		[
			{ url: "http://shop.example.com/", status: 301, head: "Location: https://shop.example.com/" },
			{
				url: "https://shop.example.com/",
				status: 200,
				head: [
					"HTTP/1.1 200 OK",
					"Content-Type: text/html",
					"Strict-Transport-Security: max-age=31536000",
					"Content-Security-Policy: default-src 'self';",
					" frame-ancestors 'none'",
					"X-Content-Type-Options: nosniff",
					"Referrer-Policy: no-referrer",
					"Permissions-Policy: camera=()",
					"Set-Cookie: session=1; HttpOnly; SameSite=Lax",
				].join("\r\n"),
				body: "<title>Shop</title><script src=http://cdn.example/jquery-1.12.4.min.js></script>",
			},
		],
	],
	certificates: [
		{
			host: "shop.example.com",
			port: 443,
			subject: "CN=shop.example.com",
			issuer: "CN=An authority",
			names: "DNS:shop.example.com",
			validFrom: "2026-08-01T00:00:00Z",
			validTo: "2026-11-01T00:00:00Z",
			coversHost: true,
			key: { type: "rsa", bits: 2048 },
			signature: "sha256WithRSAEncryption",
		},
	],
	tls: [
		{
			host: "shop.example.com",
			port: 443,
			offered: ["TLSv1", "TLSv1.2"],
			preferred: { version: "TLSv1.2", cipher: "ECDHE-RSA-AES128-GCM-SHA256" },
			withoutForwardSecrecy: null,
		},
	],
	dns: [
		{ name: "example.com", type: "TXT", records: ["v=spf1 +all"] },
		{ name: "_dmarc.example.com", type: "TXT", records: [] },
		{ name: "shop.example.com", type: "CAA", records: ["issue ca.example"] },
		{ name: "example.com", type: "MX", records: ["10 mx.example.com"] },
		{ name: "_mta-sts.example.com", type: "TXT", records: ["v=STSv1; id=1"] },
		{ name: "_smtp._tls.example.com", type: "TXT", records: [] },
	],
	files: [{ url: "https://shop.example.com/.env", status: 200, head: "", body: "SECRET=1\n" }],
};
const save = async (name: string, content: string | object) => {
	const path = join(folder, name);
	await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
	return path;
};

test("captured answers are judged by the rules of the free scan, and what the file does not hold is said", async () => {
	const { out, errors, code } = await look([await save("shop.json", ANSWERS), "--json", "--fail-on", "high"]);
	const report = scanReport.parse(JSON.parse(out));
	expect(report.findings.map(({ rule, severity }) => `${severity} ${rule}`)).toEqual(
		expect.arrayContaining([
			"high exposed-env",
			"high certificate-expired",
			"medium dns-weak-spf",
			"medium dns-no-dmarc",
			"medium mixed-content",
			"medium tls-old-protocol",
			"medium cookie-without-secure",
		]),
	);
	// What to do first comes first, and what is in order is not found.
	expect(report.findings.slice(0, 2).map(({ rule }) => rule)).toEqual(["exposed-env", "certificate-expired"]);
	expect(report.findings.map(({ rule }) => rule)).not.toEqual(
		expect.arrayContaining([
			"hsts-missing",
			"csp-missing",
			"framing-allowed",
			"dns-no-caa",
			"dns-no-tls-rpt",
			"http-not-redirected",
		]),
	);
	expect(report).toMatchObject({ target: "shop.example.com", startedAt: "2026-11-29T10:00:00.000Z", sent: [] });
	expect(report).toMatchObject({ coverage: "partial", grade: "D" });
	expect(report.parts.filter(({ status }) => status === "not-evaluated").map(({ part }) => part)).toEqual(["cors"]);
	expect(errors).toContain("Not evaluated: Sharing with other sites (CORS). The file does not say.");
	expect(code).toBe(1);

	// The same twice is the same, and a file says nothing of a part that is taken out of it.
	expect((await look([join(folder, "shop.json"), "--json"])).out).toBe(out);
	const { walks: _walks, dns: _dns, files: _files, ...less } = ANSWERS;
	const without = scanReport.parse(JSON.parse((await look([await save("less.json", less), "--json"])).out));
	expect(without.parts.filter(({ status }) => status === "evaluated").map(({ part }) => part)).toEqual([
		"certificate",
		"tls",
	]);
	expect(without.grade).toBeNull();
});

test("a site is scanned without a server, with the findings in lines and the exit code of the command line", async () => {
	const env = { PRACTICE_PORT: `${httpPort}` };
	const { out, errors, code } = await look([`http://localhost:${httpPort}`, "--fail-on", "critical"], env);
	expect(out.split("\n").slice(0, 2)).toEqual([
		`high\tlocalhost:${httpPort}/.env\tA file with passwords is public\texposed-env`,
		`high\tlocalhost:${httpPort}/.git/HEAD\tThe source code of the site can be downloaded\texposed-git`,
	]);
	expect(errors).toMatch(/^Grade F\. Three or more high findings\./);
	expect(errors).toMatch(/\d+ findings, 0 at or above critical\.\n$/);
	expect(code).toBe(0);
});

test.each<[what: string, args: (saved: typeof save) => Promise<string[]> | string[], code: number, says: RegExp]>([
	["nothing to look at", () => [], 2, /give one address or one file\. Nothing was sent/],
	["an unknown option", () => ["https://example.com", "--fast"], 2, /--fast/],
	["an unknown level", () => ["https://example.com", "--fail-on", "grave"], 2, /one of critical, high, medium, low/],
	["a text that is no address", () => ["not an address"], 2, /one target at a time/],
	["a private address", () => ["http://10.0.0.1/"], 3, /private or reserved address, which cannot be scanned/],
	["a place where nothing listens", () => [`http://127.0.0.1:${closedPort}`], 4, /could not reach .* refused/],
	[
		"a file that is not JSON",
		async (saved) => [await saved("a.json", "{")],
		2,
		/a\.json cannot be judged\. It is not JSON/,
	],
	["a file of another kind", async (saved) => [await saved("b.json", {})], 2, /“format” is not as it should be/],
	[
		"a field that we do not know",
		async (saved) => [await saved("c.json", { ...ANSWERS, headers: {} })],
		2,
		/Unrecognized key: "headers"/,
	],
	[
		"a status that is none",
		async (saved) => [await saved("d.json", { ...ANSWERS, walks: [[{ ...ANSWERS.walks[0]?.[0], status: 7 }]] })],
		2,
		/“walks\.0\.0\.status” is not as it should be/,
	],
	[
		"a file with nothing in it",
		async (saved) => {
			const { format, capturedAt } = ANSWERS;
			return [await saved("e.json", { format, capturedAt, target: "example.com" })];
		},
		4,
		/holds nothing that a rule can judge/,
	],
])("%s ends with a sentence and its code", async (_what, args, code, says) => {
	const ended = await look(await args(save), { SCAN_ALLOW: `127.0.0.1:${closedPort}` });
	expect(ended).toMatchObject({ code, out: "" });
	expect(ended.errors).toMatch(says);
});
