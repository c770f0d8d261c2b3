import { expect, test } from "vitest";
import { GROUPS, groupOf, sectionPath } from "#src/features/settings/groups.ts";

test("an anchor of the one page that the settings were leads to its group; others lead nowhere", () => {
	expect(sectionPath("#sessions")).toBe("/dashboard/settings/sign-in#sessions");
	expect(sectionPath("#delete")).toBe("/dashboard/settings/delete#delete");
	expect(sectionPath("#main")).toBeNull();
	expect(sectionPath("")).toBeNull();
});

test("every section is in one group", () => {
	const sections = GROUPS.flatMap(({ sections }) => [...sections]);
	expect(new Set(sections).size).toBe(sections.length);
});

test("what cannot be undone is last, and only groups have views", () => {
	expect(GROUPS.at(-1)?.name).toBe("delete");
	expect(groupOf("/dashboard/settings/data")?.label).toBe("Data");
	expect(groupOf("/dashboard/settings")).toBeNull();
	expect(groupOf("/dashboard/settings/nope")).toBeNull();
});
