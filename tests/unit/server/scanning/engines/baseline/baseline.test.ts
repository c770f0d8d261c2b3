import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createGuard } from "#server/platform/outgoing/guard.ts";
import { createPolicy } from "#server/platform/outgoing/policy.ts";
import { startPractice } from "#server/scanning/practice/practice.ts";
import { hostile, redirectTo, respond } from "#tests/support/engines/hostile-target.ts";
import { practiceWeaknesses } from "#tests/support/engines/practice-weaknesses.ts";
import { freePorts } from "../../../../../support/free-ports.ts";
import { completed, failed, noRecords, reasonsOf, resolverOf, rulesOf, scan } from "./scan.ts";
import { running, start } from "./start-hostile.ts";
import { startSite } from "./start-site.ts";

let practice: Awaited<ReturnType<typeof startPractice>>;
let httpPort = 0;
let httpsPort = 0;
beforeAll(async () => {
	[httpPort, httpsPort] = await freePorts();
	practice = await startPractice({ httpPort, httpsPort });
});
afterAll(() => practice.close());

test("the practice target's http port shows exactly its known weaknesses", async () => {
	const result = completed(await scan({ text: `http://localhost:${httpPort}`, limits: { requestMs: 5_000 } }));
	expect(rulesOf(result)).toEqual(practiceWeaknesses.http);
	expect(result.coverage).toBe("full");
	expect(result.parts.map(({ part, status }) => `${part} ${status}`)).toEqual([
		"redirects evaluated",
		"headers evaluated",
		"content evaluated",
		"cors evaluated",
		"software evaluated",
		"files evaluated",
	]);
});

test("the practice target's https port shows exactly its known weaknesses, with the scheme found out", async () => {
	const result = completed(await scan({ text: `localhost:${httpsPort}`, limits: { requestMs: 5_000 } }));
	expect(rulesOf(result)).toEqual(practiceWeaknesses.https);
	expect(result.coverage).toBe("full");
	const handshakes = result.sent.filter(({ what }) => what.startsWith("TLS handshake") || what.includes(" https://"));
	expect(handshakes.length).toBeLessThanOrEqual(20);
});

test("evidence of exposed files says what matched and holds nothing of them", async () => {
	const result = completed(await scan({ text: `http://localhost:${httpPort}` }));
	const env = result.findings.find(({ rule }) => rule === "exposed-env");
	expect(env?.evidence).toEqual([
		{
			source: `GET http://localhost:${httpPort}/.env`,
			text: "Status 200, 49 bytes read, matched 2 lines of the form NAME=value. Content not kept.",
		},
	]);
	expect(JSON.stringify(result)).not.toMatch(/DB_PASSWORD|not-a-real-password|practice-only/);
});

test("everything that was sent is listed, and without listing only pages that the site names are asked for", async () => {
	const policy = createPolicy({ allow: "", practicePorts: [httpPort] });
	const listing = createGuard({ policy, resolver: resolverOf({ localhost: ["127.0.0.1"] }) });
	const unlisted: typeof listing = {
		async check(...question) {
			const answer = await listing.check(...question);
			return answer.ok ? { ...answer, checked: { ...answer.checked, listed: false } } : answer;
		},
	};
	const result = completed(await scan({ text: `http://localhost:${httpPort}`, guard: unlisted }));
	expect(result.parts.map(({ part }) => part)).not.toContain("files");
	const site = `http://localhost:${httpPort}`;
	// Those of the crawl come beside the others.
	expect(result.sent.map(({ what, address, outcome }) => `${what} ${address} ${outcome}`).sort()).toEqual(
		[
			...["item?…", "login", "page?…", "search?…"].map((path) => `GET ${site}/${path} 127.0.0.1 200`),
			`GET ${site}/ 127.0.0.1 200`,
			`GET ${site}/robots.txt 127.0.0.1 404`,
			`GET ${site}/sitemap.xml 127.0.0.1 404`,
			`HEAD ${site}/ 127.0.0.1 200`,
			`TCP connection localhost:${httpPort} 127.0.0.1 open`,
		].sort(),
	);
});

test("requests say who sends them, name the host, and go to the checked address", async () => {
	const requests: {
		method: string | undefined;
		host: string | undefined;
		agent: string | undefined;
		path: string | undefined;
	}[] = [];
	const server = createServer((request, response) => {
		const { host, "user-agent": agent } = request.headers;
		requests.push({ method: request.method, host, agent, path: request.url });
		response.end("ok");
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	try {
		await scan({
			text: `http://site.example.com:${port}/admin?x=1`,
			resolver: resolverOf({ "site.example.com": ["127.0.0.1"] }),
		});
	} finally {
		server.close();
	}
	const agent = "Plumbline-Scanner/1.0 (+http://localhost/scanner-info)";
	const host = `site.example.com:${port}`;
	expect(requests[0]).toEqual({ method: "GET", host, agent, path: "/" });
	expect(requests).toEqual(
		expect.arrayContaining([
			{ method: "HEAD", host, agent, path: "/" },
			{ method: "GET", host, agent, path: "/robots.txt" },
		]),
	);
	expect(requests.every((request) => request.agent === agent && request.host === host)).toBe(true);
});

test("a name that changes its address after the check is not resolved a second time", async () => {
	const { port } = await start(redirectTo(`/next`));
	const addresses = vi
		.fn()
		.mockResolvedValueOnce({ status: "found", addresses: [{ address: "127.0.0.1", family: 4 }] })
		.mockResolvedValue({ status: "found", addresses: [{ address: "10.0.0.1", family: 4 }] });
	const result = completed(await scan({ text: `http://rebind.example.com:${port}`, resolver: { addresses } }));
	expect(addresses).toHaveBeenCalledTimes(1);
	expect(new Set(result.sent.map(({ address }) => address).filter(Boolean))).toEqual(new Set(["127.0.0.1"]));
});

test("a redirect to another host of the site is checked before it is followed", async () => {
	const { port } = await start(redirectTo("http://www.example.com:8080/"));
	const resolver = resolverOf({ "example.com": ["127.0.0.1"], "www.example.com": ["10.0.0.1"] });
	const result = completed(await scan({ text: `http://example.com:${port}`, resolver }));
	expect(resolver.asked).toEqual(["example.com", "www.example.com"]);
	expect(reasonsOf(result).headers).toContain("it redirects to a host we cannot find or may not scan; not followed.");
	expect(result.sent.some(({ address }) => address === "10.0.0.1")).toBe(false);

	// The report does not distinguish a name that leads inside from one that does not exist.
	const missing = resolverOf({ "example.com": ["127.0.0.1"] });
	const other = completed(await scan({ text: `http://example.com:${port}`, resolver: missing }));
	expect(reasonsOf(other).headers).toBe(reasonsOf(result).headers);
	expect(rulesOf(other)).toEqual(rulesOf(result));
});

test("every host that a redirect leads to is judged by its certificate and its TLS, each once", async () => {
	const { port } = await start(redirectTo(`https://www.example.com:${httpsPort}/`));
	const resolver = resolverOf({ "example.com": ["127.0.0.1"], "www.example.com": ["127.0.0.1"] });
	const result = completed(await scan({ text: `http://example.com:${port}`, resolver }));
	const there = result.findings.filter(({ rule }) => /^(tls|certificate)-/.test(rule));
	expect(there.map(({ rule }) => rule)).toEqual(
		expect.arrayContaining(["certificate-expired", "certificate-host-mismatch", "tls-old-protocol"]),
	);
	expect(new Set(there.map(({ location }) => `${location.host}:${location.port}`))).toEqual(
		new Set([`www.example.com:${httpsPort}`]),
	);
	expect(new Set(there.map(({ fingerprint }) => fingerprint)).size).toBe(there.length);
});

test("a site that sets a cookie and redirects to itself is read behind it, and the cookie goes nowhere else", async () => {
	const asked: (string | undefined)[] = [];
	const other = await startSite((request, response) => {
		asked.push(request.headers.cookie);
		response.end();
	});
	const gate = await startSite((request, response) => {
		asked.push(request.headers.cookie);
		if (request.headers.cookie === undefined)
			return void response
				.writeHead(302, { location: "/", "set-cookie": ["seen=1; Path=/", "=x", "locked=2; Secure"] })
				.end();
		response.writeHead(302, { location: `http://www.example.com:${other}/` }).end();
	});
	const resolver = resolverOf({ "example.com": ["127.0.0.1"], "www.example.com": ["127.0.0.1"] });
	const result = completed(await scan({ text: `http://example.com:${gate}`, resolver }));
	expect(asked.slice(0, 3)).toEqual([undefined, "seen=1", undefined]);
	expect(reasonsOf(result).headers).toBeUndefined();
	expect(JSON.stringify(result.sent)).not.toContain("seen=1");
});

test("of several addresses one that answers is used", async () => {
	const { port } = await start(respond("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
	const resolver = resolverOf({ localhost: ["127.0.0.9", "127.0.0.1"] });
	const result = completed(await scan({ text: `http://localhost:${port}`, resolver }));
	expect(result.sent.filter(({ what }) => what.startsWith("GET")).every(({ address }) => address === "127.0.0.1")).toBe(
		true,
	);
});

test("a cancelled scan ends at once and says so", async () => {
	const { port } = await start(hostile.neverAnswers);
	const cancel = new AbortController();
	const pending = scan({ text: `http://localhost:${port}`, limits: { requestMs: 60_000 }, signal: cancel.signal });
	await vi.waitUntil(() => running.length > 0);
	cancel.abort();
	expect(failed(await pending).reason.code).toBe("cancelled");
});

test("when the time for a scan is over, what was looked at is kept and the rest is not evaluated", async () => {
	const limit = new AbortController();
	const result = completed(
		await scan({
			text: `http://app.example.com:${httpPort}`,
			resolver: resolverOf({ "app.example.com": ["127.0.0.1"] }),
			records: { ...noRecords, txt: () => new Promise(() => undefined) },
			limits: { requestMs: 5_000 },
			signal: limit.signal,
			onProgress(_, step) {
				if (step.startsWith("Files")) limit.abort(new DOMException("over", "TimeoutError"));
			},
		}),
	);
	expect(result.coverage).toBe("partial");
	expect(reasonsOf(result).mail).toBe("The scan ended before this part was done.");
	expect(rulesOf(result)).toContain("csp-missing");
});

test("progress never falls", async () => {
	const seen: number[] = [];
	await scan({ text: `localhost:${httpsPort}`, onProgress: (percent) => seen.push(percent) });
	expect(seen.length).toBeGreaterThan(5);
	expect(seen).toEqual([...seen].sort((a, b) => a - b));
	expect(Math.max(...seen)).toBeLessThan(100);
});

test("when the TLS handshakes are used up, the rest is a gap and not a pass", async () => {
	const result = completed(
		await scan({ text: `https://localhost:${httpsPort}`, limits: { handshakes: 3, requestMs: 5_000 } }),
	);
	expect(result.coverage).toBe("partial");
	expect(reasonsOf(result).tls).toContain("our limit of TLS handshakes for one scan was used up");
});
