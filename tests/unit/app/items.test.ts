import { expect, test } from "vitest";
import { activeItem, ITEMS } from "#src/app/dashboard/items.ts";

test("the sidebar has these six items in this order, and what follows from findings among them", {
	meta: { acceptance: "S2.158-S2.164" },
}, () => {
	expect(ITEMS.map(({ name, label }) => [label, name])).toEqual([
		["Overview", "overview"],
		["Security Scans", "scans"],
		["Vulnerabilities", "vulnerabilities"],
		["Compliance", "compliance"],
		["Controls", "controls"],
		["Tasks", "tasks"],
		["Assessments", "assessments"],
		["Evidence", "evidence"],
		["Questionnaires", "questionnaires"],
		["Reports", "reports"],
		["Assets", "assets"],
		["Settings", "settings"],
	]);
});

test.each([
	["/dashboard", "overview"],
	["/dashboard/", "overview"],
	["/dashboard/overview", "overview"],
	["/dashboard/scans", "scans"],
	["/dashboard/scans/", "scans"],
	["/dashboard/scans/123", "scans"],
	["/dashboard/x/reports", "reports"],
	["/dashboard/assets/scans", "assets"],
	["/dashboard/evidence/new", "evidence"],
	["/dashboard/nope", null],
	["/dashboard/scansion", null],
	["/dashboard/outbox", null],
	["/scans", null],
	["/dashboards/scans", null],
	["/", null],
])("on %s the active item is %s", { meta: { acceptance: "S2.165, A17" } }, (path, name) => {
	expect(activeItem(path)).toBe(name);
});
