import { expect, test } from "vitest";
import type { OpenService } from "#server/scanning/engines/nmap/evidence.ts";
import { judge } from "#server/scanning/engines/nmap/judge.ts";
import { lookAtServices } from "#server/scanning/engines/nmap/look.ts";
import { NOW } from "../baseline/scan.ts";

const service = (of: Partial<OpenService>): OpenService => ({
	host: "example.com",
	port: 80,
	name: "http",
	product: "",
	version: "",
	extra: "",
	tls: false,
	probed: true,
	cpes: [],
	...of,
});
const rulesOf = (of: Partial<OpenService>) => judge([service(of)], NOW).map(({ rule }) => rule);

test("a product is known by its CPE, whatever its spelling", () => {
	const of = { product: "Redis key-value store", version: "3.2.1", cpes: ["cpe:/a:redislabs:redis:3.2.1"] };
	expect(rulesOf({ ...of, name: "redis", port: 6379 })).toEqual(["database-exposed", "software-end-of-life"]);
});

test("a product that no table knows is unknown, never fine", () => {
	expect(judge([service({ product: "OpenSSH", version: "9.2p1", name: "ssh" })], NOW)).toMatchObject([
		{ rule: "software-support-unknown", title: "Support status unknown: OpenSSH 9.2p1" },
	]);
});

test("a distribution's package lowers the confidence and is named", () => {
	const [finding] = judge(
		[service({ product: "nginx", version: "1.14.0", extra: "Ubuntu", cpes: ["cpe:/a:igor_sysoev:nginx:1.14.0"] })],
		NOW,
	);
	expect(finding).toMatchObject({ rule: "software-end-of-life", severity: "medium", confidence: "low" });
	expect(JSON.stringify(finding?.evidence)).toContain("Ubuntu may have added fixes");
});

test("software in the remark beside a product is looked up as well", () => {
	const of = { product: "Apache httpd", version: "2.2.15", cpes: ["cpe:/a:apache:http_server:2.2.15"] };
	const findings = judge([service({ ...of, extra: "(CentOS) OpenSSL/1.0.1e-fips PHP/5.6.40" })], NOW);
	expect(findings.map(({ location: { parameter } }) => parameter)).toEqual(["apache httpd", "openssl", "php"]);
});

test("a service guessed from its port's number is a finding of low confidence", () => {
	expect(judge([service({ name: "ms-wbt-server", port: 3389, probed: false })], NOW)).toMatchObject([
		{ rule: "remote-desktop-exposed", confidence: "low" },
	]);
});

test("what a target says about itself is one bounded line", () => {
	const [finding] = judge([service({ name: "mysql", product: `\u001b[2J\n${"x".repeat(2_000)}` })], NOW);
	expect(finding?.evidence[0]?.text).toMatch(/^mysql: {1,2}\[2J x+…$/);
	expect(finding?.evidence[0]?.text.length).toBe(500);
});

test("more software than is looked at is said", () => {
	const product = (port: number) => service({ port, product: "OpenSSH", version: "9.2p1", name: "ssh" });
	const isCut = (count: number) =>
		lookAtServices(
			Array.from({ length: count }, (_, at) => product(at + 1)),
			NOW,
		).isCut;
	expect([1_000, 1_001].map(isCut)).toEqual([false, true]);
});
