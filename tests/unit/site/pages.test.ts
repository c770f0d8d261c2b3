import { describe, expect, test } from "vitest";
import { MESSAGE_DAYS, RETENTION_DAYS_DEFAULT } from "#src/config/retention.ts";
import { site } from "#src/config/site.ts";
import { privacy } from "#src/content/pages/privacy.ts";
import { segmentPages } from "#src/content/pages/segments.ts";
import { solutionPages } from "#src/content/pages/solutions.ts";
import { terms } from "#src/content/pages/terms.ts";
import { readDemo } from "#src/features/demo/read-demo.ts";
import * as solution from "#src/features/solutions/solutions-page.tsx";
import { headOf } from "../../../scripts/build/describe.ts";
import { listed } from "../../../scripts/build/sitemap.ts";

const page = { path: "/faq", title: "Questions <& answers>", description: "What people ask." };

describe("a page's head", () => {
	test("names its own address, or its home", () => {
		expect(headOf(page, "https://scan.example.com")).toContain(
			'<link rel="canonical" href="https://scan.example.com/faq">',
		);
		expect(headOf({ ...page, canonical: "/home" }, "https://scan.example.com")).toContain(
			'property="og:url" content="https://scan.example.com/home"',
		);
	});

	test("escapes what it says, also inside a data block", () => {
		const head = headOf({ ...page, data: { name: "</script>" } }, "");
		expect(head).not.toContain("<& answers>");
		expect(head.match(/<\/script>/g)).toHaveLength(1);
		expect(head).toContain('"name":"\\u003c/script>"');
	});

	test("keeps a page that is not indexable out of search engines", () => {
		const head = headOf({ ...page, indexable: false }, "");
		expect(head).toContain('<meta name="robots" content="noindex">');
		expect(head).not.toContain("canonical");
	});
});

test("the sitemap lists each content once, and only what is meant to be found", () => {
	const other = { title: "", description: "" };
	expect(
		listed([
			{ ...other, path: "/contact", canonical: "/contact" },
			{ ...other, path: "/contact-us", canonical: "/contact" },
			{ ...other, path: "/404", indexable: false },
			{ ...other, path: "/auth/login" },
			{ ...other, path: "/dashboard" },
		]),
	).toEqual(["/contact"]);
});

test("the documents carry the version and the periods that the server keeps to", {
	meta: { acceptance: "S2.43, S2.44, B43" },
}, () => {
	expect(terms.note).toContain(site.termsVersion);
	const text = JSON.stringify(privacy);
	expect(text).toContain(`${MESSAGE_DAYS} days`);
	expect(text).toContain(`${RETENTION_DAYS_DEFAULT} days`);
});

describe("solutions by id", { meta: { acceptance: "S2.34, S2.37, A08, A09" } }, () => {
	test("no id is a solution's and a segment's", () => {
		expect(Object.keys(solutionPages)).toHaveLength(9);
		expect(Object.keys(segmentPages)).toHaveLength(3);
		expect(new Set(solution.paths).size).toBe(14);
	});

	test("nine and an alias, whose canonical page is the one it leads to", () => {
		expect(solution.paths).toContain("/solutions/document-generator");
		expect(solution.meta("/solutions/document-generator")).toMatchObject({
			canonical: "/solutions/compliance-document-generator",
		});
	});

	test.each(["/solutions/nothing", "/solutions/constructor", "/solutions/__proto__"])("%s is not found", (path) => {
		expect(solution.meta(path)).toMatchObject({ indexable: false });
	});
});

describe("a demo's preferred time", { meta: { acceptance: "S2.39" } }, () => {
	const device = { now: Date.UTC(2026, 10, 21), timeZone: "Africa/Lagos" };
	const filled = (more: Record<string, string>) => {
		const data = new FormData();
		const fields = { name: "Ada", email: "ada@mail.example", company: "Obi", wish: "", note: "", ...more };
		for (const [name, value] of Object.entries(fields)) data.set(name, value);
		return data;
	};

	test("is left out with its time zone when there is none", () => {
		expect(readDemo(filled({}), device)).toEqual({
			body: { name: "Ada", email: "ada@mail.example", company: "Obi" },
		});
	});

	test("is sent in UTC with the device's time zone", () => {
		const wish = "2026-12-01T10:00";
		expect(readDemo(filled({ wish }), device)).toMatchObject({
			body: { startsAt: new Date(wish).toISOString(), timeZone: "Africa/Lagos" },
		});
	});

	test.each(["2020-01-01T10:00", "soon"])("%s is asked for again", (wish) => {
		expect(readDemo(filled({ wish }), device)).toHaveProperty("trouble");
	});
});
