import { expect, test } from "vitest";
import { countsOf, filtered, offeredFilters } from "#src/features/outbox-screen/list/filters.ts";
import type { AccountState } from "#src/lib/account/account.ts";
import { visibleEntries, visibleUnreadable } from "#src/lib/outbox/visible-entries.ts";
import type { Entry, Unreadable } from "#src/requests/entry.ts";

const entries = ["anonymous", "unclaimed", "ada", "ben"].map(
	(owner) => ({ owner, status: "queued" }) as unknown as Entry,
);
const known = (accountId: string, locked = false) =>
	({ status: "known", account: { accountId, name: "", email: "" }, locked }) as unknown as AccountState;
const seen = (state: AccountState) => visibleEntries(entries, state).entries.map(({ owner }) => owner);

test("promise 6: no one sees another account's entries", () => {
	expect(seen({ status: "unknown" })).toEqual(["anonymous", "unclaimed"]);
	expect(seen({ status: "signed-out" })).toEqual(["anonymous", "unclaimed"]);
	expect(seen(known("ada"))).toEqual(["anonymous", "unclaimed", "ada"]);
	expect(seen(known("ben"))).toEqual(["anonymous", "unclaimed", "ben"]);
});

test("unreadable records are shown if they may be the user's own, or if no one can tell whose they are", () => {
	const all = ["anonymous", "ada", "ben", null].map(
		(owner) => ({ owner, status: "unreadable" }) as unknown as Unreadable,
	);
	const shown = (state: AccountState) => visibleUnreadable(all, state).map(({ owner }) => owner);
	expect(shown({ status: "unknown" })).toEqual(["anonymous", null]);
	expect(shown(known("ada"))).toEqual(["anonymous", "ada", null]);
	expect(shown(known("ada", true))).toEqual(["anonymous", null]);
});

test("with the session ended, what is its account's is counted and not shown", () => {
	expect(visibleEntries(entries, known("ada", true))).toMatchObject({ locked: 1 });
	expect(seen(known("ada", true))).toEqual(["anonymous", "unclaimed"]);
});

test("each state has its filter, and its count", () => {
	const all = (["queued", "sending", "held", "rejected", "accepted"] as const).map(
		(status) => ({ status }) as unknown as Entry,
	);
	const counts = countsOf(all);
	expect(counts).toEqual({ open: 4, held: 1, rejected: 1 });
	expect(filtered(all, "held")).toHaveLength(1);
	expect(offeredFilters(counts, "open")).toEqual(["open", "held", "rejected"]);
	expect(offeredFilters({ open: 3, held: 0, rejected: 0 }, "open")).toEqual([]);
	expect(offeredFilters({ open: 3, held: 3, rejected: 0 }, "open")).toEqual([]);
	expect(offeredFilters({ open: 3, held: 0, rejected: 0 }, "held")).toEqual(["open", "held"]);
});
