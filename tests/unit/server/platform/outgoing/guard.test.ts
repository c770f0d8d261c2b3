import { expect, test, vi } from "vitest";
import { createGuard } from "#server/platform/outgoing/guard.ts";
import { createPolicy } from "#server/platform/outgoing/policy.ts";
import { systemResolver } from "#server/platform/outgoing/resolver.ts";
import { resolverOf, target } from "../../scanning/engines/baseline/scan.ts";

function guardOf(
	options: { names?: Record<string, string[]>; allow?: string; own?: string[]; ownHosts?: string[] } = {},
) {
	const resolver = resolverOf(options.names ?? {});
	const guard = createGuard({
		policy: createPolicy({ allow: options.allow ?? "", practicePorts: [8099, 8100] }),
		resolver,
		ownAddresses: () => options.own ?? [],
		ownHosts: options.ownHosts ?? [],
	});
	return { guard, resolver, check: (text: string) => guard.check(target(text)) };
}

const SPECIAL = {
	"this network": "0.0.0.0",
	private: "10.0.0.1",
	"private 172": "172.16.0.1",
	"private 192": "192.168.1.1",
	"carrier-grade NAT": "100.64.0.1",
	loopback: "127.0.0.1",
	"loopback, another": "127.8.8.8",
	"cloud metadata": "169.254.169.254",
	"a cloud's platform endpoint": "168.63.129.16",
	"protocol assignments": "192.0.0.1",
	"documentation 1": "192.0.2.1",
	"documentation 2": "198.51.100.1",
	"documentation 3": "203.0.113.1",
	benchmarks: "198.18.0.1",
	"6to4 relay": "192.88.99.1",
	multicast: "224.0.0.1",
	reserved: "240.0.0.1",
	broadcast: "255.255.255.255",
	"IPv6 unspecified": "::",
	"IPv6 loopback": "::1",
	"v4-mapped": "::ffff:10.0.0.1",
	"v4-mapped in hex": "::ffff:a9fe:a9fe",
	"v4-compatible": "::127.0.0.1",
	"v4-translated": "::ffff:0:10.0.0.1",
	NAT64: "64:ff9b::a00:1",
	"local NAT64": "64:ff9b:1::a00:1",
	"6to4": "2002:a00:1::1",
	Teredo: "2001::1",
	"IPv6 documentation": "2001:db8::1",
	"IPv6 documentation, newer": "3fff::1",
	ORCHID: "2001:20::1",
	"IPv6 benchmarks": "2001:2::1",
	"unique local": "fd00::1",
	"IPv6 link-local": "fe80::1",
	"site-local": "fec0::1",
	"IPv6 multicast": "ff02::1",
	discard: "100::1",
	"outside of 2000::/3": "4000::1",
	"EC2 metadata over IPv6": "fd00:ec2::254",
};

/** Whatever is behind a name that may not be scanned, outsiders see the same answer as for one that does not exist. */
const notFound = (name: string) => ({
	ok: false,
	code: "target_unresolvable",
	message: `We could not find ${name} on the public internet. Please check the spelling. Hosts in private networks cannot be scanned from here.`,
});

test.for(Object.entries(SPECIAL))("%s addresses (%s) are refused, typed or behind a name", async ([, address]) => {
	const { check } = guardOf({ names: { "rebind.example.com": [address] } });
	expect(await check(address)).toMatchObject({ ok: false, code: "target_refused" });
	expect(await check("rebind.example.com")).toEqual(notFound("rebind.example.com"));
	expect(await check("rebind.example.com:22")).toEqual(notFound("rebind.example.com"));
});

test.for(["8.8.8.8", "93.184.216.34", "2606:4700::1111"])("the public address %s may be scanned", async (address) => {
	expect(await guardOf().check(address)).toMatchObject({ ok: true, checked: { listed: false, ports: [443, 80] } });
});

test("one bad address among good ones refuses the whole name", async () => {
	const { check } = guardOf({ names: { "mixed.example.com": ["93.184.216.34", "10.0.0.1"] } });
	expect(await check("mixed.example.com")).toEqual(notFound("mixed.example.com"));
});

test("exactly the checked addresses are passed on", async () => {
	const { check } = guardOf({ names: { "example.com": ["93.184.216.34", "2606:4700::1"] } });
	expect(await check("example.com")).toMatchObject({
		checked: {
			addresses: [
				{ address: "93.184.216.34", family: 4 },
				{ address: "2606:4700::1", family: 6 },
			],
		},
	});
});

test("given addresses already checked, a name is not resolved again", async () => {
	const { guard, resolver } = guardOf({ names: { "example.com": ["10.0.0.1"] } });
	const answer = await guard.check(target("example.com"), { known: [{ address: "93.184.216.34", family: 4 }] });
	expect(answer).toMatchObject({ ok: true });
	expect(resolver.asked).toEqual([]);
});

test.for([
	["example.com", [443, 80]],
	["https://example.com", [443, 80]],
	["http://example.com:80", [443, 80]],
	["https://example.com:443", [443, 80]],
	["http://example.com:443", [443]],
	["example.com:8443", [8443]],
] as const)("%s opens the ports %s", async ([text, ports]) => {
	const { check } = guardOf({ names: { "example.com": ["93.184.216.34"] } });
	expect(await check(text)).toMatchObject({ ok: true, checked: { ports } });
});

test("another port is refused, with a list of the allowed ones", async () => {
	const { check } = guardOf({ names: { "example.com": ["93.184.216.34"] } });
	expect(await check("example.com:22")).toMatchObject({
		code: "target_refused",
		message: expect.stringContaining("ports 80, 443, 8080 and 8443"),
	});
});

test("a signed-in account may name any port, but only of a public address", async () => {
	const { guard } = guardOf({ names: { "mail.example.com": ["93.184.216.34"], "inside.example.com": ["10.0.0.1"] } });
	const check = (text: string) => guard.check(target(text), { anyPort: true });
	expect(await check("mail.example.com:993")).toMatchObject({ ok: true, checked: { ports: [993], listed: false } });
	expect(await check("inside.example.com:993")).toEqual(notFound("inside.example.com"));
});

test("what the operator lists may be scanned, on the listed ports only", async () => {
	const { check } = guardOf({ names: { "app.internal": ["10.0.0.7"] }, allow: "app.internal, 10.0.0.9:443" });
	expect(await check("app.internal:9000")).toMatchObject({ ok: true, checked: { listed: true, ports: [9000] } });
	expect(await check("10.0.0.9")).toMatchObject({ ok: true, checked: { listed: true, ports: [443] } });
	expect(await check("10.0.0.9:80")).toMatchObject({ ok: true, checked: { listed: true, ports: [443] } });
	expect(await check("10.0.0.9:8080")).toMatchObject({ ok: false, code: "target_refused" });
});

test("the practice target's two ports are open, its neighbors are not", async () => {
	const { check } = guardOf({ names: { localhost: ["127.0.0.1", "::1"] } });
	expect(await check("localhost:8099")).toMatchObject({ ok: true, checked: { listed: true } });
	expect(await check("https://127.0.0.1:8100")).toMatchObject({ ok: true, checked: { listed: true } });
	expect(await check("localhost:8101")).toMatchObject({ ok: false, code: "target_refused" });
	expect(await check("localhost")).toMatchObject({ ok: false, code: "target_refused" });
});

test.for(["printer.local", "db.internal", "router.lan", "a.localhost"])(
	"the private name %s is refused, found or not",
	async (name) => {
		expect(await guardOf({ names: { [name]: ["93.184.216.34"] } }).check(name)).toMatchObject({
			code: "target_refused",
		});
		expect(await guardOf().check(name)).toMatchObject({ code: "target_refused" });
	},
);

test("our own addresses and names are refused, unless the operator lists them", async () => {
	const names = { "plumbline.example.com": ["93.184.216.34"], "alias.example.com": ["93.184.216.34"] };
	const { check } = guardOf({ names, own: ["93.184.216.34"] });
	// Otherwise someone could point names at guesses until one is reported to be us.
	expect(await check("alias.example.com")).toEqual(notFound("alias.example.com"));
	for (const typed of ["93.184.216.34", "[::ffff:93.184.216.34]"]) {
		expect(await check(typed)).toMatchObject({
			code: "target_refused",
			message: expect.stringContaining("our own server"),
		});
	}
	expect(await guardOf({ names, ownHosts: ["plumbline.example.com"] }).check("plumbline.example.com")).toMatchObject({
		code: "target_refused",
	});
	expect(
		await guardOf({ names, own: ["93.184.216.34"], allow: "alias.example.com" }).check("alias.example.com"),
	).toMatchObject({ ok: true });
});

test("a name that does not exist is unresolvable; .invalid is not even asked for", async () => {
	const { check, resolver } = guardOf();
	expect(await check("no-such-name.example.com")).toEqual(notFound("no-such-name.example.com"));
	expect(await check("no-such-name.invalid")).toMatchObject({ code: "target_unresolvable" });
	expect(resolver.asked).toEqual(["no-such-name.example.com"]);
});

test("name servers that fail or stay silent leave it unknown, which is not a refusal for good", async () => {
	const policy = createPolicy({ allow: "", practicePorts: [] });
	const failing = createGuard({
		policy,
		resolver: { addresses: async () => ({ status: "unknown", reason: "EAI_AGAIN" }) },
	});
	expect(await failing.check(target("example.com"))).toMatchObject({ ok: false, code: "unknown" });

	vi.useFakeTimers();
	try {
		const silent = createGuard({ policy, resolver: { addresses: () => new Promise(() => undefined) } });
		const answer = silent.check(target("example.com"), { timeoutMs: 3_000 });
		await vi.advanceTimersByTimeAsync(3_000);
		expect(await answer).toMatchObject({ ok: false, code: "unknown" });
	} finally {
		vi.useRealTimers();
	}
});

test("this machine's addresses are asked for once for checks that come at once, and again a second later", async () => {
	vi.useFakeTimers();
	try {
		const ownAddresses = vi.fn(() => ["8.8.8.8"]);
		const policy = createPolicy({ allow: "", practicePorts: [] });
		const guard = createGuard({ policy, resolver: resolverOf({}), ownAddresses });
		for (let time = 0; time < 3; time++) await guard.check(target("8.8.8.8"));
		expect(ownAddresses).toHaveBeenCalledTimes(1);
		ownAddresses.mockReturnValue([]);
		await vi.advanceTimersByTimeAsync(1_000);
		expect(await guard.check(target("8.8.8.8"))).toMatchObject({ ok: true });
	} finally {
		vi.useRealTimers();
	}
});

test("a host whose operator opted out is refused, asked with its name and its addresses", async () => {
	const isOptedOut = vi.fn(async () => true);
	const guard = createGuard({
		policy: createPolicy({ allow: "", practicePorts: [] }),
		resolver: resolverOf({ "example.com": ["93.184.216.34"] }),
		ownAddresses: () => [],
		isOptedOut,
	});
	expect(await guard.check(target("example.com"))).toMatchObject({ ok: false, code: "target_opted_out" });
	expect(isOptedOut).toHaveBeenCalledWith("example.com", ["93.184.216.34"]);
	await guard.check(target("[::ffff:93.184.216.34]"));
	expect(isOptedOut).toHaveBeenCalledWith("93.184.216.34", ["93.184.216.34"]);
});

test.for([
	["::ffff:93.184.216.34", ["93.184.216.34"]],
	["64:ff9b::5db8:d822", ["64:ff9b::5db8:d822", "93.184.216.34"]],
	["2002:5db8:d822::1", ["2002:5db8:d822::1", "93.184.216.34"]],
	["::5db8:d822", ["::5db8:d822", "93.184.216.34"]],
	["::ffff:0:5db8:d822", ["::ffff:0:5db8:d822", "93.184.216.34"]],
] as const)("an opt-out of an IPv4 address is asked for behind %s too", async ([address, asked]) => {
	const isOptedOut = vi.fn(async () => true);
	const guard = createGuard({
		policy: createPolicy({ allow: "tunnel.example.com", practicePorts: [] }),
		resolver: resolverOf({ "tunnel.example.com": [address] }),
		ownAddresses: () => [],
		isOptedOut,
	});
	expect(await guard.check(target("tunnel.example.com"))).toMatchObject({ code: "target_opted_out" });
	expect(isOptedOut).toHaveBeenCalledWith("tunnel.example.com", asked);
});

test("of many addresses every one is checked, and the first eight are passed on, the others named", async () => {
	const good = Array.from({ length: 10 }, (_, at) => `8.8.8.${at + 1}`);
	const { check } = guardOf({ names: { "many.example.com": good, "tail.example.com": [...good, "10.0.0.1"] } });
	const addresses = good.slice(0, 8).map((address) => ({ address, family: 4 }));
	expect(await check("many.example.com")).toMatchObject({ checked: { addresses, others: good.slice(8) } });
	expect(await check("tail.example.com")).toEqual(notFound("tail.example.com"));
});

test("addresses are in one order, whichever the name servers gave, with the family first that they put first", async () => {
	const names = { "a.example.com": ["8.8.8.10", "8.8.8.9", "2606:4700::1"], "b.example.com": ["8.8.8.9", "8.8.8.10"] };
	const { check } = guardOf({ names });
	const orderOf = async (name: string) => {
		const answer = await check(name);
		return answer.ok ? answer.checked.addresses.map(({ address }) => address) : [];
	};
	expect(await orderOf("a.example.com")).toEqual(["8.8.8.9", "8.8.8.10", "2606:4700::1"]);
	expect(await orderOf("b.example.com")).toEqual(["8.8.8.9", "8.8.8.10"]);
});

test("the machine's own resolver knows localhost", async () => {
	expect(await systemResolver.addresses("localhost")).toMatchObject({ status: "found" });
});
