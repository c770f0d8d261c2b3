import { expect, test } from "vitest";
import { ROLES } from "#contract/workspaces/roles.ts";
import { listText } from "#src/lib/workspace/members/list-text.ts";
import { roleText, whoCan } from "#src/lib/workspace/members/role-text.ts";

test("what a role may do is read from the table of roles", () => {
	expect(roleText("contributor")).toBe("Can see all work, run scans, decide about findings and answer assessments.");
	expect(roleText("auditor")).toBe("Can see all work and read the audit log.");
	expect(roleText("guest")).toBe("Can see one client and answer assessments.");
	expect(roleText("owner")).toContain("appoint owners, delete clients");
	expect(roleText("manager")).not.toContain("appoint");
	expect(new Set(ROLES.map(roleText)).size).toBe(ROLES.length);
});

test("who can do something is named by role", () => {
	expect(whoCan("manage")).toBe("Owners and managers");
	expect(whoCan("own")).toBe("Owners");
	expect(whoCan("audit")).toBe("Owners, managers and auditors");
});

test("a list reads as one says it", () => {
	expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map(listText)).toEqual(["", "a", "a and b", "a, b and c"]);
});
