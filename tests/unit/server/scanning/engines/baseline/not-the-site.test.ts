import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createBadCertificate } from "#server/scanning/practice/bad-certificate.ts";
import { buildReport } from "#server/scanning/scans/report/build-report.ts";
import { completed, NOW, reasonsOf, rulesOf, scan } from "./scan.ts";
import { running } from "./start-hostile.ts";

async function scanOf(answer: RequestListener, scheme: "http" | "https" = "http") {
	const weak = { ...createBadCertificate(), ciphers: "ALL:@SECLEVEL=0" };
	const server = scheme === "http" ? createServer(answer) : createTlsServer(weak, answer);
	running.push({ close: async () => void server.close() });
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	const target = `${scheme}://localhost:${port}`;
	const result = completed(await scan({ text: target }));
	const report = buildReport({ target, startedAt: NOW, finishedAt: NOW, result });
	return { result, report, target, reasons: reasonsOf(result) };
}

const EVERY_HEADER = {
	"content-type": "text/html; charset=utf-8",
	"content-security-policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'",
	"x-content-type-options": "nosniff",
	"referrer-policy": "no-referrer",
	"permissions-policy": "camera=()",
};

const answering =
	(status: number, headers: Record<string, string> = {}): RequestListener =>
	({ method, url }, response) => {
		const isFile = url !== "/";
		response.writeHead(isFile ? 404 : status, isFile ? {} : headers);
		response.end(
			method === "HEAD" ? undefined : "<title>Just a moment</title><script src=//cdn.example/x.js></script>",
		);
	};

test("a site that answers with its page has a grade", async () => {
	const { report } = await scanOf(answering(200, EVERY_HEADER));
	expect(report).toMatchObject({ coverage: "full", grade: expect.any(String) });
});

test.for([
	["challenge of 403", 403, { "cf-mitigated": "challenge" }, "bot-wall"],
	["challenge of 202", 202, { "x-amzn-waf-action": "challenge" }, "bot-wall"],
	["bare 403", 403, {}, "refused"],
	["sign-in", 401, { "www-authenticate": "Basic realm=staging" }, "sign-in"],
	["captive portal", 511, {}, "captive-portal"],
	["server that is busy", 503, {}, "busy"],
	...[404, 410].map((status) => [`site without a page (${status})`, status, {}, "no-page"] as const),
	...[405, 406, 418, 451].map((status) => [`refusal of ${status}`, status, {}, "refused"] as const),
] as const)(
	"a %s is not the site: no letter, no finding about it, and the reason says what answered",
	async ([, status, headers, instead]) => {
		const { result, report, reasons, target } = await scanOf(answering(status, { ...EVERY_HEADER, ...headers }));
		expect(report).toMatchObject({ coverage: "partial", grade: null });
		expect(report.parts).toContainEqual(expect.objectContaining({ part: "headers", instead }));
		for (const part of ["headers", "content", "cors"]) expect(reasons[part]).toContain(`${target}/ answered ${status}`);
		const ofTheWay = ["http-not-redirected", "security-txt-missing"];
		expect(rulesOf(result).filter((rule) => !ofTheWay.includes(rule))).toEqual([]);
		// A page without any of the headers is not judged for it either.
		expect(rulesOf((await scanOf(answering(status, headers))).result)).not.toContain("csp-missing");
	},
);

test("what needs no page is judged when a wall answers: certificate and TLS", async () => {
	const { result, report, reasons } = await scanOf(answering(403, { "cf-mitigated": "challenge" }), "https");
	expect(report.grade).toBeNull();
	expect(rulesOf(result)).toContain("certificate-expired");
	expect(Object.keys(reasons).sort()).toEqual(["content", "cors", "files", "headers", "software"]);
	expect(rulesOf(result)).not.toContain("hsts-missing");
});

test("files are asked for at a site without a page, and not at a wall", async () => {
	const asked: string[] = [];
	const listening =
		(answer: RequestListener): RequestListener =>
		(request, response) => {
			asked.push(request.url ?? "");
			if (request.url === "/.env") return void response.end("DB_HOST=practice-only\n");
			answer(request, response);
		};
	const without = await scanOf(listening(answering(404)));
	expect(rulesOf(without.result)).toContain("exposed-env");
	expect(without.reasons.files).toBeUndefined();
	asked.length = 0;
	const walled = await scanOf(listening(answering(403, { "cf-mitigated": "challenge" })));
	expect(walled.reasons.files).toContain("looks like a bot wall");
	expect(asked).toEqual(["/"]);
});
