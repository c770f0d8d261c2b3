import { describe, expect, test } from "vitest";
import { TRACKER_PROBLEMS } from "#contract/tickets/trackers.ts";
import { afterFailure, shownState, stepOf } from "#server/integrations/tickets/moves.ts";
import { ownAddress, type Target } from "#server/integrations/tickets/tracker.ts";
import { githubReach } from "#server/integrations/tickets/trackers/github.ts";
import { jiraReach } from "#server/integrations/tickets/trackers/jira.ts";

test.each([
	["open", "none", false, "create", "creating"],
	["closed", "none", true, "create", "creating"],
	["open", "open", false, undefined, "open"],
	["closed", "open", false, "close", "closing"],
	["closed", "closed", false, undefined, "closed"],
	["closed", "told", false, undefined, "told"],
	["open", "closed", false, "reopen", "reopening"],
	["open", "told", false, "reopen", "reopening"],
	// It may have been closed, or reopened, by a try that never came back.
	["open", "open", true, "reopen", "open"],
	["closed", "closed", true, "close", "closed"],
] as const)("wanted %s, there %s, unsure %s: %s", (wanted, remote, isUnsure, step, shown) => {
	expect(stepOf({ wanted, remote }, isUnsure)).toBe(step);
	expect(shownState({ wanted, remote })).toBe(shown);
});

describe("after a failure", () => {
	const now = new Date("2026-11-26T10:00:00Z");
	const failed = { step: "create", attempts: 1, now, waitUntil: undefined, random: 0 } as const;
	const minutes = (at: Date | null) => at && (at.getTime() - now.getTime()) / 60_000;

	test("what passes by itself is tried again, with longer and longer waits, and given up in the end", () => {
		const waits = [1, 2, 3, 4, 5, 6, 7, 8].map((attempts) =>
			minutes(afterFailure({ ...failed, problem: "server", attempts }).nextAt),
		);
		expect(waits).toEqual([1, 5, 30, 120, 300, 600, 600, null]);
	});

	test("what a person has to mend is not", () => {
		const passing = TRACKER_PROBLEMS.filter((problem) => afterFailure({ ...failed, problem }).nextAt !== null);
		expect(passing).toEqual([
			"timeout",
			"certificate",
			"connection",
			"too-large",
			"not-json",
			"rate-limited",
			"server",
		]);
	});

	test("a refusal is sure; an answer that never came is not, and neither is half of a step", () => {
		expect(afterFailure({ ...failed, problem: "forbidden" }).isUnsure).toBe(false);
		expect(afterFailure({ ...failed, problem: "timeout" }).isUnsure).toBe(true);
		expect(afterFailure({ ...failed, step: "close", problem: "forbidden" }).isUnsure).toBe(true);
	});

	test("a tracker that asks to wait is left alone, however often, and never given up for it", () => {
		const waitUntil = new Date("2026-11-26T11:00:00Z");
		const after = afterFailure({ ...failed, problem: "rate-limited", attempts: 50, waitUntil });
		expect(minutes(after.nextAt)).toBe(60);
		expect(after.pausedUntil).toEqual(after.nextAt);
		expect(afterFailure({ ...failed, problem: "server", waitUntil }).pausedUntil).toBe(null);
		expect(minutes(afterFailure({ ...failed, problem: "server", waitUntil }).nextAt)).toBe(60);
	});
});

test.each([
	["https://github.com", "https://api.github.com"],
	["https://acme.ghe.com/", "https://api.acme.ghe.com"],
	["https://git.example.com:8443", "https://git.example.com:8443/api/v3"],
])("the API of %s is at %s", (url, api) => {
	expect(githubReach({ url, token: "t" }).api).toBe(api);
});

test("Jira Cloud gets the email address with its token, a Data Center the token alone", () => {
	const cloud = jiraReach({ url: "https://acme.atlassian.net/", email: "a@example.com", token: "t" });
	expect(cloud.api).toBe("https://acme.atlassian.net/rest/api/3");
	expect(cloud.headers.authorization).toBe("Basic YUBleGFtcGxlLmNvbTp0");
	const own = jiraReach({ url: "https://example.com/jira", email: "", token: "t" });
	expect(own).toMatchObject({ api: "https://example.com/jira/rest/api/2", headers: { authorization: "Bearer t" } });
});

test.each([
	["https://git.example.com/a/1", "https://git.example.com/a/1"],
	["https://evil.example/a/1", "https://git.example.com/"],
	["javascript:alert(1)", "https://git.example.com/"],
	["", "https://git.example.com/"],
])("an issue at %s is opened at %s", (said, opened) => {
	expect(ownAddress(said, { url: "https://git.example.com" } as Target)).toBe(opened);
});
