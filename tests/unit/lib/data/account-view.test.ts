import { expect, test } from "vitest";
import { accountId } from "#contract/ids.ts";
import type { AccountState } from "#src/lib/account/account.ts";
import { accountView, type Reading } from "#src/lib/data/account-view.ts";
import { ApiFailure } from "#src/lib/data/api-failure.ts";

const account = {
	accountId: accountId.parse("7c1f4e2a-9c39-4f4e-8f7b-0a4b5c6d7e8f"),
	name: "Ada Obi",
	email: "ada@example.com",
};
const known: AccountState = { status: "known", account, locked: false };

const read: Reading<string> = { data: "kept", error: null, dataUpdatedAt: 10, fetchStatus: "idle" };
const unread = (fetchStatus: "fetching" | "paused" | "idle", error: unknown = null): Reading<string> => ({
	data: undefined,
	error,
	dataUpdatedAt: 0,
	fetchStatus,
});

test("samples appear only where the device knows no account", () => {
	expect(accountView({ status: "unknown" }, unread("fetching"), true).status).toBe("unknown");
	expect(accountView(known, unread("fetching"), true).status).toBe("loading");
	expect(accountView({ status: "signed-out" }, unread("fetching"), true).status).toBe("signed-out");
});

test("what is kept is not shown while the account is locked or signed out", () => {
	expect(accountView({ ...known, locked: true }, read, true)).toEqual({ status: "locked" });
	expect(accountView({ status: "signed-out" }, read, true)).toEqual({ status: "signed-out" });
});

test("with nothing read yet and no network, nothing is kept", () => {
	expect(accountView(known, unread("paused"), false)).toEqual({ status: "nothing-kept" });
});

test("a failure says what the server said, and never an exception's words", () => {
	const refused = new ApiFailure("Too many requests.", { status: 429 });
	const noAnswer = new ApiFailure("Failed to fetch", { status: null });
	expect(accountView(known, unread("idle", refused), true)).toEqual({ status: "failed", why: "Too many requests." });
	expect(accountView(known, unread("idle", noAnswer), true)).toEqual({
		status: "failed",
		why: "The server did not answer.",
	});
});

test("what is shown says why it is old: there is no connection, or the last reading failed", () => {
	const staleOf = (online: boolean, error: unknown) => accountView(known, { ...read, error }, online);
	expect(staleOf(true, null)).toEqual({ status: "shown", data: "kept", readAt: 10, stale: null });
	expect(staleOf(false, null)).toMatchObject({ status: "shown", stale: "There is no connection." });
	expect(staleOf(true, new Error("x"))).toMatchObject({ status: "shown", stale: "The server did not answer." });
});
