import { afterEach, expect, test } from "vitest";
import { createDnsRecords } from "#server/scanning/engines/baseline/gather/dns/dns-records.ts";
import { gatherCaa, gatherMail } from "#server/scanning/engines/baseline/gather/dns/mail.ts";
import { LIMITS, startSession } from "#server/scanning/engines/baseline/gather/session.ts";
import { checkedTarget } from "#tests/support/engines/checked-target.ts";
import { startDnsStub } from "./dns-stub.ts";
import { NOW, target } from "./scan.ts";

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
	await Promise.all(open.splice(0).map((stub) => stub.close()));
});

async function sessionFor(
	host: string,
	zone: Parameters<typeof startDnsStub>[0],
	signal = new AbortController().signal,
) {
	const stub = await startDnsStub(zone);
	open.push(stub);
	const session = startSession({
		target: checkedTarget(target(host)),
		guard: { check: () => Promise.reject(new Error("not asked")) },
		records: createDnsRecords([stub.server]),
		userAgent: "",
		limits: LIMITS,
		signal,
		now: () => NOW,
		read: () => expect.fail("records are read with the part they belong to"),
	});
	return { session, stub };
}

test("mail records are those of the registered domain, joined, and only the right kind of TXT", async () => {
	const { session, stub } = await sessionFor("www.shop.example.co.uk", {
		"TXT example.co.uk": ["google-site-verification=abc", "v=spf1 include:_spf.mail.example -all", "v=spf10 nonsense"],
		"TXT _dmarc.example.co.uk": ["v=DMARC1; p=reject; rua=mailto:dmarc@example.co.uk"],
	});
	expect(await gatherMail(session)).toEqual({
		units: [
			{
				domain: "example.co.uk",
				spf: ["v=spf1 include:_spf.mail.example -all"],
				dmarc: ["v=DMARC1; p=reject; rua=mailto:dmarc@example.co.uk"],
				receiving: undefined,
			},
		],
		gaps: [],
	});
	expect(stub.asked.sort()).toEqual(["MX example.co.uk", "TXT _dmarc.example.co.uk", "TXT example.co.uk"]);
	expect(session.sent.map(({ what, outcome }) => `${what}: ${outcome}`).sort()).toEqual([
		"DNS MX example.co.uk: none",
		"DNS TXT _dmarc.example.co.uk: 1 records",
		"DNS TXT example.co.uk: 3 records",
	]);
});

test("a missing record is known to be missing", async () => {
	const { session } = await sessionFor("example.com", { "TXT example.com": [] });
	expect(await gatherMail(session)).toEqual({
		units: [{ domain: "example.com", spf: [], dmarc: [], receiving: undefined }],
		gaps: [],
	});
});

test("of a domain that takes mail, the records about its encryption are looked up too", async () => {
	const { session, stub } = await sessionFor("example.com", {
		"MX example.com": ["mx1.example.com", "mx2.example.com"],
		"TXT _mta-sts.example.com": ["v=STSv1; id=1", "another"],
		"TXT _smtp._tls.example.com": "error",
	});
	expect(await gatherMail(session)).toMatchObject({
		units: [{ receiving: { mtaSts: ["v=STSv1; id=1"], tlsRpt: undefined } }],
		gaps: ["The TLS-RPT record of example.com is not known: the name servers gave an error."],
	});
	expect(stub.asked.sort()).toEqual([
		"MX example.com",
		"TXT _dmarc.example.com",
		"TXT _mta-sts.example.com",
		"TXT _smtp._tls.example.com",
		"TXT example.com",
	]);
});

test.for<[string, string[] | "missing" | "error", string[]]>([
	["says that it takes no mail", [""], []],
	["has no MX record", "missing", []],
	["does not answer for MX", "error", ["The MX record of example.com is not known: the name servers gave an error."]],
])("of a domain that %s, they are not", async ([, mx, gaps]) => {
	const { session, stub } = await sessionFor("example.com", { "MX example.com": mx });
	expect(await gatherMail(session)).toMatchObject({ units: [{ receiving: undefined }], gaps });
	expect(stub.asked.filter((question) => /_mta-sts|_tls/.test(question))).toEqual([]);
});

test("a name server's error is a gap for that record alone, never a missing record", async () => {
	const { session } = await sessionFor("example.com", {
		"TXT example.com": "error",
		"TXT _dmarc.example.com": ["v=DMARC1; p=none"],
	});
	expect(await gatherMail(session)).toEqual({
		units: [{ domain: "example.com", spf: undefined, dmarc: ["v=DMARC1; p=none"], receiving: undefined }],
		gaps: ["The SPF record of example.com is not known: the name servers gave an error."],
	});
});

test("CAA is looked for from the host up to the registered domain", async () => {
	const { session, stub } = await sessionFor("a.b.example.com", { "CAA example.com": ["issue letsencrypt.org"] });
	expect(await gatherCaa(session)).toEqual({
		units: [{ domain: "a.b.example.com", records: ["issue letsencrypt.org"] }],
		gaps: [],
	});
	expect(stub.asked).toEqual(["CAA a.b.example.com", "CAA b.example.com", "CAA example.com"]);
});

test("a silent name server is not waited for once the scan ends", async () => {
	const ending = new AbortController();
	const { session } = await sessionFor("example.com", { "CAA example.com": "silent" }, ending.signal);
	const gathered = gatherCaa(session);
	ending.abort();
	expect(await gathered).toMatchObject({
		units: [],
		gaps: [expect.stringContaining("The CAA record of example.com is not known")],
	});
});

test.for(["93.184.216.34", "[2606:4700::1]", "localhost"])(
	"%s has no mail records, and that is no gap",
	async (host) => {
		const { session, stub } = await sessionFor(host, {});
		expect(await gatherMail(session)).toEqual({ units: [], gaps: [] });
		expect(await gatherCaa(session)).toEqual({ units: [], gaps: [] });
		expect(stub.asked).toEqual([]);
	},
);
