import { expect, test } from "vitest";
import { countClient, countClientOnce, networkOf } from "#server/platform/http/client-key.ts";

const keys = (address: string) => {
	const { whom, wider } = countClient(address, 10);
	return [whom, ...wider.map((network) => network.whom)];
};

test("an IPv4 address is counted by itself, however it is written", () => {
	for (const address of ["192.0.2.1", "::ffff:192.0.2.1", "::ffff:c000:201", "::FFFF:192.0.2.1"]) {
		expect(countClient(address, 10)).toEqual({ whom: "192.0.2.1", points: 10, wider: [] });
	}
});

test("an IPv6 address is counted by its /64, and with more points by the /56 and the /48 around it", () => {
	expect(countClient("2001:db8:1:203::4", 10)).toEqual({
		whom: "2001:db8:1:203::/64",
		points: 10,
		wider: [
			{ whom: "2001:db8:1:200::/56", points: 40 },
			{ whom: "2001:db8:1::/48", points: 160 },
		],
	});
});

test("counted once, a client's /56 and /48 have no more points than its /64", () => {
	expect(countClientOnce("2001:db8:1:203::4", 10, (network) => `${network} ada`)).toEqual({
		whom: "2001:db8:1:203::/64 ada",
		points: 10,
		wider: [
			{ whom: "2001:db8:1:200::/56 ada", points: 10 },
			{ whom: "2001:db8:1::/48 ada", points: 10 },
		],
	});
	expect(countClientOnce("192.0.2.1", 10)).toEqual(countClient("192.0.2.1", 10));
});

test("spellings and zones of one IPv6 address are one client", () => {
	for (const address of [
		"2001:DB8:1:203::4",
		"2001:db8:1:203:0:0:0:4",
		"2001:db8:1:203::4%eth0",
		"2001:db8:1:203::4%1",
	]) {
		expect(keys(address)).toEqual(keys("2001:db8:1:203::4"));
	}
});

test("the 65,536 networks of a /48 are 16 households' worth", () => {
	const all = Array.from({ length: 65_536 }, (_, n) => countClient(`2001:db8:1:${n.toString(16)}::1`, 1));
	expect(new Set(all.map(({ whom }) => whom)).size).toBe(65_536);
	expect(new Set(all.map(({ wider }) => JSON.stringify(wider.at(-1))))).toEqual(
		new Set([JSON.stringify({ whom: "2001:db8:1::/48", points: 16 })]),
	);
});

test("what is counted along with a network is counted along with the wider ones", () => {
	expect(countClient("2001:db8::1", 1, (network) => `${network} ada`)).toMatchObject({
		whom: "2001:db8::/64 ada",
		wider: [{ whom: "2001:db8::/56 ada" }, { whom: "2001:db8::/48 ada" }],
	});
});

test("clients of one /48 take turns as one, and so does an IPv4 address in every form", () => {
	expect(networkOf("2001:db8:1:7::1")).toBe(networkOf("2001:db8:1:ffff::9"));
	expect(networkOf("::ffff:192.0.2.1")).toBe("192.0.2.1");
});
