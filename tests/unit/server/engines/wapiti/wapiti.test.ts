import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { startUrl, wapitiArguments } from "#server/engines/wapiti/arguments.ts";
import { checkWapitiBody } from "#server/engines/wapiti/check-body.ts";
import { judge } from "#server/engines/wapiti/judge.ts";
import { readWapitiJson } from "#server/engines/wapiti/read-json.ts";
import type { CheckedTarget } from "#server/targets/target.ts";

const checked = (host: string, path = "/"): CheckedTarget => ({
	target: { scheme: "https", host, ipVersion: host.includes(":") ? 6 : 0, port: undefined, path },
	...{ addresses: [{ address: "192.0.2.1", family: 4 }], ports: [443, 80], listed: false },
});
const WHERE = { folder: "/job", proxyPort: 4000, userAgent: "Plumbline-Scanner/1.0", seconds: 100 };
const ITEM = {
	...{
		method: "GET",
		path: "/item",
		info: "SQL Injection via injection in the parameter id",
		level: 4,
		parameter: "id",
	},
	http_request: "GET /item?id=1%27 HTTP/1.1\nhost: a.example\ncookie: session=secret",
};
const recorded = readFileSync("tests/fixtures/engines/wapiti-3.2.3-practice.json", "utf8");
const report = (vulnerabilities: object) => JSON.stringify({ vulnerabilities, infos: { version: "Wapiti 3.2.3" } });

test("modules that we do not run are refused by name, and user agents have to fit a header", () => {
	expect(checkWapitiBody({ target: "a.example" })).toEqual({ ok: true });
	expect(checkWapitiBody({ target: "a.example", modules: "sql, XSS,,exec" })).toEqual({ ok: true });
	for (const modules of [
		"nope",
		"all",
		"-sql",
		"sql:get",
		"ssrf",
		"brute_login_form",
		"--update",
		"sql;id",
		"sql\nnope",
	])
		expect(checkWapitiBody({ target: "a.example", modules }), modules).toMatchObject({ ok: false });
	expect(checkWapitiBody({ target: "a.example", modules: "sql,nope" })).toMatchObject({
		message: expect.stringContaining('"nope"'),
	});
	expect(checkWapitiBody({ target: "a.example", user_agent: "a\r\nX: y" })).toMatchObject({ ok: false });
});

test("every argument is one option with its value, whatever the form holds", () => {
	const body = { target: "x", scope: "strict_path", user_agent: "--update", modules: "sql" } as const;
	const args = wapitiArguments(checked("a.example", "/x/y.html?-q=$(id)"), body, WHERE);
	expect(args.every((argument) => argument.startsWith("--"))).toBe(true);
	expect(args).toContain("--user-agent=--update");
	expect(args).toContain("--scope=page");
	expect(args).toContain("--url=https://a.example/x/y.html?-q=$(id)");
	expect(args).toContain("--proxy=http://127.0.0.1:4000/");
	expect(startUrl(checked("a.example", "/x/y.html?q"), "folder")).toBe("https://a.example/x/");
	expect(startUrl(checked("2001:db8::1"), "url")).toBe("https://[2001:db8::1]/");
	for (const host of ["-x", "a b", "a\n--update", "$(id)", "fe80::1%eth0", "file:///etc/passwd", ""])
		expect(() => startUrl(checked(host), "url"), host).toThrow("Not a checked target");
});

test("an item becomes a finding with its request line, without headers and bodies", () => {
	const read = readWapitiJson(report({ "SQL Injection": [ITEM] }));
	const [finding] = read.status === "done" ? judge(read.items, { host: "a.example", port: 443 }, new Date(0)) : [];
	expect(finding).toMatchObject({
		...{ rule: "wapiti-sql-injection", severity: "high", rawSeverity: "critical", cwe: 89 },
		location: { host: "a.example", port: 443, path: "/item", parameter: "id" },
	});
	expect(finding?.evidence[1]?.text).toBe("GET /item?id=1%27 HTTP/1.1");
	expect(JSON.stringify(finding)).not.toContain("secret");
});

test("a recorded report becomes findings, with what was tried and without anybody's secrets", () => {
	const read = readWapitiJson(recorded);
	const at = { host: "localhost", port: 8099 };
	const found = read.status === "done" ? judge(read.items, at, new Date(0)) : [];
	expect(read).toMatchObject({ status: "done", pages: 14, cut: false });
	expect(found.map(({ rule, location }) => `${rule} ${location.path} ${location.parameter}`)).toEqual([
		...["wapiti-csp / CSP", "wapiti-csrf /login ", "wapiti-path-traversal /page file"],
		...["wapiti-cookie-httponly / sessionid", "wapiti-cookie-httponly / theme"],
		...["wapiti-open-redirect /go url", "wapiti-open-redirect /go url", "wapiti-xss /search q"],
		...["wapiti-cookie-secure / sessionid", "wapiti-cookie-secure / theme", "wapiti-sql-injection /item id"],
	]);
	expect(found[2]?.evidence[1]?.text).toBe("GET /page?file=%2Fetc%2Fpasswd HTTP/1.1");
	expect(JSON.stringify(found)).not.toMatch(/practice-only|Letm3in/);
	const line = "GET /item?token=abc&id=1%27&user=ann HTTP/1.1";
	const [other] = judge([{ ...ITEM, category: "SQL Injection", http_request: line }], at, new Date(0));
	expect(other?.evidence[1]?.text).toBe("GET /item?token=…&id=1%27&user=… HTTP/1.1");
	const [own] = judge(
		[{ ...ITEM, category: "SQL Injection", parameter: "token", http_request: line }],
		at,
		new Date(0),
	);
	expect(own?.evidence[1]?.text).toBe("GET /item?token=…&id=…&user=… HTTP/1.1");
});

test("what is no report is broken, and what is strange in one is left out and makes it partial", () => {
	for (const text of ["", report({}).slice(0, -5), "[]", "null", "\ufeff{", "[".repeat(100_000), report({ x: "y" })])
		expect(readWapitiJson(text).status, text.slice(0, 20)).toBe("broken");
	const odd = readWapitiJson(report({ "SQL Injection": [ITEM, null, { level: "x" }] }));
	expect(odd).toMatchObject({ status: "done", cut: true, items: [{ category: "SQL Injection" }] });
	const huge = readWapitiJson(report({ "SQL Injection": new Array(20_000).fill(ITEM) }));
	expect(huge.status === "done" ? [huge.items.length, huge.cut] : huge).toEqual([5_000, true]);
});
