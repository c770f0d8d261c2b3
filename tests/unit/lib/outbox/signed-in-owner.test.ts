import { expect, test } from "vitest";
import type { AccountId } from "#contract/ids.ts";
import { signedInOwner } from "#src/lib/outbox/signed-in-owner.ts";

const ADA = "7c1f4e2a-9c39-4f4e-8f7b-0a4b5c6d7e8f" as AccountId;
const known = (locked: boolean) =>
	({ status: "known", account: { accountId: ADA, name: "Ada", email: "ada@example.org" }, locked }) as const;

test("what a signed-in person saves is the account's, also after the session has ended", () => {
	expect(signedInOwner({ account: known(false), newSession: false })).toBe(ADA);
	expect(signedInOwner({ account: known(true), newSession: false })).toBe(ADA);
});

test("while a new session's account is not known yet, it is unclaimed and never anonymous", () => {
	expect(signedInOwner({ account: { status: "unknown" }, newSession: true })).toBe("unclaimed");
	expect(signedInOwner({ account: { status: "signed-out" }, newSession: true })).toBe("unclaimed");
});

test("a new session may be another account’s than the one this device still knows: nothing is saved for that one", () => {
	expect(signedInOwner({ account: known(true), newSession: true })).toBe("unclaimed");
	expect(signedInOwner({ account: known(false), newSession: true })).toBe("unclaimed");
});

test("nobody is signed in on a device that knows no account, or that signed out", () => {
	expect(signedInOwner({ account: { status: "unknown" }, newSession: false })).toBeNull();
	expect(signedInOwner({ account: { status: "signed-out" }, newSession: false })).toBeNull();
});
