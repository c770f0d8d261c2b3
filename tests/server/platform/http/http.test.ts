import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { writeBuiltPages } from "../../../support/server/built-pages.ts";
import { startTestServer, type TestServer } from "../../../support/server/test-server.ts";

const BODY = { target: "example.com", email: "ada@example.org" };
const PATH = "/api/v1/scans/combined/start/";
const errorOf = async (response: Response) => ({ status: response.status, ...(await response.json()) });

/** fetch may not choose its Host header. */
const withHost = (server: TestServer, host: string, path = "/api/v1/nothing") =>
	new Promise<number | undefined>((resolve, reject) => {
		const asking = request(server.url + path, { headers: { host } }, (response) => {
			response.resume();
			resolve(response.statusCode);
		});
		asking.on("error", reject).end();
	});

const api = await startTestServer();

describe("the API's answers to what it cannot take", () => {
	const post = (body: string, type = "application/json") =>
		fetch(api.url + PATH, { method: "POST", headers: { "Content-Type": type }, body });

	test("a body without an email address says so", async () => {
		const error = await errorOf(await post(JSON.stringify({ target: "example.com" })));
		expect(error).toMatchObject({ status: 400, code: "invalid_body", message: "Please give an email address." });
	});

	test("a bad email address and a blank target each have their own message", async () => {
		expect((await errorOf(await post(JSON.stringify({ ...BODY, email: "a@b" })))).message).toBe(
			"Please enter a valid email address.",
		);
		expect((await errorOf(await post(JSON.stringify({ ...BODY, target: "  " })))).message).toBe(
			"Please give a target.",
		);
	});

	test("an extra field and a body that is not an object are refused with a message", async () => {
		for (const body of [{ ...BODY, admin: true }, [], "text", null]) {
			const error = await errorOf(await post(JSON.stringify(body)));
			expect(error).toMatchObject({ status: 400, code: "invalid_body" });
			expect(error.message).not.toContain("Invalid input");
		}
	});

	test("broken JSON, another media type and an oversized body have their own codes", async () => {
		expect(await errorOf(await post("{"))).toMatchObject({ status: 400, code: "invalid_body" });
		expect(await errorOf(await post("", "application/json"))).toMatchObject({ status: 400, code: "invalid_body" });
		expect(await errorOf(await post("target=x", "application/x-www-form-urlencoded"))).toMatchObject({
			status: 415,
			code: "unsupported_media_type",
		});
		expect(await errorOf(await post("x", "text/plain"))).toMatchObject({ status: 415, code: "unsupported_media_type" });
		expect(await errorOf(await post(JSON.stringify({ ...BODY, target: "x".repeat(20_000) })))).toMatchObject({
			status: 413,
			code: "payload_too_large",
		});
	});

	test("an unknown call is a JSON 404, a known one by another method a 405 that names the right one", async () => {
		expect(await errorOf(await fetch(`${api.url}/api/v1/nope/`))).toMatchObject({ status: 404, code: "not_found" });
		const wrong = await fetch(api.url + PATH);
		expect(wrong.headers.get("Allow")).toBe("POST");
		expect(await errorOf(wrong)).toMatchObject({ status: 405, code: "method_not_allowed" });
		const ofOne = await fetch(`${api.url}/api/v1/scans/${randomUUID()}/`, { method: "POST" });
		expect(ofOne.headers.get("Allow")?.split(", ").toSorted()).toEqual(["DELETE", "GET"]);
		expect(await errorOf(ofOne)).toMatchObject({ status: 405, code: "method_not_allowed" });
	});

	test("a path that cannot be decoded is refused, not broken", async () => {
		expect((await fetch(`${api.url}/%zz`)).status).toBe(400);
	});

	test("an error of ours hides its detail and names its log entry", async () => {
		const broken = await startTestServer();
		await broken.database.owner.query("ALTER TABLE rate_limits RENAME TO gone");
		const response = await broken.scan(BODY);
		const text = await response.clone().text();
		expect(await errorOf(response)).toMatchObject({ status: 500, code: "internal" });
		expect(text).not.toContain("rate_limits");
		expect(text).toContain(response.headers.get("X-Request-Id"));
	});

	test("the health says whether the database answers", async () => {
		const response = await fetch(`${api.url}/api/v1/health/`);
		expect({ status: response.status, ...(await response.json()) }).toEqual({ status: "ok" });
	});
});

const own = await startTestServer();

describe("who may ask", () => {
	const local = () => `http://localhost:${own.port}`;

	test("a write from a page of another site is refused and nothing is done", async () => {
		for (const headers of [
			{ Origin: "https://evil.example" },
			{ Origin: "null" },
			{ Origin: "null", "Sec-Fetch-Site": "cross-site" },
			{ "Sec-Fetch-Site": "cross-site" },
			{ "Sec-Fetch-Site": "same-site" },
		]) {
			expect(await errorOf(await own.scan(BODY, headers))).toMatchObject({ status: 403, code: "cross_origin" });
		}
		expect((await own.database.pool.query("SELECT 1 FROM scans")).rowCount).toBe(0);
	});

	test("a write from our own pages, by either name of this machine, and from programs, is taken", async () => {
		for (const headers of [
			{},
			{ Origin: local() },
			{ Origin: `http://127.0.0.1:${own.port}` },
			{ Origin: "null", "Sec-Fetch-Site": "same-origin" },
		]) {
			expect((await own.scan(BODY, headers)).status).toBe(202);
		}
	});

	test("a name that is not ours is 421, but for the health", async () => {
		expect(await withHost(own, "evil.example")).toBe(421);
		expect(await withHost(own, `localhost:${own.port}`)).toBe(404);
		expect(await withHost(own, `127.0.0.1:${own.port}`)).toBe(404);
		expect(await withHost(own, "10.0.0.7", "/api/v1/health/")).toBe(200);
	});

	test("with a public address, only that one counts, and plain http behind the proxy is redirected", async () => {
		const behind = await startTestServer({ env: { PUBLIC_URL: "https://scan.example.com", TRUST_PROXY: "on" } });
		const ask = (headers: Record<string, string>, path = "/scanner-info?a=1") =>
			fetch(behind.url + path, {
				redirect: "manual",
				headers: { "X-Forwarded-Host": "scan.example.com", ...headers },
			});
		expect((await fetch(`${behind.url}/scanner-info`)).status).toBe(421);
		const plain = await ask({ "X-Forwarded-Proto": "http" });
		expect(plain.status).toBe(308);
		expect(plain.headers.get("Location")).toBe("https://scan.example.com/scanner-info?a=1");
		const call = await ask({ "X-Forwarded-Proto": "http" }, "/api/v1/scans/");
		expect(call.status).toBe(421);
		expect((await call.json()).message).toContain("https://scan.example.com");
		const secure = await ask({ "X-Forwarded-Proto": "https" });
		expect(secure.status).toBe(200);
		expect(secure.headers.get("Strict-Transport-Security")).toMatch(/max-age=31536000/);
	});

	test("files that are shared while no service worker runs are not taken, and the screen says so", async () => {
		const body = new FormData();
		body.append("share-files", new File(["x".repeat(200_000)], "a.jpg", { type: "image/jpeg" }));
		const answer = await fetch(`${own.url}/share`, { method: "POST", body, redirect: "manual" });
		expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/dashboard/evidence/new?shared=lost"]);
	});

	test("every kind of answer carries the security headers and does not say what runs here", async () => {
		for (const path of [
			"/scanner-info",
			"/api/v1/nope",
			"/api/v1/health/",
			"/.well-known/security.txt",
			"/r/unknown",
			"/nothing",
		]) {
			const { headers } = await fetch(own.url + path);
			expect(headers.get("Content-Security-Policy"), path).toContain("script-src 'self';");
			expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
			expect(headers.get("Referrer-Policy")).toBeTruthy();
			expect(headers.get("Permissions-Policy")).toBeTruthy();
			expect(headers.get("Server")).toBeNull();
			expect(headers.get("X-Powered-By")).toBeNull();
			expect(headers.get("Strict-Transport-Security")).toBeNull();
		}
	});
});

const built = await startTestServer({ parts: { dist: await writeBuiltPages() } });

describe("the built pages", () => {
	const get = async (path: string, headers: Record<string, string> = { "Accept-Encoding": "identity" }) => {
		const response = await fetch(built.url + path, { headers, redirect: "manual" });
		return { status: response.status, headers: response.headers, response };
	};
	const text = async (path: string) => {
		const { status, headers, response } = await get(path);
		return {
			status,
			type: headers.get("Content-Type"),
			cache: headers.get("Cache-Control"),
			body: await response.text(),
		};
	};

	test("have clean addresses and are asked about at every use", async () => {
		expect(await text("/")).toMatchObject({ status: 200, cache: "no-cache", body: expect.stringContaining("home") });
		expect(await text("/outbox?x=1")).toMatchObject({
			status: 200,
			cache: "no-cache",
			body: expect.stringContaining("outbox"),
		});
		expect(await text("/sw.js")).toMatchObject({
			status: 200,
			cache: "no-cache",
			type: expect.stringContaining("javascript"),
		});
		const slash = await get("/outbox/?x=1");
		expect([slash.status, slash.headers.get("Location")]).toEqual([308, "/outbox?x=1"]);
	});

	test("have assets that are kept for ever and come compressed where the browser takes it", async () => {
		expect(await text("/assets/main-abc.js")).toMatchObject({
			cache: expect.stringContaining("immutable"),
			body: "// main",
		});
		const { headers } = await get("/assets/main-abc.js", { "Accept-Encoding": "br" });
		expect(headers.get("Content-Encoding")).toBe("br");
		expect(headers.get("Vary")?.toLowerCase()).toContain("accept-encoding");
		expect(headers.get("Content-Type")).toContain("javascript");
	});

	test("every address of the dashboard is a page: its own, or the shell that shows what belongs there", {
		meta: { acceptance: "S2.24" },
	}, async () => {
		expect(await text("/dashboard/overview")).toMatchObject({ status: 200, body: expect.stringContaining("overview") });
		for (const path of ["/dashboard/nope", "/dashboard/scans/123", "/dashboard/a/b?c=d"])
			expect(await text(path), path).toMatchObject({ status: 200, body: expect.stringContaining("shell") });
		for (const path of ["/dashboards", "/dashboard/missing.js"])
			expect(await text(path), path).toMatchObject({ status: 404 });
	});

	test("an unknown page is the 404 page, a missing asset never a page", async () => {
		expect(await text("/nowhere")).toMatchObject({
			status: 404,
			body: expect.stringContaining("not here"),
			type: expect.stringContaining("html"),
		});
		expect(await text("/assets/gone.js")).toMatchObject({ status: 404, type: expect.stringContaining("text/plain") });
	});

	test("nothing outside them, no note of the build and no compressed file can be fetched", async () => {
		for (const path of [
			"/.built",
			"/%2e%2e/package.json",
			"/..%2fpackage.json",
			"/assets/main-abc.js.br",
			"/%00",
			"//outbox",
		]) {
			expect([400, 404], path).toContain((await get(path)).status);
		}
	});
});
