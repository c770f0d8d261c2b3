import { expect, test } from "vitest";
import { type Standing, type StandingFacts, standingOf, standingOfControls } from "#contract/controls/standing.ts";
import { plusDays } from "#server/platform/time/day.ts";

const TODAY = "2026-11-20";
const BEFORE = plusDays(TODAY, -1);
const NOTHING: StandingFacts = {
	findings: 0,
	failedTests: 0,
	saidFixed: 0,
	hosts: 2,
	hostsLookedAt: 0,
	seenUntil: null,
	shownUntil: null,
};

// How these facts follow from what happened: tests/server/assurance/controls/standings.long.test.ts.
test.each<[string, Partial<StandingFacts>, Standing]>([
	["nothing", {}, "not-evaluated"],
	[
		"a finding, whatever else there is",
		{ findings: 1, hostsLookedAt: 2, seenUntil: TODAY, shownUntil: TODAY },
		"evidence-against",
	],
	["a failed test", { failedTests: 1, hostsLookedAt: 2, seenUntil: TODAY }, "evidence-against"],
	["a scan on its last day, and evidence", { hostsLookedAt: 2, seenUntil: TODAY, shownUntil: TODAY }, "none-seen"],
	["a scan of one of two hosts", { hostsLookedAt: 1, seenUntil: TODAY }, "not-evaluated"],
	["a scan of one of two hosts, and evidence", { hostsLookedAt: 1, seenUntil: TODAY, shownUntil: TODAY }, "covered"],
	["a scan of one of a host’s two tests", { hostsLookedAt: 0, seenUntil: TODAY }, "not-evaluated"],
	["no host at all", { hosts: 0 }, "not-evaluated"],
	["a scan that expired", { seenUntil: BEFORE }, "stale"],
	["a scan that expired, and evidence", { seenUntil: BEFORE, shownUntil: TODAY }, "covered"],
	["evidence that expired", { shownUntil: BEFORE }, "stale"],
	["a fix that only a person says", { saidFixed: 1, hostsLookedAt: 2, seenUntil: TODAY }, "not-evaluated"],
	[
		"a fix that only a person says, and expired evidence",
		{ saidFixed: 1, hostsLookedAt: 2, seenUntil: TODAY, shownUntil: BEFORE },
		"not-evaluated",
	],
	[
		"a fix that only a person says, and evidence",
		{ saidFixed: 1, hostsLookedAt: 2, seenUntil: TODAY, shownUntil: TODAY },
		"covered",
	],
])("of %s", (_what, facts, standing) => {
	expect(standingOf({ ...NOTHING, ...facts }, TODAY)).toBe(standing);
});

test.each<[string, readonly Standing[], string]>([
	["no control", [], "not-evaluated"],
	["what speaks against one", ["none-seen", "evidence-against", "stale"], "evidence-against"],
	["what is stale about one", ["stale", "covered", "not-evaluated"], "stale"],
	["one covered of five", ["covered", "not-evaluated", "not-evaluated", "not-evaluated", "not-evaluated"], "partly"],
	["one without findings of two", ["not-evaluated", "none-seen"], "partly"],
	["all of them, by scans and by people", ["covered", "none-seen"], "none-seen"],
	["all of them, by people", ["covered", "covered"], "covered"],
	["none of them", ["not-evaluated", "not-evaluated"], "not-evaluated"],
])("of a requirement with %s", (_what, controls, standing) => {
	expect(standingOfControls(controls)).toBe(standing);
});
