import { expect, test } from "vitest";
import { steadyPath, withSteadyPaths } from "#server/scanning/engines/shared/steady-path.ts";
import { judge as judgeWapiti } from "#server/scanning/engines/wapiti/judge.ts";
import { judge as judgeZap } from "#server/scanning/engines/zap/judge.ts";

const AT = { host: "a.example", port: 80 };
const NOW = new Date(0);
const ALERT = {
	pluginid: "10021",
	name: "A header is missing",
	riskcode: "1",
	confidence: "2",
	riskdesc: "",
	desc: "",
	solution: "",
	cweid: "693",
} as const;
const INSTANCE = { method: "GET", param: "x-content-type-options", attack: "", evidence: "", otherinfo: "" };
const ITEM = { method: "GET", level: 1, category: "HTTP Secure Headers", parameter: null };

test.each([
	["/shop/cart.do;jsessionid=0A1B2C3D4E5F.node7", "/shop/cart.do"],
	["/a;JSESSIONID=1;v=2/b;sid=3", "/a;v=2/b"],
	["/(S(lit3py55t21z5v55vlm25s55))/orders.aspx", "/orders.aspx"],
	["/app/(X(1)S(k2f0qn55))/", "/app/"],
	["/(A(abc)F(def))", "/"],
	["/static/1764400000123/main.css", "/static/…/main.css"],
	["/main-1764400000.js", "/main-….js"],
	["/reset/4f9a1c7be2d05836aa9c1b2e", "/reset/…"],
	["/js/app.0f3b9a7c1d2e4f5a6b7c.js", "/js/app.….js"],
])("%s is the same place in each scan, and shows no session: %s", (path, steady) => {
	expect(steadyPath(path)).toBe(steady);
	expect(steadyPath(steady)).toBe(steady);
});

test.each([
	"/",
	"",
	"/how-to-fix-2024-issues-with-tls-1-3-and-1-2",
	"/documents/8f14e45f-ceea-4671-9f27-1b0c3d2e4a5b",
	"/orders/20240131/4711",
	"/orders/17644000001",
	"/internationalization2024guide",
	"/matrix;color=red;size=2/list",
	"/a;b/c",
	"/(draft)/page",
	"/admin:8080/x",
])("%s names a thing, and stays", (path) => expect(steadyPath(path)).toBe(path));

test.each([
	[
		"ZAP",
		(session: string) =>
			judgeZap(
				[
					{
						...ALERT,
						all: 1,
						isSampled: false,
						isOfSite: false,
						instances: [{ ...INSTANCE, uri: `http://a.example${session}` }],
					},
				],
				AT,
				NOW,
			),
	],
	[
		"Wapiti",
		(session: string) =>
			judgeWapiti(
				[
					{
						...ITEM,
						path: session,
						http_request: `GET ${session} HTTP/1.1`,
						info: `Seen at http://a.example${session}`,
					},
				],
				AT,
				NOW,
			),
	],
])("%s finds the same thing whatever session it had, and no session is in it", (_, judge) => {
	const [one, other] = ["/cart;jsessionid=1F", "/cart;jsessionid=2E"].map(judge);
	expect(one).toHaveLength(1);
	expect(one).toEqual(other);
	expect(JSON.stringify(one)).not.toMatch(/jsessionid|1F/);
});

test("in a text, only what comes after a host is a path", () => {
	expect(withSteadyPaths("GET http://a1b2c3d4e5f6a7b8c9d0e1.example:81/x;sid=1 HTTP/1.1")).toBe(
		"GET http://a1b2c3d4e5f6a7b8c9d0e1.example:81/x HTTP/1.1",
	);
	expect(withSteadyPaths("Connection to a1b2c3d4e5f6a7b8c9d0e1.example:443")).toBe(
		"Connection to a1b2c3d4e5f6a7b8c9d0e1.example:443",
	);
});

test("the longest and oddest paths are read at once", () => {
	const began = process.cpuUsage();
	for (const part of ["/(", "(S(", ";a=", ";sid", "1", "a1", "/", "1764400000"])
		steadyPath(part.repeat(2_048 / part.length));
	// Processor time, which other programs do not affect.
	expect(process.cpuUsage(began).user / 1_000).toBeLessThan(1_000);
});
