import { expect, test } from "vitest";
import { auditorAnswer, changedAnswer, dueAnswer } from "#src/features/overview/compliance/answers.ts";

const NOW = Date.parse("2026-11-24T10:00:00Z");
const NONE = { "evidence-against": 0, stale: 0, "none-seen": 0, covered: 0, "not-evaluated": 0 };

test("what changed: all of it is counted, and the newest is named", () => {
	expect(changedAnswer({ changed: [], changedCount: 0 })).toBe("No test changed its result in the last seven days");
	const changed = [
		{ code: "CR-01", what: "failed" },
		{ code: "NW-01", what: "passed" },
	] as const;
	expect(changedAnswer({ changed, changedCount: 1_212 })).toBe("1,212 changes, the newest: CR-01 failed");
	expect(changedAnswer({ changed: changed.slice(1), changedCount: 1 })).toBe(
		"1 change, the newest: NW-01 passed again",
	);
});

test("what is due: how much, and how far away the first is", () => {
	expect(dueAnswer({ due: [], dueCount: 0 }, NOW)).toBe("Nothing in the next seven days");
	const due = (on: string) => ({ due: [{ on }], dueCount: 12 });
	expect(dueAnswer(due("2026-11-21"), NOW)).toBe("12 things, the first was due 3 days ago");
	expect(dueAnswer(due("2026-11-24"), NOW)).toBe("12 things, the first is due today");
	expect(dueAnswer(due("2026-11-25"), NOW)).toBe("12 things, the first is due in 1 day");
	expect(dueAnswer(due("2026-11-25"), 0)).toBe("12 things");
});

test("what an auditor would find: what speaks against controls first, and never that all is well", () => {
	const answer = (standings: Partial<typeof NONE>, undecided = 0) =>
		auditorAnswer({ auditor: { standings: { ...NONE, ...standings }, undecided } });
	expect(answer({ "evidence-against": 6, stale: 2, covered: 62 }, 9)).toBe(
		"Evidence against 6 of 70 controls, 2 stale",
	);
	expect(answer({ "evidence-against": 1 })).toBe("Evidence against 1 of 1 control");
	expect(answer({ stale: 1, "none-seen": 4 }, 1_200)).toBe("No evidence against, 1 stale, 1,200 open decisions");
	expect(answer({ covered: 70 })).toBe("No evidence against");
});
