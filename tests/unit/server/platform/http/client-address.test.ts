import Fastify from "fastify";
import { describe, expect, test } from "vitest";
import { addGatekeeper } from "#server/platform/http/gate/gatekeeper.ts";
import { createOrigins } from "#server/platform/http/gate/origins.ts";
import { trustedProxies } from "#server/platform/http/gate/trusted-proxies.ts";
import type { TrustProxy } from "#server/platform/settings/config.ts";

/** The client that the server sees in a request from `sender`. */
async function clientOf(setting: TrustProxy, sender: string, forwardedFor: string): Promise<string> {
	const app = Fastify({ trustProxy: trustedProxies(setting) });
	addGatekeeper(app, () => createOrigins("http://localhost"), { embed: undefined, styles: () => [] });
	app.get("/", async ({ ip }) => ip);
	const headers = { "x-forwarded-for": forwardedFor };
	return (await app.inject({ url: "/", remoteAddress: sender, headers })).payload;
}

describe("TRUST_PROXY=on", () => {
	test.each([
		["an address of one's choice in front", "198.51.100.7, 203.0.113.9"],
		["a private address of one's choice in front", "10.9.9.9, 203.0.113.9"],
		["five hundred of them", `${"198.51.100.7, ".repeat(500)}203.0.113.9`],
		["no address in front", "nonsense-17, 203.0.113.9"],
		["a port", "203.0.113.9:50001"],
		["the mapped form", "::ffff:203.0.113.9"],
		["the mapped form in hexadecimal", "::FFFF:cb00:7109"],
		["brackets and a port", "[::ffff:203.0.113.9]:443"],
		["a zone", "::ffff:203.0.113.9%7"],
		["spaces and empty entries", " , ,  203.0.113.9 "],
	])("takes a client with %s for the one its proxy saw", async (_what, header) => {
		expect(await clientOf("on", "127.0.0.1", header)).toBe("203.0.113.9");
	});

	test("takes a client with a private address for that one, and not for what it wrote itself", async () => {
		for (const own of ["10.0.0.55", "192.168.7.7", "127.0.0.1", "fd00::7", "fe80::7"]) {
			expect(await clientOf("on", "127.0.0.1", `198.51.100.7, ${own}`)).toBe(own);
		}
	});

	test.each([
		["nonsense"],
		["1.2.3"],
		["0x7f.1"],
		["010.0.0.1"],
		["unknown"],
		["_hidden:80"],
		["300.1.1.1"],
		["203.0.113.9;"],
	])("takes a client that its proxy calls %s for the proxy", async (header) => {
		expect(await clientOf("on", "10.0.0.2", `198.51.100.7, ${header}`)).toBe("10.0.0.2");
	});

	test("believes no sender with a public address", async () => {
		expect(await clientOf("on", "203.0.113.9", "198.51.100.7")).toBe("203.0.113.9");
		expect(await clientOf("on", "::ffff:203.0.113.9", "198.51.100.7")).toBe("::ffff:203.0.113.9");
	});
});

test("a list is believed over several hops, from the right, and up to the first that is not in it", async () => {
	const listed = ["127.0.0.1", "10.0.0.0/8", "2001:db8:f::/48"];
	expect(await clientOf(listed, "127.0.0.1", "198.51.100.7, 203.0.113.9, 10.0.0.2")).toBe("203.0.113.9");
	expect(await clientOf(listed, "::ffff:10.1.1.1", "198.51.100.7, 203.0.113.9, 2001:db8:f::1")).toBe("203.0.113.9");
	expect(await clientOf(listed, "127.0.0.1", "198.51.100.7, 192.168.0.1")).toBe("192.168.0.1");
	expect(await clientOf(listed, "192.168.0.1", "198.51.100.7")).toBe("192.168.0.1");
});

test("TRUST_PROXY=off trusts no one", async () => {
	expect(await clientOf(false, "127.0.0.1", "198.51.100.7")).toBe("127.0.0.1");
});
