import { expect, test } from "vitest";
import { parseJson } from "#server/scanning/engines/shared/parse-json.ts";
import { redactAddresses, redactMatch } from "#server/scanning/engines/shared/redact.ts";

test("of a query only the tested parameter's value stays, and only if its name is harmless", () => {
	expect(redactAddresses("GET /a?x=1&q=%27&y HTTP/1.1", "q")).toBe("GET /a?x=…&q=%27&y HTTP/1.1");
	expect(redactAddresses("GET /a?password=1%27", "password")).toBe("GET /a?password=…");
	expect(redactAddresses("GET /a?q%5B%5D=1&q[]=2#f", "q[]")).toBe("GET /a?q%5B%5D=1&q[]=2#f");
	expect(redactAddresses("GET /a?%E0%A4%A=1", "x")).toBe("GET /a?%E0%A4%A=…");
	expect(redactAddresses(`GET /a?${"s".repeat(60)}`, "")).toBe("GET /a?…");
	expect(redactAddresses("GET /a", "q")).toBe("GET /a");
	expect(redactAddresses("/a;jsessionid=1F?x=1 leads to http://a.example/b;sid=2?y=2 HTTP/1.1", "")).toBe(
		"/a?x=… leads to http://a.example/b?y=… HTTP/1.1",
	);
});

test.each([
	["Set-Cookie: sid=abc; Path=/", "Set-Cookie: sid=…; Path=/"],
	["authorization: Bearer abc.def", "authorization: Bearer …"],
	['"db_password": "hunter2"', '"db_password": "…"'],
	["api_key=A1b2", "api_key=…"],
	["-----BEGIN RSA PRIVATE KEY-----\nMIIE", "-----BEGIN …"],
	["eyJhbGciOiJIUzI1NiJ9eyJhbGciOiJIUzI1NiJ9", "eyJh…"],
	["4111 1111 1111 1111", "41…"],
	["write to ann.smith@example.org", "write to …@…"],
	["You have an error in your SQL syntax", "You have an error in your SQL syntax"],
	["/very-long-path-of/a-readable-site/index.html", "/very-long-path-of/a-readable-site/index.html"],
])("what a tool matched is shown without secrets: %s", (text, shown) => {
	expect(redactMatch(text)).toBe(shown);
});

test("a match of a megabyte is one short line, at once", () => {
	const began = process.cpuUsage();
	for (const sign of ["a", "1", "=", "@", ".", "a=", "password", "1 ", "-"])
		expect(redactMatch(sign.repeat(1_000_000 / sign.length)).length).toBeLessThanOrEqual(200);
	// Processor time, which other programs do not affect.
	expect(process.cpuUsage(began).user / 1_000).toBeLessThan(3_000);
});

test("JSON is parsed unless it is invalid or nests deeper than any report", () => {
	expect(parseJson('{"a":[1,"[[{{\\"\\\\"]}')).toEqual({ a: [1, '[[{{"\\'] });
	for (const text of ["", "{", "\ufeff{}", "[".repeat(65) + "]".repeat(65)]) expect(parseJson(text)).toBeUndefined();
	expect(parseJson("[".repeat(64) + "]".repeat(64))).toBeDefined();
});
