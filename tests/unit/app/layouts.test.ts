import { describe, expect, test } from "vitest";
import { screenOf, screens } from "#src/app/dashboard/screen.tsx";
import { layoutOf, preloadPage, routeOf, routes } from "#src/app/routes.tsx";
import { GROUPS, groupPath } from "#src/features/settings/groups.ts";

const WITHOUT_HEADER = ["dashboard", "auth", "ndpr"];

describe("header and footer go by the first segment of the path", { meta: { acceptance: "S2.25-S2.31, A12" } }, () => {
	test.each([...routes, ...screens].map(({ path }) => path))("%s", (path) => {
		const hidden = WITHOUT_HEADER.includes(path.split("/")[1] ?? "");
		expect(layoutOf(path.replaceAll(/[:*]/g, "x")) === "site").toBe(!hidden);
	});

	test.each([
		["/ndpr/x", "bare"],
		["/dashboard/a/b", "dashboard"],
		["/authors", "site"],
		["/ndpr-guide", "site"],
		["/dashboards", "site"],
		["/unheard-of", "site"],
	])("%s, which has no page, has the layout %s", (path, layout) => {
		expect(layoutOf(path)).toBe(layout);
	});
});

describe("which page an address shows", () => {
	test.each(["/dashboard", "/dashboard/", "/dashboard/nope", "/dashboard/a/b", "/dashboard/settings/nope"])(
		"%s shows the overview",
		{ meta: { acceptance: "S2.24, S2.166, A16" } },
		(path) => {
			expect(screenOf(path).path).toBe("/dashboard/*");
		},
	);

	test.each(GROUPS.map(({ name }) => groupPath(name)))("the group of settings at %s has a row of its own", (path) => {
		expect(screenOf(path).path).toBe(path);
	});

	test("the more exact row wins, whatever their order", () => {
		expect(screenOf("/dashboard/outbox").path).toBe("/dashboard/outbox");
		expect(screenOf("/dashboard/evidence/new").path).toBe("/dashboard/evidence/new");
	});

	test("a client in the address changes nothing about the page", () => {
		expect(screenOf("/dashboard/c/ACME/scans").path).toBe("/dashboard/scans");
	});

	test.each(["/", "/outbox", "/dashboard/evidence", "/dashboard/c/ACME/assets", "/dashboard/nope", "/unheard-of"])(
		"%s can be loaded before it is shown",
		async (path) => {
			expect((await preloadPage(path))?.default).toBeTypeOf("function");
		},
	);

	test("an unknown public address is the not-found page", { meta: { acceptance: "A15" } }, () => {
		expect(routeOf("/unheard-of")?.path).toBe("/404");
	});
});
