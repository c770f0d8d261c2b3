import fc from "fast-check";
import { expect, test } from "vitest";
import { numberOf } from "#server/assurance/frameworks/effectiveness/days.ts";
import { dueOf } from "#server/assurance/frameworks/effectiveness/periods.ts";
import { plusDays } from "#server/platform/time/day.ts";

const due = (more: Partial<Parameters<typeof dueOf>[0]> & { on?: string[] }) =>
	dueOf({
		from: "2026-01-01",
		to: "2026-03-31",
		added: "2025-01-01",
		everyDays: 30,
		...more,
		days: new Set(more.on ?? []),
	});

test("90 days are three periods of 30, and a day belongs to the period it is in", () => {
	expect(due({ on: ["2026-01-01", "2026-01-30", "2026-03-31"] })).toEqual({
		due: 3,
		ran: 2,
		gaps: [{ from: "2026-01-31", to: "2026-03-01" }],
	});
});

test("gaps that touch are one, and those that a run parts are two", () => {
	expect(due({}).gaps).toEqual([{ from: "2026-01-01", to: "2026-03-31" }]);
	expect(due({ on: ["2026-02-10"] }).gaps).toEqual([
		{ from: "2026-01-01", to: "2026-01-30" },
		{ from: "2026-03-02", to: "2026-03-31" },
	]);
});

test("a period that the window cuts off is not due yet, nor is one that has not begun", () => {
	expect(due({ to: "2026-03-30" }).due).toBe(2);
	expect(due({ to: "2025-12-31" })).toEqual({ due: 0, ran: 0, gaps: [] });
	expect(due({ everyDays: 365 })).toEqual({ due: 0, ran: 0, gaps: [] });
});

test("a test is due from the day on which it was added", () => {
	expect(due({ added: "2026-03-01", on: ["2026-02-28", "2026-03-30"] })).toEqual({ due: 1, ran: 1, gaps: [] });
	expect(due({ added: "2026-04-01" })).toEqual({ due: 0, ran: 0, gaps: [] });
});

test("whatever the window and the runs: gaps and periods that ran fill what was due, and no gap touches another", () => {
	const day = fc.integer({ min: 0, max: 400 }).map((days) => plusDays("2026-01-01", days));
	fc.assert(
		fc.property(day, day, day, fc.integer({ min: 1, max: 120 }), fc.uniqueArray(day), (from, to, added, every, on) => {
			const made = dueOf({ from, to, added, everyDays: every, days: new Set(on) });
			const inGaps = made.gaps.reduce((sum, gap) => sum + (numberOf(gap.to) - numberOf(gap.from) + 1), 0);
			expect(made.ran * every + inGaps).toBe(made.due * every);
			for (const [at, gap] of made.gaps.entries()) {
				expect(on.filter((each) => each >= gap.from && each <= gap.to)).toEqual([]);
				const next = made.gaps[at + 1];
				if (next) expect(numberOf(next.from)).toBeGreaterThan(numberOf(gap.to) + 1);
			}
		}),
	);
});
