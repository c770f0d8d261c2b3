import { describe, expect, test } from "vitest";
import { accountId, clientId } from "#contract/ids.ts";
import { ROLES, type Role } from "#contract/workspaces/roles.ts";
import {
	decideAbout,
	decideChange,
	decideInvitation,
	decideRemoval,
	type MemberTerms,
	mayGive,
} from "#server/identity/workspaces/people/member-rules.ts";

const TODAY = "2026-11-23";
const ME = accountId.parse("00000000-0000-4000-8000-000000000001");
const OTHER = accountId.parse("00000000-0000-4000-8000-000000000002");
const CLIENT = clientId.parse("00000000-0000-4000-8000-00000000000c");

const person = (role: Role, id = OTHER) => ({ accountId: id, role });
const member = (role: Role, more: Partial<MemberTerms> = {}) => ({
	...person(role),
	clientId: role === "guest" ? CLIENT : null,
	endsOn: null,
	...more,
});
const now = { owners: 2, today: TODAY };
const denied = (needs: string[]) => ({ ok: false, because: "role", needs });
const field = (name: string) => expect.objectContaining({ ok: false, because: "field", field: name });

describe("who may give which role", () => {
	test("only owners and managers give roles, and only owners make owners", () => {
		const given = ROLES.flatMap((giver) =>
			ROLES.filter((role) => mayGive(giver, role)).map((role) => `${giver}>${role}`),
		);
		expect(given).toEqual([
			...ROLES.map((role) => `owner>${role}`),
			...ROLES.filter((role) => role !== "owner").map((role) => `manager>${role}`),
		]);
	});

	test.each(ROLES)("an invitation by a member with the role %s obeys it", (role) => {
		for (const offered of ROLES) {
			const request = { role: offered, ...(offered === "guest" && { clientId: CLIENT }) };
			expect(decideInvitation(person(role), request, TODAY).ok).toBe(mayGive(role, offered));
			expect(decideAbout(person(role), offered).ok).toBe(mayGive(role, offered));
		}
	});
});

describe("changing a member", () => {
	const change = (...args: Parameters<typeof decideChange>) => decideChange(...args);

	test.each(["consultant", "contributor", "auditor", "guest"] as const)("a %s changes nobody", (role) => {
		expect(change(person(role, ME), member("auditor"), { role: "contributor" }, now)).toEqual(
			denied(["owner", "manager"]),
		);
	});

	test("a manager neither makes nor unmakes an owner, not even in small things", () => {
		const manager = person("manager", ME);
		expect(change(manager, member("auditor"), { role: "owner" }, now)).toEqual(denied(["owner"]));
		expect(change(manager, member("owner"), { role: "auditor" }, now)).toEqual(denied(["owner"]));
		expect(change(manager, member("owner"), {}, now)).toEqual(denied(["owner"]));
		expect(change({ ...manager, accountId: OTHER }, member("manager"), { role: "owner" }, now)).toEqual(
			denied(["owner"]),
		);
		expect(change(manager, member("manager"), { role: "auditor" }, now)).toMatchObject({ ok: true });
	});

	test("the last owner stays one", () => {
		const owner = person("owner", ME);
		const last = { owners: 1, today: TODAY };
		expect(change(owner, member("owner"), { role: "manager" }, last)).toEqual({ ok: false, because: "last_owner" });
		expect(change(owner, member("owner"), { role: "owner" }, last)).toMatchObject({ ok: true });
		expect(change(owner, member("owner"), { role: "manager" }, now)).toMatchObject({ ok: true });
	});

	test("a guest has a client and nobody else has one", () => {
		const owner = person("owner", ME);
		expect(change(owner, member("auditor"), { role: "guest" }, now)).toEqual(field("/clientId"));
		expect(change(owner, member("auditor"), { clientId: CLIENT }, now)).toEqual(field("/clientId"));
		expect(change(owner, member("guest"), { clientId: null }, now)).toEqual(field("/clientId"));
		expect(change(owner, member("guest"), { endsOn: TODAY }, now)).toMatchObject({ standing: { clientId: CLIENT } });
		expect(change(owner, member("guest"), { role: "auditor" }, now)).toMatchObject({ standing: { clientId: null } });
		expect(change(owner, member("auditor"), { role: "guest", clientId: CLIENT }, now)).toMatchObject({
			standing: { role: "guest", clientId: CLIENT },
		});
	});

	test("a last day is today or later, and owners have none", () => {
		const owner = person("owner", ME);
		expect(change(owner, member("auditor"), { endsOn: "2026-11-22" }, now)).toEqual(field("/endsOn"));
		expect(change(owner, member("auditor"), { endsOn: TODAY }, now)).toMatchObject({ standing: { endsOn: TODAY } });
		expect(change(owner, member("owner"), { endsOn: TODAY }, now)).toEqual(field("/endsOn"));
		const ending = member("auditor", { endsOn: "2026-11-30" });
		expect(change(owner, ending, { role: "owner" }, now)).toMatchObject({ standing: { role: "owner", endsOn: null } });
		expect(change(owner, ending, { endsOn: null }, now)).toMatchObject({ standing: { endsOn: null } });
		const over = member("auditor", { endsOn: "2026-11-01" });
		expect(change(owner, over, { role: "contributor" }, now)).toMatchObject({ standing: { endsOn: "2026-11-01" } });
	});
});

describe("removing a member", () => {
	test.each(ROLES)("a member with the role %s may leave", (role) => {
		expect(decideRemoval(person(role, ME), person(role, ME), { owners: 2 })).toEqual({ ok: true });
	});

	test("except for the last owner, who can also not be removed", () => {
		const last = { ok: false, because: "last_owner" };
		expect(decideRemoval(person("owner", ME), person("owner", ME), { owners: 1 })).toEqual(last);
		expect(decideRemoval(person("owner", ME), person("owner"), { owners: 1 })).toEqual(last);
	});

	test("managers remove others, but no owners", () => {
		expect(decideRemoval(person("manager", ME), person("manager"), { owners: 2 })).toEqual({ ok: true });
		expect(decideRemoval(person("manager", ME), person("owner"), { owners: 2 })).toEqual(denied(["owner"]));
		expect(decideRemoval(person("consultant", ME), person("guest"), { owners: 2 })).toEqual(
			denied(["owner", "manager"]),
		);
	});
});

test.each([
	[{ role: "guest" }, "/clientId"],
	[{ role: "auditor", clientId: CLIENT }, "/clientId"],
	[{ role: "owner", endsOn: TODAY }, "/endsOn"],
	[{ role: "auditor", endsOn: "2026-11-22" }, "/endsOn"],
] as const)("an invitation such as %j is wrong at %s", (offered, name) => {
	expect(decideInvitation(person("owner"), offered, TODAY)).toEqual(field(name));
});
