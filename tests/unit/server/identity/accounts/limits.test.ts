import { expect, test } from "vitest";
import { mailboxCounter } from "#server/app/leads/limits.ts";
import { accountCounters, codeTriesCounter, senderCounters, signInCounters } from "#server/identity/accounts/limits.ts";

const CLIENT = "2001:db8:1:203::4";
const MAILBOX = "ada@example.org";
const limits = { signIn: 10, calls: 10 };

test.each([
	["emails to one mailbox", senderCounters(CLIENT, MAILBOX)],
	["wrong passwords at one account", accountCounters(MAILBOX, CLIENT, limits).slice(1)],
	["tries at one code", [codeTriesCounter("hash", { client: CLIENT })]],
	["forms that name one mailbox", [mailboxCounter(CLIENT, MAILBOX)]],
])("%s: a whole /48 has the points of one /64, because all networks share what they use up", (_what, counters) => {
	for (const { points, wider = [] } of counters) {
		expect(wider.map((network) => network.points)).toEqual([points, points]);
	}
});

test("what a network does over all accounts leaves the households of a /48 their own points", () => {
	const [network] = signInCounters({ emailKey: MAILBOX, client: CLIENT, device: undefined }, limits);
	expect(network?.wider?.map(({ points }) => points)).toEqual([400, 1_600]);
});
