import { describe, expect, test } from "vitest";
import { accountId } from "#contract/ids.ts";
import { can, ROLES } from "#contract/workspaces/roles.ts";
import {
	decideAcceptance,
	expiryFrom,
	isRenewable,
	type Progress,
	stateOf,
} from "#server/identity/workspaces/people/invitation.ts";
import { invitationMail } from "#server/identity/workspaces/people/mails/invitation-mail.ts";

const SENT = new Date("2026-11-23T10:00:00Z");
const at = (days: number) => new Date(SENT.getTime() + days * 86_400_000);
const ADA = accountId.parse("00000000-0000-4000-8000-000000000001");
const EVE = accountId.parse("00000000-0000-4000-8000-000000000002");

const open: Progress = { expiresAt: expiryFrom(SENT), acceptedAt: null, acceptedBy: null, revokedAt: null };
const accepted: Progress = { ...open, acceptedAt: at(1), acceptedBy: ADA };
const revoked: Progress = { ...open, revokedAt: at(1) };

test("an invitation holds for exactly seven days", () => {
	expect(stateOf(open, new Date(at(7).getTime() - 1))).toBe("sent");
	expect(stateOf(open, at(7))).toBe("expired");
});

test("what was accepted or revoked does not expire", () => {
	expect(stateOf(accepted, at(30))).toBe("accepted");
	expect(stateOf(revoked, at(30))).toBe("revoked");
});

describe("accepting", () => {
	const ada = { accountId: ADA, emailKey: "ada@example.org", emailConfirmed: true };
	const eve = { accountId: EVE, emailKey: "eve@example.org", emailConfirmed: true };
	const accept = (progress: Progress, account: typeof ada, day = 2) =>
		decideAcceptance({ ...progress, emailKey: "ada@example.org" }, account, at(day));

	test("takes the account with the invited address, once it is confirmed", () => {
		expect(accept(open, ada)).toEqual({ ok: true, again: false });
		expect(accept(open, { ...ada, emailConfirmed: false })).toEqual({ ok: false, because: "unconfirmed" });
		expect(accept(open, eve)).toEqual({ ok: false, because: "other_address" });
		expect(accept(open, { ...eve, emailConfirmed: false })).toEqual({ ok: false, because: "other_address" });
	});

	test("twice by the same account is as good as once, also after its end and with another address", () => {
		expect(accept(accepted, ada, 30)).toEqual({ ok: true, again: true });
		expect(accept(accepted, { ...ada, emailKey: "new@example.org" })).toEqual({ ok: true, again: true });
	});

	test("ends with acceptance by another, with revocation, and after seven days", () => {
		expect(accept(accepted, eve)).toEqual({ ok: false, because: "ended", state: "accepted" });
		expect(accept(revoked, ada)).toEqual({ ok: false, because: "ended", state: "revoked" });
		expect(accept(open, ada, 7)).toEqual({ ok: false, because: "ended", state: "expired" });
	});
});

test("what is sent or expired can be sent again, and nothing else", () => {
	expect([open, accepted, revoked].map((progress) => isRenewable(progress, at(2)))).toEqual([true, false, false]);
	expect(isRenewable(open, at(9))).toBe(true);
});

test("the mail says of each role whether it answers assessments only where it does, and a guest’s says so", () => {
	const invited = {
		workspace: "Obi Security",
		inviter: "Ada",
		inviterEmail: null,
		clientName: "First Bank",
		expiresAt: SENT,
	};
	const textOf = (role: (typeof ROLES)[number]) =>
		JSON.stringify(invitationMail({ ...invited, role }, "https://a.example/"));
	expect(textOf("guest")).toContain(
		"read everything about one client and answer its assessments, and change nothing else",
	);
	for (const role of ROLES) if (!can(role, "answer")) expect(textOf(role)).not.toContain("answer");
});
