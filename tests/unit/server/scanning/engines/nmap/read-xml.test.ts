import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readNmapXml } from "#server/scanning/engines/nmap/read-xml.ts";

const recorded = readFileSync("tests/fixtures/engines/nmap-7.93-practice.xml", "utf8");
const document = (host: string) =>
	`<?xml version="1.0"?><!DOCTYPE nmaprun><nmaprun>${host}<runstats><finished exit="success"/></runstats></nmaprun>`;
const host = (ports: string) => document(`<host><ports>${ports}</ports></host>`);
const reasonOf = (xml: string) => {
	const output = readNmapXml(xml);
	return output.status === "broken" ? output.reason : output.status;
};

test("a recorded run names every open service with its version and CPE", () => {
	const output = readNmapXml(recorded);
	if (output.status !== "done") throw new Error(output.status);
	expect(output.services.map(({ name, product, version, tls }) => [name, product, version, tls]).sort()).toEqual([
		["ftp", "ProFTPD", "1.3.3c", false],
		["http", "nginx", "1.14.0", false],
		["http", "nginx", "1.14.0", true],
		["mysql", "MySQL", "5.5.62", false],
		["telnet", "Linux telnetd", "", false],
		["vnc", "VNC", "", false],
	]);
	expect(output.services.find(({ name }) => name === "mysql")?.cpes).toContain("cpe:/a:mysql:mysql:5.5.62");
});

test("output that ends early is broken at every length, never a host without open ports", () => {
	for (let length = 0; length < recorded.trimEnd().length; length += 97)
		expect(readNmapXml(recorded.slice(0, length)).status, String(length)).toBe("broken");
});

test("a document's own entities are refused before they are expanded", () => {
	const bomb = `<!DOCTYPE nmaprun [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;">]><nmaprun>&b;</nmaprun>`;
	expect(reasonOf(bomb)).toContain("declares entities");
	expect(reasonOf(`<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><nmaprun>&f;</nmaprun>`)).toContain(
		"entities",
	);
	expect(reasonOf("<nmaprun>&unknown;</nmaprun>")).toContain("could not be read");
});

test("deep nesting, other documents, wrong encodings and impossible ports are refused", () => {
	expect(reasonOf("<nmaprun>".repeat(100_000))).toContain("nested too deeply");
	expect(reasonOf("<html></html>")).toContain("not nmap's");
	expect(reasonOf(Buffer.from(recorded, "utf16le").toString("utf8"))).toContain("could not be read");
	expect(reasonOf(host('<port portid="70000"><state state="open"/></port>'))).toContain("a port that is none");
	expect(reasonOf(document("<host/><host/>"))).toContain("2 hosts");
	expect(reasonOf(document(""))).toContain("0 hosts");
});

test("a host that nmap gave up on says nothing about its ports", () => {
	expect(reasonOf(document('<host timedout="true"/>'))).toBe("host-timeout");
});

test("a million closed ports cost no memory to speak of, and too many open ones are refused", () => {
	const closed = '<port portid="1"><state state="closed"/></port>'.repeat(1_000_000);
	expect(readNmapXml(host(closed))).toEqual({ status: "done", services: [] });
	const open = '<port portid="1"><state state="open"/></port>'.repeat(1_001);
	expect(reasonOf(host(open))).toContain("more than 1000");
});
