import { expect, test } from "vitest";
import { codeIn, inClient, meansLastClient, screenOf, staying } from "#src/lib/workspace/routing/address.ts";
import { screenPath } from "#src/lib/workspace/routing/screen-path.ts";

test.each([
	["/dashboard/scans", null, "/dashboard/scans"],
	["/dashboard/c/acme/scans", "acme", "/dashboard/scans"],
	["/dashboard/c/acme", "acme", "/dashboard"],
	["/dashboard/c/acme-bank/vulnerabilities/ab12", "acme-bank", "/dashboard/vulnerabilities/ab12"],
	// A code is text from an address: anyone can type one.
	["/dashboard/c/a%20b/scans", "a b", "/dashboard/scans"],
	["/dashboard/c/%E0%A4%A/scans", "%E0%A4%A", "/dashboard/scans"],
	["/dashboard/c", null, "/dashboard/c"],
	["/dashboard/c/", null, "/dashboard/c/"],
	["/c/acme/scans", null, "/c/acme/scans"],
	["/outbox", null, "/outbox"],
])("%s names the client %s and is the screen %s", (path, code, screen) => {
	expect(codeIn(path)).toBe(code);
	expect(screenPath(path)).toBe(screen);
});

test.each([
	["/dashboard/scans?tab=history#x", "acme", "/dashboard/c/acme/scans?tab=history#x"],
	["/dashboard", "acme", "/dashboard/c/acme"],
	["/dashboard?x=1", "acme", "/dashboard/c/acme?x=1"],
	["/dashboard/c/other/scans", "acme", "/dashboard/c/acme/scans"],
	["/dashboard/c/other/scans", null, "/dashboard/scans"],
	["/dashboard/scans", "a b/c", "/dashboard/c/a%20b%2Fc/scans"],
	["/dashboards", "acme", "/dashboards"],
	["/auth/login?next=/dashboard", "acme", "/auth/login?next=/dashboard"],
	["/", "acme", "/"],
])("%s for the client %s is %s", (to, code, address) => {
	expect(inClient(to, code)).toBe(address);
});

test("a link stays with the client of its page, unless it names one", () => {
	expect(staying("/dashboard/scans", "/dashboard/c/acme/overview")).toBe("/dashboard/c/acme/scans");
	expect(staying("/dashboard/scans", "/dashboard/overview")).toBe("/dashboard/scans");
	expect(staying("/dashboard/c/borno/overview", "/dashboard/c/acme/overview")).toBe("/dashboard/c/borno/overview");
	expect(staying("/dashboard/c/borno/overview", "/dashboard/overview")).toBe("/dashboard/c/borno/overview");
});

test.each([
	["/dashboard", true],
	["/dashboard/", true],
	["/dashboard/overview", true],
	["/dashboard/scans", true],
	["/dashboard/assets/", true],
	["/dashboard/evidence", true],
	["/dashboard/evidence/new", false],
	// One thing, as in an email: it may belong to a client other than the last one.
	["/dashboard/scans/7c1f4e2a-9c39-4f4e-8f7b-0a4b5c6d7e8f", false],
	["/dashboard/reports/7c1f4e2a-9c39-4f4e-8f7b-0a4b5c6d7e8f", false],
	// About the account and the device.
	["/dashboard/settings", false],
	["/dashboard/outbox", false],
	["/dashboard/operator", false],
	["/dashboard/c/acme/scans", false],
	["/", false],
])("%s means the last client: %s", (path, means) => {
	expect(meansLastClient(path)).toBe(means);
});

test.each([
	["/dashboard/c/acme/scans/12", "/dashboard/scans"],
	["/dashboard/vulnerabilities", "/dashboard/vulnerabilities"],
	["/dashboard", "/dashboard/overview"],
	["/dashboard/settings/device", "/dashboard/overview"],
])("from %s another client is shown on %s", (path, screen) => {
	expect(screenOf(path)).toBe(screen);
});
