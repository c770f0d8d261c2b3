import { expect, test } from "vitest";
import { parseTarget } from "#contract/scans/parse-target.ts";
import { nmapArguments } from "#server/scanning/engines/nmap/arguments.ts";
import { sslyzeArguments, targetLine } from "#server/scanning/engines/sslyze/arguments.ts";

const HOSTILE = [
	"-iL/etc/hostname",
	"--script=x",
	"a.example\n-oN/tmp/x",
	"a.example;id",
	"$(id).example",
	"`id`.example",
	"file:///etc/passwd",
	"fe80::1%eth0",
	"[fe80::1%25eth0]:443",
	"127.0.0.0/30",
	"127.0.0.1-2",
	"a.example:443{10.0.0.1}",
	"a.example#",
	"",
];
const PHASE = { ports: [80, 443], hostTimeoutMs: 1_000, versions: true };
const AT = { address: "192.0.2.1", family: 4 } as const;

test("no hostile target comes through as itself: what parsing lets pass is a plain name or address", () => {
	for (const text of HOSTILE) {
		const parsed = parseTarget(text);
		if (parsed.ok) expect(targetLine(parsed.target.host, 443, AT), text).toMatch(/^a\.example:443\{192\.0\.2\.1\}\n$/);
	}
	const octal = parseTarget("0177.0.0.1");
	expect(octal.ok ? octal.target.host : "refused").toBe("127.0.0.1");
});

test("nmap is given the checked address alone, behind the end of options, and whole numbers for ports", () => {
	expect(nmapArguments(AT, PHASE).slice(-4)).toEqual(["-p", "80,443", "--", "192.0.2.1"]);
	const six = nmapArguments({ address: "2001:db8::1", family: 6 }, PHASE);
	expect(six.slice(-3)).toEqual(["-6", "--", "2001:db8::1"]);
	for (const address of [...HOSTILE, "0177.0.0.1", "2130706433", "a.example"])
		expect(() => nmapArguments({ address, family: 4 }, PHASE), address).toThrow("Not an address");
	for (const ports of [[], [0], [65_536], [1.5], [Number.NaN]])
		expect(() => nmapArguments(AT, { ...PHASE, ports })).toThrow("list of ports");
});

test("sslyze is given its target in a file, as one line with the checked address", () => {
	expect(targetLine("shop.example", 8443, AT)).toBe("shop.example:8443{192.0.2.1}\n");
	expect(targetLine("2001:db8::1", 443, { address: "2001:db8::1", family: 6 })).toBe(
		"[2001:db8::1]:443{2001:db8::1}\n",
	);
	// A range to nmap, a meaningless name to sslyze, which still connects to the checked address.
	const hosts = HOSTILE.filter((host) => host !== "127.0.0.1-2");
	for (const host of hosts) expect(() => targetLine(host, 443, AT), host).toThrow("Not a checked target");
	for (const address of HOSTILE)
		expect(() => targetLine("a.example", 443, { address, family: 4 }), address).toThrow("Not a checked target");
	const args = sslyzeArguments({ targets: "/job/t", report: "/job/r" }, 25);
	expect(args).toContain("--starttls=smtp");
	expect(args.every((argument) => argument.startsWith("--"))).toBe(true);
	expect(sslyzeArguments({ targets: "/job/t", report: "/job/r" }, 443).join()).not.toContain("starttls");
});
