import { expect, test } from "vitest";
import { identifyInGenerator, identifyInHeader } from "#server/scanning/software/identify.ts";
import { identifyInScript } from "#server/scanning/software/identify-script.ts";
import { supportOf } from "#server/scanning/software/support.ts";
import { type EolTable, eolTable } from "#server/scanning/software/table.ts";
import { compareVersions, isOfCycle } from "#server/scanning/software/version.ts";
import { productFromApi } from "../../../../../scripts/eol/from-api.ts";

const NOW = new Date("2026-11-21");
const table: EolTable = {
	credit: "",
	snapshot: "2026-11-01",
	products: {
		web: {
			title: "Web",
			cycles: [
				{ cycle: "3.0", end: null, latest: "3.0.9" },
				{ cycle: "2.10", end: "2027-01-15" },
				{ cycle: "2.1", end: "2026-11-20", extendedEnd: "2029-01-01" },
				{ cycle: "1.4", end: "2020-01-01" },
				{ cycle: "1", end: true },
			],
		},
	},
};

test.for([
	["3.0.2", { status: "supported", cycle: "3.0", latest: "3.0.9" }],
	["2.10.4", { status: "ends-soon", cycle: "2.10" }],
	["2.1.99", { status: "ended", cycle: "2.1", end: "2026-11-20", extendedEnd: "2029-01-01" }],
	["2.1", { status: "ended", cycle: "2.1" }],
	["1.4.2", { status: "ended", cycle: "1.4" }],
	["1.3", { status: "ended", cycle: "1", end: undefined }],
	["0.9", { status: "ended", cycle: "1" }],
	["2.0", { status: "ended", cycle: "2.1" }],
	["2", { status: "unknown" }],
	["2.11", { status: "unknown" }],
	["9.9", { status: "unknown" }],
] as const)("the support of version %s is judged by its release line", ([version, expected]) => {
	expect(supportOf(table, "web", version, NOW)).toMatchObject(expected);
});

test("a product without data is unknown, never supported", () => {
	expect(supportOf(table, "other", "1.0", NOW)).toEqual({ status: "unknown" });
	expect(supportOf(table, "constructor", "1.0", NOW)).toEqual({ status: "unknown" });
});

test.for([
	["1.0.2k", "1.0.2u", -1],
	["1.0.2", "1.0.2k", -1],
	["1.0.2zh", "1.0.2u", 1],
	["2.4.6", "2.4.68", -1],
	["2.4.10", "2.4.9", 1],
	["1.0.2k-fips", "1.0.2k", 0],
	["7.4.3-4ubuntu2.18", "7.4.3", 0],
	["2.4", "2.4.0", 0],
	["v3.1", "3.1", 0],
] as const)("%s compared with %s", ([a, b, sign]) => {
	expect(Math.sign(compareVersions(a, b))).toBe(sign);
	expect(Math.sign(compareVersions(b, a))).toBe(sign === 0 ? 0 : -sign);
});

test("8.0.36 belongs to 8.0; 8.01 and 8.1 do not", () => {
	expect(isOfCycle("8.0.36", "8.0")).toBe(true);
	expect(isOfCycle("1.0.2k", "1.0.2")).toBe(true);
	expect(isOfCycle("8.01", "8.0")).toBe(false);
	expect(isOfCycle("8.1", "8.0")).toBe(false);
});

test.for([
	["nginx/1.14.0 (Ubuntu)", [["nginx", "1.14.0", "nginx", "Ubuntu"]]],
	[
		"Apache/2.4.6 (CentOS) OpenSSL/1.0.2k-fips PHP/5.4.16",
		[
			["Apache", "2.4.6", "apache-http-server", "CentOS"],
			["OpenSSL", "1.0.2k-fips", "openssl", "CentOS"],
			["PHP", "5.4.16", "php", "CentOS"],
		],
	],
	["PHP/7.4.3-4ubuntu2.18", [["PHP", "7.4.3-4ubuntu2.18", "php", "Ubuntu"]]],
	["PHP/8.2.7-1+deb12u1", [["PHP", "8.2.7-1+deb12u1", "php", "Debian"]]],
	["Jetty(9.4.12.v20180830)", [["Jetty", "9.4.12.v20180830", "eclipse-jetty", undefined]]],
	["lighttpd/1.4.59", [["lighttpd", "1.4.59", undefined, undefined]]],
	["cloudflare", []],
	["awselb/2.0", []],
	["Apache-Coyote/1.1", []],
	["Microsoft-HTTPAPI/2.0", []],
	["Express", []],
] as const)("the header %s names its software", ([value, expected]) => {
	expect(
		identifyInHeader(value).map((found) => [found.name, found.version, found.product, found.distribution]),
	).toEqual(expected);
});

test("IIS has the life of its Windows Server; IIS 10.0 belongs to several, so it says nothing", () => {
	const [old] = identifyInHeader("Microsoft-IIS/8.5");
	expect(old).toMatchObject({ name: "IIS", product: "windows-server", lookup: "2012-r2" });
	expect(supportOf(eolTable, old?.product ?? "", old?.lookup ?? "", NOW)).toMatchObject({ status: "ended" });
	expect(identifyInHeader("Microsoft-IIS/10.0")).toMatchObject([{ product: undefined }]);
});

test("a generator names its software", () => {
	expect(identifyInGenerator("WordPress 5.2.3")).toMatchObject([{ product: "wordpress", version: "5.2.3" }]);
	expect(identifyInGenerator("Drupal 7 (https://www.drupal.org)")).toMatchObject([{ product: "drupal", version: "7" }]);
	expect(identifyInGenerator("Joomla! - Open Source Content Management")).toEqual([]);
});

test.for([
	["https://code.jquery.com/jquery-1.12.4.min.js", "jQuery", "1.12.4"],
	["https://code.jquery.com/jquery-3.7.1.slim.min.js", "jQuery", "3.7.1"],
	["/js/jquery.min.js?ver=3.6.0", "jQuery", "3.6.0"],
	["https://cdnjs.example/ajax/libs/jquery/2.2.4/jquery.min.js", "jQuery", "2.2.4"],
	["/js/jquery-ui-1.9.2.js", "jQuery UI", "1.9.2"],
	["https://cdn.example/npm/bootstrap@3.3.7/dist/js/bootstrap.min.js", "Bootstrap", "3.3.7"],
	["https://ajax.example/ajax/libs/angularjs/1.5.8/angular.min.js", "AngularJS", "1.5.8"],
	["https://cdn.example/npm/vue@2.6.14", "Vue", "2.6.14"],
	["https://code.jquery.com/ui/1.12.1/jquery-ui.min.js", "jQuery UI", "1.12.1"],
	["https://code.angularjs.org/1.2.32/angular.min.js", "AngularJS", "1.2.32"],
	["https://code.example/1.2.32/angular.min.js", undefined, undefined],
	["/js/jquery.min.js?v=1.0", undefined, undefined],
	["/js/jquery.min.js?a=b&version=3.6.0", "jQuery", "3.6.0"],
	["https://cdn.example/npm/vue@2.6.14/dist/vue.js", "Vue", "2.6.14"],
	["/js/jquery.min.js", undefined, undefined],
	["/js/angular/16.2.1/angular.js", undefined, undefined],
	["/js/myjquery-1.2.3.js", undefined, undefined],
] as const)("the script %s is %s %s", ([src, name, version]) => {
	expect(identifyInScript(src)[0]?.name).toBe(name);
	expect(identifyInScript(src)[0]?.version).toBe(version);
});

test("the table knows the products that a Server header or a script can name, and credits its source", () => {
	for (const product of [
		"nginx",
		"apache-http-server",
		"php",
		"openssl",
		"tomcat",
		"nodejs",
		"jquery",
		"angularjs",
		"bootstrap",
		"wordpress",
		"drupal",
		"windows-server",
	]) {
		expect(eolTable.products[product]?.cycles.length, product).toBeGreaterThan(0);
	}
	expect(eolTable.credit).toContain("endoflife.date");
	expect(supportOf(eolTable, "php", "5.6.40", NOW)).toMatchObject({ status: "ended", end: "2018-12-31" });
});

test("an answer of the public API becomes our shape", () => {
	const release = { isEol: false, eolFrom: null, eoesFrom: null, latest: null };
	const body = {
		result: {
			label: "Web",
			releases: [
				{ ...release, name: "3.0", latest: { name: "3.0.9", date: "2026-01-01" } },
				{ ...release, name: "2.1", isEol: true, eolFrom: "2026-11-20", eoesFrom: "2029-01-01" },
				{ ...release, name: "1", isEol: true },
			],
		},
	};
	expect(productFromApi(body)).toEqual({
		title: "Web",
		cycles: [
			{ cycle: "3.0", end: null, latest: "3.0.9" },
			{ cycle: "2.1", end: "2026-11-20", extendedEnd: "2029-01-01" },
			{ cycle: "1", end: true },
		],
	});
	expect(() => productFromApi({ result: { label: "Web" } })).toThrow();
});
