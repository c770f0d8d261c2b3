import { describe, expect, test } from "vitest";
import type { EntryId } from "#contract/ids.ts";
import { ageText, attemptsText, entryLabels } from "#src/lib/outbox/entry-labels.ts";
import type { EntryState } from "#src/outbox/entry.ts";
import type { Entry, Requests } from "#src/requests/entry.ts";

const NOW = Date.UTC(2026, 0, 1);
const error = { at: NOW, status: 500, code: null, message: "Later." };
const entry = (state: EntryState<Requests>): Entry => ({
	v: 2,
	id: "01990000-0000-7000-8000-000000000001" as EntryId,
	request: { kind: "combined-scan", body: { target: "example.com", email: "a@b.co" } },
	owner: "anonymous",
	createdAt: NOW,
	attempts: 0,
	...state,
});
const words = (state: EntryState<Requests>, online = true) => entryLabels(entry(state), NOW, online);

describe("an entry", () => {
	test("that waits says when it is tried next, and offline what it waits for", () => {
		expect(words({ status: "queued", notBefore: NOW + 40_000, lastError: error })).toEqual({
			state: "Waiting",
			next: "Next try in 40 seconds.",
			error: "Later.",
			send: "Send now",
		});
		expect(words({ status: "queued", notBefore: NOW - 1 }).next).toBe("Will be sent in a moment.");
		expect(words({ status: "queued", notBefore: NOW }, false).next).toBe("Will be sent when you are back online.");
		const unanswered = { ...error, status: null, message: "Failed to fetch" };
		expect(words({ status: "queued", notBefore: NOW, lastError: unanswered }).error).toBe(
			"The server could not be reached.",
		);
		expect(words({ status: "queued", notBefore: NOW, lastError: unanswered }, false).error).toBeNull();
		expect(words({ status: "queued", notBefore: NOW, lastError: error }, false).error).toBe("Later.");
	});

	test("that is sealed cannot be edited, and its own limit is not called one that its person set", () => {
		const refused = { ...entry({ status: "rejected", error }), sealed: true } as const;
		expect(entryLabels(refused, NOW, true).next).toBe("The server refused it. Discard it.");
		const held = { status: "held", reason: "not-after" } as const;
		expect(words(held).next).toContain("The time you set");
		expect(entryLabels({ ...entry(held), sealed: true }, NOW, true)).toMatchObject({
			next: "It has waited as long as it may without asking. Do you still want to send it?",
			send: "Send anyway",
		});
		expect(words({ status: "held", reason: "seal" }).next).toContain("stays here, sealed");
	});

	test("that waits offline can only be tried", () => {
		expect(words({ status: "queued", notBefore: NOW }, false).send).toBe("Try now");
		expect(words({ status: "held", reason: "engine" }, false).send).toBe("Try now");
		expect(words({ status: "held", reason: "stale" }, false).send).toBe("Send anyway");
	});

	test("that is being sent cannot be sent", () => {
		expect(words({ status: "sending", leaseUntil: NOW })).toMatchObject({ state: "Sending", send: null });
	});

	test.each(["stale", "not-after"] as const)("that is held as %s asks whether it is still wanted", (reason) => {
		const { state, next, send } = words({ status: "held", reason });
		expect(state).toBe("Needs you");
		expect(next).toContain("Do you still want to send it?");
		expect(send).toBe("Send anyway");
	});

	test("that its account’s role does not allow says who can help, whatever the answer holds", () => {
		const held = (people: unknown) =>
			words({ status: "held", reason: "role", error: { ...error, details: { people } } }).next;
		const asking = (whom: string) =>
			`Your role in this workspace does not allow it. Ask ${whom} to change your role. Then it is sent by itself.`;
		expect(held(["Grace"])).toBe(asking("Grace"));
		expect(held([" Grace ", "Ben", "Ada", "Alan"])).toBe(asking("Grace, Ben, or Ada"));
		for (const people of [undefined, [], ["", 7, null], "Grace"])
			expect(held(people)).toBe(asking("an owner or manager of the workspace"));
		expect(held(["x".repeat(5000)]).length).toBeLessThan(200);
	});

	test("whose client takes no work says why, and what was lost can be saved", () => {
		const held = (code: string) => words({ status: "held", reason: "client", error: { ...error, code } });
		expect(held("client_archived")).toMatchObject({
			state: "Needs you",
			next: "Its client is archived. Once the client is restored, it is sent by itself.",
			send: "Send now",
		});
		expect(held("client_unknown").next).toContain("save a copy and discard it");
		expect(words({ status: "held", reason: "workspace" }).next).toContain("save a copy and discard it");
	});

	test("that was refused shows why and cannot be sent again", () => {
		expect(words({ status: "rejected", error })).toMatchObject({ state: "Refused", error: "Later.", send: null });
	});
});

test("ages are in the largest whole unit, and never negative", () => {
	const ago = (ms: number) => ageText(NOW - ms, NOW);
	expect([ago(-60_000), ago(0), ago(9_999), ago(10_000), ago(59_000)]).toEqual([
		"just now",
		"just now",
		"just now",
		"10 seconds ago",
		"59 seconds ago",
	]);
	expect([ago(60_000), ago(3_600_000), ago(7_200_000), ago(86_400_000)]).toEqual([
		"1 minute ago",
		"1 hour ago",
		"2 hours ago",
		"1 day ago",
	]);
});

test("attempts in words", () => {
	expect([0, 1, 3].map(attemptsText)).toEqual(["Not tried yet", "Tried once", "Tried 3 times"]);
});

test("a refusal or a hold says what can be done about it", () => {
	const refused = (code: string) => words({ status: "rejected", error: { ...error, status: 409, code } }).next;
	expect(refused("limit_reached")).toBe(
		"There is no room for it. Make room first, then edit it and save it to send it again.",
	);
	expect(refused("host_of_other_client")).toBe(
		"The host belongs to another client. Move the host in Assets, then edit it and save it to send it again, or discard it.",
	);
	expect(words({ status: "held", reason: "storage" }).next).toBe(
		"The workspace has no room for it. Delete evidence you no longer need, then send it.",
	);
});
