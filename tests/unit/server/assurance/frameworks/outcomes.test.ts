import { expect, test } from "vitest";
import type { FindingState } from "#contract/findings/vulnerabilities.ts";
import { TIME_TO_FIX } from "#contract/workspaces/time-to-fix.ts";
import {
	type FindingEvent,
	type FindingHistory,
	outcomeOf,
} from "#server/assurance/frameworks/effectiveness/outcomes.ts";

const at = (day: string) => new Date(`${day}T12:00:00Z`);
const scan = (day: string, what: "fixed" | "reopened"): FindingEvent => ({ at: at(day), by: "scan", what });
const person = (day: string, state: FindingState, until: string | null = null): FindingEvent => ({
	at: at(day),
	by: "person",
	state,
	reason: "Because.",
	until,
});

/** March, viewed long afterward. */
const MARCH = {
	start: new Date("2026-03-01T00:00:00Z"),
	end: new Date("2026-04-01T00:00:00Z"),
	lastDay: "2026-03-31",
	over: "2026-03-31",
};
const judge = (events: FindingEvent[], more: Partial<FindingHistory> = {}) =>
	outcomeOf(
		{ severity: "high", firstSeenAt: at("2026-03-10"), fixedAt: null, reopenedAt: null, ...more, events },
		MARCH,
		TIME_TO_FIX,
	);

test.each<[string, string | undefined, FindingEvent[], Partial<FindingHistory>?]>([
	["seen, and its 15 days are over", "overdue", []],
	["its last day is the last of the window", "overdue", [], { firstSeenAt: at("2026-03-16") }],
	["its last day is after the window", "open", [], { firstSeenAt: at("2026-03-17") }],
	["rated none, it is never due", "open", [], { severity: "none", firstSeenAt: at("2026-01-01") }],
	["seen after the window", undefined, [], { firstSeenAt: at("2026-04-01") }],
	["fixed on its last day", "fixed-in-time", [scan("2026-03-25", "fixed")]],
	["fixed a day later", "fixed-late", [scan("2026-03-26", "fixed")]],
	["fixed after the window", "overdue", [scan("2026-04-05", "fixed")], { fixedAt: at("2026-04-05") }],
	["fixed before the window", undefined, [scan("2026-02-25", "fixed")], { firstSeenAt: at("2026-02-20") }],
	[
		"fixed before, seen again in it: time counts from then",
		"open",
		[scan("2026-02-25", "fixed"), scan("2026-03-20", "reopened")],
		{ firstSeenAt: at("2026-01-01") },
	],
	[
		"fixed in it, seen again after it",
		"fixed-in-time",
		[scan("2026-03-20", "fixed"), scan("2026-04-10", "reopened")],
		{ reopenedAt: at("2026-04-10") },
	],
	["accepted", "accepted", [person("2026-03-12", "accepted")]],
	["accepted until the last day", "accepted", [person("2026-03-12", "accepted", "2026-03-31")]],
	["accepted until the day before", "overdue", [person("2026-03-12", "accepted", "2026-03-30")]],
	["accepted after the window", "overdue", [person("2026-04-02", "accepted")]],
	["accepted, then taken back", "overdue", [person("2026-03-12", "accepted"), person("2026-03-13", "open")]],
	["accepted, then fixed", "fixed-in-time", [person("2026-03-12", "accepted"), scan("2026-03-20", "fixed")]],
	["no problem at all", "false-positive", [person("2026-03-12", "false-positive"), scan("2026-03-20", "fixed")]],
	["said to be fixed", "fixed-in-time", [person("2026-03-20", "fixed")], { fixedAt: at("2026-03-20") }],
	["said to be fixed too late to count", "overdue", [person("2026-03-20", "fixed")]],
	[
		"said to be fixed, then accepted after all",
		"accepted",
		[person("2026-03-20", "fixed"), person("2026-03-21", "accepted")],
	],
	[
		"accepted, gone and back without an event",
		"accepted",
		[person("2026-03-12", "accepted"), scan("2026-03-20", "fixed")],
		{ reopenedAt: at("2026-03-28") },
	],
])("%s: %s", (_what, outcome, events, more) => {
	expect(judge(events, more)?.outcome).toBe(outcome);
});

test("the reason is that of the word that stood, and the day is that of the last reopening", () => {
	const events = [scan("2026-03-12", "fixed"), scan("2026-03-20", "reopened"), person("2026-03-21", "accepted")];
	expect(judge(events)).toMatchObject({ outcome: "accepted", reason: "Because.", due: "2026-04-04", fixedAt: null });
});
