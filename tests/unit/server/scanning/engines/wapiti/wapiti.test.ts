import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { startUrl, wapitiArguments } from "#server/scanning/engines/wapiti/arguments.ts";
import { checkWapitiBody } from "#server/scanning/engines/wapiti/check-body.ts";
import { judge } from "#server/scanning/engines/wapiti/judge.ts";
import { partsOf } from "#server/scanning/engines/wapiti/parts.ts";
import { readWapitiJson } from "#server/scanning/engines/wapiti/read-json.ts";
import { visitedPaths } from "#server/scanning/engines/wapiti/visited.ts";
import { checkedTarget } from "#tests/support/engines/checked-target.ts";

const checked = (host: string, path = "/") =>
	checkedTarget({ scheme: "https", host, ipVersion: host.includes(":") ? 6 : 0, path });
const WHERE = { folder: "/job", proxyPort: 4000, userAgent: "Plumbline-Scanner/1.0", seconds: 100 };
const ITEM = {
	method: "GET",
	path: "/item",
	info: "SQL Injection via injection in the parameter id",
	level: 4,
	parameter: "id",
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
		rule: "wapiti-sql-injection",
		severity: "high",
		rawSeverity: "critical",
		cwe: 89,
		location: { host: "a.example", port: 443, path: "/item", parameter: "id" },
	});
	expect(finding?.evidence[1]?.text).toBe("GET /item?id=1%27 HTTP/1.1");
	expect(JSON.stringify(finding)).not.toContain("secret");
});

test("a recorded report becomes findings, with what was tried and without secrets", () => {
	const read = readWapitiJson(recorded);
	const at = { host: "localhost", port: 8099 };
	const found = read.status === "done" ? judge(read.items, at, new Date(0)) : [];
	expect(read).toMatchObject({ status: "done", pages: 14, cut: false });
	expect(found.map(({ rule, location }) => `${rule} ${location.path} ${location.parameter}`)).toEqual([
		"wapiti-csp / CSP",
		"wapiti-csrf /login ",
		"wapiti-path-traversal /page file",
		"wapiti-cookie-httponly / sessionid",
		"wapiti-cookie-httponly / theme",
		"wapiti-open-redirect /go url",
		"wapiti-open-redirect /go url",
		"wapiti-xss /search q",
		"wapiti-cookie-secure / sessionid",
		"wapiti-cookie-secure / theme",
		"wapiti-sql-injection /item id",
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

test("what is not a report is broken, and unknown entries are left out and make it partial", () => {
	const utf16 = Buffer.from(recorded, "utf16le").toString("utf8");
	const broken = ["", report({}).slice(0, -5), "[]", "null", "\ufeff{", utf16, "[".repeat(100_000), report({ x: "y" })];
	for (let length = 0; length < recorded.trimEnd().length; length += 997) broken.push(recorded.slice(0, length));
	for (const text of broken) expect(readWapitiJson(text).status, text.slice(0, 20)).toBe("broken");
	const odd = readWapitiJson(report({ "SQL Injection": [ITEM, null, { level: "x" }] }));
	expect(odd).toMatchObject({ status: "done", cut: true, items: [{ category: "SQL Injection" }] });
	const huge = readWapitiJson(report({ "SQL Injection": new Array(20_000).fill(ITEM) }));
	expect(huge.status === "done" ? [huge.items.length, huge.cut] : huge).toEqual([5_000, true]);
});

test("a million items are read up to a bound, and names from a report cannot reach a prototype", () => {
	const before = process.memoryUsage().heapUsed;
	const many = `{"vulnerabilities":{"__proto__":[${JSON.stringify(ITEM)}],"SQL Injection":[{}${",{}".repeat(1_000_000)}]},"infos":{}}`;
	const read = readWapitiJson(many);
	expect(read).toMatchObject({ status: "done", cut: true });
	expect(process.memoryUsage().heapUsed - before).toBeLessThan(400_000_000);
	expect(Object.hasOwn(Object.prototype, "0")).toBe(false);
});

test("hostile texts of an item are cut, in one line", () => {
	const text = `a\u202eb\u0000\n${"x".repeat(5_000)}`;
	const hostile = { ...ITEM, info: text, parameter: text, path: text, http_request: text, category: text };
	const [finding] = judge([hostile], { host: "a.example", port: 443 }, new Date(0));
	expect(finding?.rule).toBe("wapiti-other");
	for (const said of finding?.evidence.map((one) => one.text) ?? []) {
		expect(said.length).toBeLessThanOrEqual(500);
		// biome-ignore lint/suspicious/noControlCharactersInRegex: it tests that there are none
		expect(said).not.toMatch(/[\u0000-\u001f\u202e]/);
	}
	expect(finding?.location.path.length).toBeLessThanOrEqual(500);
	expect(finding?.location.parameter).toMatch(/^a b x+…$/);
});

test("a module that needs another one adds it, because Wapiti would leave it out otherwise", () => {
	const args = wapitiArguments(checked("a.example"), { target: "x", modules: "permanentxss" }, WHERE);
	expect(args).toContain("--module=xss,permanentxss");
	const both = wapitiArguments(checked("a.example"), { target: "x", modules: "permanentxss, sql, xss" }, WHERE);
	expect(both).toContain("--module=xss,permanentxss,sql");
});

test("every scan has a few requests without an answer; with many, the part does not count as evaluated", () => {
	const counts = { forwarded: 600, unanswered: 2, refused: 9 };
	const attacks = (said: string, unanswered = 2) =>
		partsOf(said, { cut: false, counts: { ...counts, unanswered } }).find(({ part }) => part === "attacks");
	expect(attacks("1 requests were skipped due to network issues")).toMatchObject({ status: "evaluated" });
	expect(
		attacks("5 requests were skipped due to network issues\n2 requests were skipped due to network issues"),
	).toMatchObject({
		reason: "7 of its requests got no answer.",
	});
	expect(attacks("", 7)).toMatchObject({ reason: "7 of its requests got no answer." });
});

test("the pages that it crawled are listed as findings name them, without those that it only knew of", () => {
	const request = (url: string, status_code: number | null) => ({ request: { url, method: "GET", status_code } });
	const crawled_pages = [
		request("https://a.example/b.php;v=1?id=2", 200),
		request("https://a.example/a/;jsessionid=1F", 404),
		request("https://a.example", 200),
		request("https://a.example/never-asked", null),
		null,
	];
	const read = readWapitiJson(JSON.stringify({ vulnerabilities: {}, infos: { crawled_pages } }));
	expect(read.status === "done" && visitedPaths(read.visited ?? [])).toEqual(["/", "/a/", "/b.php"]);
	expect(readWapitiJson(recorded)).toMatchObject({ visited: undefined });
});
