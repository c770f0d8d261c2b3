import { describe, expect, test } from "vitest";
import { nextPath } from "#src/features/auth/next-path.ts";

const next = (path: string) => nextPath(`?next=${encodeURIComponent(path)}`);

describe("where a sign-in leads", () => {
	test.each(["/dashboard", "/dashboard/scans?status=failed#top", "/dashboard?x=1", "/invitation"])(
		"to %s of this site",
		(path) => {
			expect(next(path)).toBe(path);
		},
	);

	test.each([
		"https://evil.example/dashboard",
		"//evil.example/dashboard/scans",
		"/\\evil.example/dashboard",
		"/\t/evil.example/dashboard",
		"/dashboard/../auth/login",
		"/dashboard/%2e%2e/r/token",
		"/dashboards",
		"/invitations",
		"/r/token",
		"javascript:alert(1)",
		"dashboard",
		"",
	])("not to %s, but to the dashboard", (path) => {
		expect(next(path)).toBe("/dashboard");
	});

	test("to the dashboard by default", () => {
		expect(nextPath("")).toBe("/dashboard");
	});
});
