import { describe, expect, test } from "vitest";
import { accountId } from "#contract/ids.ts";
import { comparedBy, identifyRequest } from "#server/platform/ids/request-identity.ts";
import { isDeliverable, mailboxOf } from "#server/platform/texts/mailbox.ts";
import { attemptsLimit, limitMessage, proofLimits, runLimits, scanLimits } from "#server/scanning/scans/limits.ts";

describe("how a request is recognized", () => {
	test("the order of its fields makes no difference, a value does", () => {
		const one = identifyRequest("key", { target: "a", email: "b" });
		expect(identifyRequest("key", { email: "b", target: "a" })).toEqual(one);
		expect(identifyRequest("key", { email: "b", target: "c" }).bodyHash).not.toEqual(one.bodyHash);
	});

	test("the same body under another key cannot be told to be the same", () => {
		const body = { target: "a", email: "b" };
		expect(identifyRequest("one", body).bodyHash).not.toEqual(identifyRequest("two", body).bodyHash);
	});
});

test.each([
	["Ada@Example.ORG", "ada@example.org"],
	["ada+scans+more@example.org", "ada@example.org"],
	["+ada@example.org", "+ada@example.org"],
])("the mailbox of %s is %s", (email, mailbox) => {
	expect(mailboxOf(email)).toBe(mailbox);
});

test.each(["a@b.c", "x.y+z@s.example.org", "o'neil@exämple.com"])("mail can be sent to %s", (email) => {
	expect(isDeliverable(email)).toBe(true);
});

test.each(["a@b.c>,<d", "a@[127.0.0.1]", "a@b.c,d.e", "a@-b.c", 'a@b.c"'])("mail cannot be sent to %s", (email) => {
	expect(isDeliverable(email)).toBe(false);
});

test("two kinds with the same fields are two requests, and the free scan is compared as it always was", () => {
	const body = { target: "example.com:443" };
	const of = (kind: "sslyze" | "wapiti") => identifyRequest("key", comparedBy({ kind, body })).bodyHash;
	expect(of("sslyze")).not.toEqual(of("wapiti"));
	const free = { target: "example.com", email: "ada@example.org" };
	expect(comparedBy({ kind: "combined", body: free })).toEqual(free);
});

describe("limits", () => {
	const numbers = { perAddress: 30, perAccount: 60, perEmail: 3, perTarget: 2 };
	const target = { host: "example.com", addresses: ["93.184.215.14"], probe: undefined };

	test("are always taken in the same order, the client's first", () => {
		const limits = scanLimits({ client: "203.0.113.1", account: undefined, mailbox: "a@b.c", target }, numbers);
		expect(limits.map(({ what, scope }) => `${what}: ${scope}`)).toEqual([
			"address: client",
			"email: entry",
			"target: entry",
			"target-address: entry",
		]);
	});

	test("count an account and not its network", () => {
		const account = accountId.parse("0198c0de-0000-7000-8000-000000000002");
		const limits = scanLimits({ client: "203.0.113.1", account, mailbox: undefined, target }, numbers);
		expect(limits.map(({ what, whom, points }) => `${what} ${whom} ${points}`)).toEqual([
			`account ${account} 60`,
			"target example.com 2",
			"target-address 93.184.215.14 20",
		]);
		expect(attemptsLimit({ client: "203.0.113.1", account }, numbers)).toMatchObject({ whom: account, points: 240 });
	});

	test("count scans that probe apart, each kind by itself, and every address in one order", () => {
		const account = accountId.parse("0198c0de-0000-7000-8000-000000000002");
		const probed = { host: "example.com", addresses: ["8.8.8.9", "8.8.8.8"], probe: "nmap" } as const;
		const limits = scanLimits({ client: "203.0.113.1", account, mailbox: undefined, target: probed }, numbers);
		expect(limits.slice(1).map(({ what, whom, points }) => `${what} ${whom} ${points}`)).toEqual([
			"probe nmap example.com 2",
			"probe-address 8.8.8.8 20",
			"probe-address 8.8.8.9 20",
		]);
		expect(runLimits(probed, numbers).map(({ what, whom, points }) => `${what} ${whom} ${points}`)).toEqual([
			"probe-address-run 8.8.8.8 40",
			"probe-address-run 8.8.8.9 40",
		]);
	});

	test("count looks for a proof by account and address, and over all accounts", () => {
		const account = accountId.parse("0198c0de-0000-7000-8000-000000000002");
		const limits = proofLimits("proof-address", account, ["8.8.8.9", "8.8.8.8"], numbers);
		expect(limits.map(({ whom, points, wider }) => ({ whom, points, wider }))).toEqual([
			{ whom: `${account} 8.8.8.8`, points: 40, wider: [{ whom: "8.8.8.8", points: 400 }] },
			{ whom: `${account} 8.8.8.9`, points: 40, wider: [{ whom: "8.8.8.9", points: 400 }] },
		]);
	});

	test("know an IPv4 client by its address however it is written, and an IPv6 client by its network", () => {
		const who = (client: string) =>
			scanLimits({ client, account: undefined, mailbox: "", target: undefined }, numbers)[0]?.whom;
		expect(who("::ffff:203.0.113.1")).toBe(who("203.0.113.1"));
		expect(who("2001:db8:1:2:3::4")).toBe("2001:db8:1:2::/64");
	});

	test.each([
		[1, "1 second."],
		[89, "89 seconds."],
		[90, "2 minutes."],
		[5_399, "90 minutes."],
		[5_400, "2 hours."],
		[86_400, "24 hours."],
	])("say how long %d seconds are: %s", (retryAfter, words) => {
		const [limit] = scanLimits({ client: "203.0.113.1", account: undefined, mailbox: "", target }, numbers);
		expect(limit && limitMessage(limit, retryAfter)).toContain(`in ${words}`);
	});
});

test.each([
	"a\u0000@example.org",
	"a\u202e@example.org",
	"a\ud800@example.org",
	"<a>@example.org",
	"a,b@example.org",
	'"a"@example.org',
	"a;b@example.org",
	".a@example.org",
	"a..b@example.org",
	`${"a".repeat(65)}@example.org`,
	"a@exa..mple.org",
])("%j is not an address that an email server accepts", (email) => {
	expect(isDeliverable(email)).toBe(false);
});

test("one mailbox has one name, however its host is written", () => {
	expect(mailboxOf("ada@B\u00fccher.example")).toBe(mailboxOf("ada@xn--bcher-kva.example"));
	expect(mailboxOf("a.d.a+x@googlemail.com")).toBe(mailboxOf("Ada@gmail.com"));
	expect(mailboxOf("a.da@example.org")).not.toBe(mailboxOf("ada@example.org"));
});
