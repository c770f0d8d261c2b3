import { expect, test } from "vitest";
import { createPolicy } from "#server/platform/outgoing/policy.ts";

const listed = (allow: string, host: string, address: string, port: number) =>
	createPolicy({ allow, practicePorts: [8099, 8100] }).isListed(host, address, port);

test.for([
	["10.0.0.0/8", "10.1.2.3", "10.1.2.3", 443, true],
	["10.0.0.0/8", "db.example.com", "10.1.2.3", 9000, true],
	["10.0.0.0/8", "11.0.0.1", "11.0.0.1", 443, false],
	["10.0.0.0/8:8080", "10.1.2.3", "10.1.2.3", 8080, true],
	["10.0.0.0/8:8080", "10.1.2.3", "10.1.2.3", 443, false],
	["127.0.0.1:9001", "127.0.0.1", "127.0.0.1", 9001, true],
	["127.0.0.1:9001", "127.0.0.1", "127.0.0.1", 9002, false],
	["127.0.0.1", "localhost", "127.0.0.1", 1, true],
	["[::1]:9001", "::1", "::1", 9001, true],
	["[::1]:9001", "::1", "::1", 9002, false],
	["::1", "::1", "::1", 80, true],
	["[fd00::/8]:443", "fd00::1", "fd00::1", 443, true],
	["[fd00::]/8:443", "fd00::1", "fd00::1", 443, true],
	["fd00::/8", "fd00::1", "fd00::1", 1, true],
	["10.0.0.0/8", "::ffff:10.0.0.1", "::ffff:10.0.0.1", 443, true],
	["[::ffff:127.0.0.1]:9001", "127.0.0.1", "127.0.0.1", 9001, true],
	["::ffff:10.0.0.0/104", "10.1.2.3", "10.1.2.3", 443, true],
	["::ffff:10.0.0.0/104", "11.0.0.1", "11.0.0.1", 443, false],
	["::ffff:0:0/95", "10.0.0.1", "10.0.0.1", 443, false],
	["10.0.0.0/8", "64:ff9b::a00:1", "64:ff9b::a00:1", 443, false],
	["64:ff9b::/96", "64:ff9b::a00:1", "64:ff9b::a00:1", 443, true],
	["staging.example.com", "staging.example.com", "10.0.0.1", 443, true],
	["staging.example.com", "www.staging.example.com", "10.0.0.1", 443, false],
	["*.example.com", "www.example.com", "10.0.0.1", 443, true],
	["*.example.com", "example.com", "10.0.0.1", 443, false],
	["*.example.com", "badexample.com", "10.0.0.1", 443, false],
	["a.example, b.example:8443 ,", "b.example", "10.0.0.1", 8443, true],
	["", "localhost", "127.0.0.1", 8099, true],
	["", "127.0.0.1", "127.0.0.1", 8100, true],
	["", "::1", "::1", 8099, true],
	["", "localhost", "127.0.0.1", 8101, false],
	["", "evil.example", "127.0.0.1", 8099, false],
	["", "localhost", "10.0.0.1", 8099, false],
	["", "127.0.0.2", "127.0.0.2", 8099, false],
] as const)("SCAN_ALLOW=%s, %s at %s port %s: %s", ([allow, host, address, port, expected]) => {
	expect(listed(allow, host, address, port)).toBe(expected);
});

test("a listed name does not open link-local addresses: its DNS could point at cloud metadata", () => {
	expect(listed("staging.example.com", "staging.example.com", "169.254.169.254", 80)).toBe(false);
	expect(listed("169.254.169.254", "169.254.169.254", "169.254.169.254", 80)).toBe(true);
	for (const hidden of ["64:ff9b::a9fe:a9fe", "::ffff:0:a9fe:a9fe", "::a9fe:a9fe", "2002:a9fe:a9fe::1"]) {
		expect(listed("staging.example.com", "staging.example.com", hidden, 80), hidden).toBe(false);
	}
});

test.for([
	"10.0.0.0/33",
	"10.0.0/8",
	"https://example.com",
	"example.com/path",
	"intranet",
	"example.com:0",
	"10.0.0.0/8:70000",
	"*.10.0.0.1",
	"*",
	"[::1",
	"a b",
])("the bad entry %s is named in the error", (entry) => {
	expect(() => createPolicy({ allow: `127.0.0.1,${entry}`, practicePorts: [] })).toThrow(`"${entry}"`);
});

test("anyone may ask for the ports 80, 443, 8080 and 8443, and for no other", () => {
	const policy = createPolicy({ allow: "", practicePorts: [8099] });
	expect([80, 443, 8080, 8443].every(policy.isFreePort)).toBe(true);
	expect([22, 8099, 3306, 8000].some(policy.isFreePort)).toBe(false);
});
