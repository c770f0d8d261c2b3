import { expect, test } from "vitest";
import { wantsOf } from "#server/platform/db/rate-limits.ts";
import { scanLimits } from "#server/scanning/scans/limits.ts";

const numbers = { perAddress: 1, perAccount: 1, perEmail: 1, perTarget: 1 };
const limitsOf = (host: string, addresses: string[], mailbox?: string) =>
	scanLimits(
		{ client: "2001:db8::1", account: undefined, mailbox, target: { host, addresses, probe: undefined } },
		numbers,
	);
/** Keys in the order in which a group locks them. */
const locked = (group: ReturnType<typeof limitsOf>[]) => [
	...new Set(
		wantsOf(group)
			.toSorted((a, b) => a.rank - b.rank)
			.map(({ key }) => key),
	),
];
const inBoth = (some: string[], others: string[]) => some.filter((key) => others.includes(key));

test("groups lock the counters they share in the same order, wherever their requests have them", () => {
	const groups = [
		[limitsOf("one.example", ["192.0.2.1", "192.0.2.2"])],
		[limitsOf("two.example", ["192.0.2.2"]), limitsOf("three.example", ["192.0.2.0", "192.0.2.1"])],
		[limitsOf("one.example", ["192.0.2.0"], "ada@example.org"), limitsOf("two.example", ["192.0.2.1", "192.0.2.2"])],
	].map(locked);
	for (const a of groups) for (const b of groups) expect(inBoth(a, b)).toEqual(inBoth(b, a));
});

test("a group of one locks its counters in the order the request has them, as single requests do", () => {
	const limits = limitsOf("one.example", ["192.0.2.1", "192.0.2.2"], "ada@example.org");
	const ranks = wantsOf([limits]).toSorted((a, b) => a.rank - b.rank);
	expect(ranks.map(({ at }) => at)).toEqual([0, 0, 0, 1, 2, 3, 4]);
});
