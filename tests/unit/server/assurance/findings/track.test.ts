import { describe, expect, test } from "vitest";
import type { FindingState } from "#contract/findings/vulnerabilities.ts";
import { applyVerdict, type Look, missed, seen, stateOf, type Tracked } from "#server/assurance/findings/track.ts";

const TODAY = "2026-06-10";
/** A time on one day, by its minute. */
const at = (minute: number) => new Date(Date.UTC(2026, 5, 10, 8, minute));
const look = (from: number, to = from + 1): Look => ({ from: at(from), at: at(to) });
const found = (from = 0): Tracked => seen(undefined, look(from), "medium").after;
const stateNow = (tracked: Tracked) => stateOf(tracked, TODAY);
const there = <T>(value: T | undefined): T => value ?? expect.fail("nothing moved");
const verdict = (state: FindingState, minute: number, until?: string) => ({
	state,
	reason: "because",
	until,
	saidAt: at(minute),
});

describe("a finding", () => {
	test("is open and new once it was seen", () => {
		const { after, change } = seen(undefined, look(3, 5), "low");
		expect(after).toMatchObject({ severity: "low", firstSeenAt: at(5), lastSeenAt: at(5), seenFrom: at(3) });
		expect([stateNow(after), change]).toEqual(["open", "new"]);
	});

	test("seen again is last seen later and first seen as before, and nothing has changed", () => {
		const { after, change } = seen(found(), look(10), "medium");
		expect(after).toMatchObject({ firstSeenAt: at(1), lastSeenAt: at(11) });
		expect(change).toBeUndefined();
	});

	test("that has become more severe is worse; one that has become less so is not", () => {
		expect(seen(found(), look(10), "high")).toMatchObject({ after: { severity: "high" }, change: "worse" });
		expect(seen(found(), look(10), "none")).toMatchObject({ after: { severity: "none" }, change: undefined });
	});

	test("is fixed when a later look did not see it, and open again when it was seen after that", () => {
		const gone = there(missed(found(), look(10)));
		expect([stateNow(gone.after), gone.change, gone.after.fixedAt]).toEqual(["fixed", "fixed", at(11)]);
		const back = seen(gone.after, look(20), "medium");
		expect(back).toMatchObject({ after: { reopenedAt: at(21), fixedAt: undefined }, change: "reopened" });
		expect(stateNow(back.after)).toBe("open");
	});

	test("that was gone before stays fixed since then", () => {
		const gone = there(missed(found(), look(10))).after;
		expect(there(missed(gone, look(20)))).toMatchObject({ after: { fixedAt: at(11) }, change: undefined });
	});

	test("is not fixed by a look that began before it was last seen", () => {
		expect(missed(found(5), look(5, 30))).toBeUndefined();
		expect(missed(found(5), look(0, 30))).toBeUndefined();
	});
});

describe("looks that arrive in another order", () => {
	type Known = { saw: boolean; look: Look };
	const after = (looks: readonly Known[]): Tracked => {
		let tracked = found();
		for (const { saw, look: next } of looks) {
			tracked = saw ? seen(tracked, next, "medium").after : (missed(tracked, next)?.after ?? tracked);
		}
		return tracked;
	};
	const orders = <T>(items: readonly T[]): T[][] =>
		items.length < 2
			? [[...items]]
			: items.flatMap((item, index) => orders(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));

	test.each<[FindingState, Known[]]>([
		[
			"fixed",
			[
				{ saw: true, look: look(10) },
				{ saw: false, look: look(20) },
			],
		],
		[
			"open",
			[
				{ saw: false, look: look(10) },
				{ saw: true, look: look(20) },
			],
		],
		// If two looks are at the same time, neither is known to be newer: then it is open.
		[
			"open",
			[
				{ saw: false, look: look(10, 30) },
				{ saw: true, look: look(15, 16) },
			],
		],
		[
			"fixed",
			[
				{ saw: true, look: look(5) },
				{ saw: false, look: look(10) },
				{ saw: false, look: look(30) },
				{ saw: true, look: look(20) },
			],
		],
		[
			"open",
			[
				{ saw: false, look: look(10) },
				{ saw: true, look: look(20) },
				{ saw: false, look: look(5) },
			],
		],
	])("come to the same: %s", (state, looks) => {
		for (const order of orders(looks)) {
			const tracked = after(order);
			expect(stateNow(tracked)).toBe(state);
			const sightings = looks.filter(({ saw }) => saw).map(({ look: { at: time } }) => time.getTime());
			expect(tracked.lastSeenAt.getTime()).toBe(Math.max(at(1).getTime(), ...sightings));
		}
	});

	test("and one that arrives twice changes nothing the second time", () => {
		const once = seen(found(), look(10), "high").after;
		expect(seen(once, look(10), "high")).toEqual({ after: once, change: undefined });
		const gone = there(missed(once, look(20))).after;
		expect(there(missed(gone, look(20)))).toEqual({ after: gone, change: undefined });
	});

	test("an older sighting tells when it was first seen, and leaves the newer severity", () => {
		const newer = found(20);
		expect(seen(newer, look(5), "high")).toMatchObject({
			after: { firstSeenAt: at(6), lastSeenAt: at(21), seenFrom: at(20), severity: "medium" },
			change: undefined,
		});
	});
});

describe("a verdict", () => {
	test.each(["false-positive", "accepted"] as const)("%s survives looks and severities", (state) => {
		const said = there(applyVerdict(found(), verdict(state, 5)));
		const again = seen(said, look(10), "high");
		expect([stateNow(again.after), again.after.severity, again.change]).toEqual([state, "high", undefined]);
	});

	test("an accepted risk is open after its last day, and gets worse like any other then", () => {
		const said = there(applyVerdict(found(), verdict("accepted", 5, TODAY)));
		expect([stateOf(said, TODAY), stateOf(said, "2026-06-11")]).toEqual(["accepted", "open"]);
		const tomorrow = new Date(at(0).getTime() + 86_400_000);
		expect(seen(said, { from: tomorrow, at: tomorrow }, "high").change).toBe("worse");
		expect(stateOf(there(applyVerdict(found(), verdict("accepted", 5))), "2099-01-01")).toBe("accepted");
	});

	test("an accepted risk that is gone is fixed, and accepted again when it is back", () => {
		const gone = there(missed(there(applyVerdict(found(), verdict("accepted", 5))), look(10)));
		expect([stateNow(gone.after), gone.change]).toEqual(["fixed", "fixed"]);
		const back = seen(gone.after, look(20), "medium");
		expect([stateNow(back.after), back.change]).toEqual(["accepted", undefined]);
	});

	test("a false positive that is no longer seen stays one, and is no news", () => {
		const gone = there(missed(there(applyVerdict(found(), verdict("false-positive", 5))), look(10)));
		expect([stateNow(gone.after), gone.change]).toEqual(["false-positive", undefined]);
		expect(stateNow(there(applyVerdict(gone.after, verdict("open", 20))))).toBe("fixed");
	});

	test("fixed applies until a scan that began after it sees it again", () => {
		const said = there(applyVerdict(found(), verdict("fixed", 5)));
		expect([stateNow(said), said.fixedAt]).toEqual(["fixed", at(5)]);
		expect(stateNow(seen(said, look(4, 9), "medium").after)).toBe("fixed");
		const back = seen(said, look(6), "medium");
		expect([stateNow(back.after), back.change, back.after.verdict]).toEqual(["open", "reopened", undefined]);
	});

	test("fixed that comes late, when it was seen again since, does not count", () => {
		expect(applyVerdict(found(10), verdict("fixed", 5))).toBeUndefined();
	});

	test("an older verdict never undoes a newer one", () => {
		const newer = there(applyVerdict(found(), verdict("accepted", 20)));
		expect(applyVerdict(newer, verdict("fixed", 10))).toBeUndefined();
		const taken = there(applyVerdict(newer, verdict("open", 30)));
		expect(stateNow(taken)).toBe("open");
		expect(applyVerdict(taken, verdict("accepted", 25))).toBeUndefined();
		expect(there(applyVerdict(taken, verdict("accepted", 31))).verdict?.state).toBe("accepted");
	});

	test.each(["fixed", "false-positive", "accepted"] as const)("open takes %s back", (state) => {
		const said = there(applyVerdict(found(), verdict(state, 5)));
		expect(there(applyVerdict(said, verdict("open", 6)))).toMatchObject({
			verdict: undefined,
			fixedAt: undefined,
			saidAt: at(6),
		});
	});

	test("open opens again what a scan had closed, until the next look", () => {
		const gone = there(missed(found(), look(10))).after;
		const opened = there(applyVerdict(gone, verdict("open", 20)));
		expect(stateNow(opened)).toBe("open");
		expect(stateNow(there(missed(opened, look(30))).after)).toBe("fixed");
	});

	test("another verdict replaces a verdict of fixed, but not that no scan sees it", () => {
		const saidFixed = there(applyVerdict(found(), verdict("fixed", 5)));
		expect(stateNow(there(applyVerdict(saidFixed, verdict("accepted", 6))))).toBe("accepted");
		const gone = there(missed(found(), look(10))).after;
		expect(stateNow(there(applyVerdict(gone, verdict("accepted", 20))))).toBe("fixed");
	});
});
