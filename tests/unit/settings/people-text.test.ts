import { expect, test } from "vitest";
import { accountId, clientId } from "#contract/ids.ts";
import type { Invitation, Member } from "#contract/workspaces/members.ts";
import { ROLES } from "#contract/workspaces/roles.ts";
import {
	helpersText,
	invitationText,
	memberText,
	roleOfText,
	rolesToGive,
} from "#src/features/settings/people/people-text.ts";
import { readInvitation, readMemberChange } from "#src/features/settings/people/read-membership.ts";

const ACME = clientId.parse("0b8d6a52-41f0-4a7c-9a2e-3f1c2d4b5a69");
const clients = [{ id: ACME, name: "Acme Bank" }];

const member = (name: string, role: Member["role"]): Member => ({
	accountId: accountId.parse("7c1f4e2a-9c39-4f4e-8f7b-0a4b5c6d7e8f"),
	name,
	email: "ada@mail.example",
	role,
	clientId: null,
	since: "2026-11-22T10:00:00Z",
	endsOn: null,
	you: false,
});

test("a guest’s role names the client; a client that was deleted is not named", () => {
	expect(roleOfText({ role: "guest", clientId: ACME }, clients)).toBe("Client guest of Acme Bank");
	expect(roleOfText({ role: "guest", clientId: ACME }, [])).toBe("Client guest");
	expect(roleOfText({ role: "owner", clientId: null }, clients)).toBe("Owner");
});

test("a member’s last day is said where there is one", () => {
	expect(memberText(member("Ada", "owner"))).toBe("Since 22 Nov 2026");
	expect(memberText({ ...member("Ada", "owner"), endsOn: "2026-12-31" })).toBe(
		"Since 22 Nov 2026. Last day: 31 Dec 2026",
	);
});

test("every state of an invitation has its words", () => {
	const invitation: Invitation = {
		id: "0b8d6a52-41f0-4a7c-9a2e-3f1c2d4b5a69",
		email: "eve@mail.example",
		role: "auditor",
		clientId: null,
		state: "sent",
		invitedBy: "Ada Lovelace",
		createdAt: "2026-11-22T10:00:00Z",
		expiresAt: "2026-11-29T10:00:00Z",
		endsOn: null,
	};
	expect(invitationText(invitation)).toBe("Sent by Ada Lovelace on 22 Nov 2026. Works until 29 Nov 2026.");
	expect(invitationText({ ...invitation, state: "accepted" })).toBe("Accepted. Sent by Ada Lovelace on 22 Nov 2026.");
	expect(invitationText({ ...invitation, state: "expired" })).toBe("Expired on 29 Nov 2026 without an answer.");
	expect(invitationText({ ...invitation, state: "revoked" })).toBe("Revoked. Its link no longer works.");
});

test("those who can help are owners and managers, by name", () => {
	const members = [member("Ada", "owner"), member("Bob", "contributor"), member("Grace", "manager")];
	expect(helpersText(members)).toBe("Ada and Grace");
	expect(helpersText([])).toBe("");
});

test("only owners make owners", () => {
	expect(rolesToGive(ROLES, false)).not.toContain("owner");
	expect(rolesToGive(ROLES, true)).toEqual(ROLES);
});

test("an invitation leaves out what was left empty; a change takes it away", () => {
	const empty = { email: " eve@mail.example ", role: "auditor", clientId: "", endsOn: "" };
	expect(readInvitation(empty)).toEqual({ email: "eve@mail.example", role: "auditor" });
	expect(readMemberChange(empty)).toEqual({ role: "auditor", clientId: null, endsOn: null });
	const guest = { email: "eve@mail.example", role: "guest", clientId: ACME, endsOn: "2026-12-31" };
	expect(readInvitation(guest)).toEqual({ ...guest, clientId: ACME });
	expect(readMemberChange(guest)).toEqual({ role: "guest", clientId: ACME, endsOn: "2026-12-31" });
});
