import { expect, test } from "vitest";
import { readFilter, writeFilter } from "#src/features/settings/audit/audit-address.ts";

const read = (query: string) => readFilter(new URLSearchParams(query));

test("a filter of the audit log survives its address", () => {
	const query = "who=7c1f4e2a-9c39-4f4e-8f7b-0a4b5c6d7e8f&what=verdict&subject=finding&from=2026-11-01&to=2026-11-30";
	expect(writeFilter(read(query)).toString()).toBe(query);
	expect(read("")).toEqual({});
});

test("what is no filter is left out of it", () => {
	expect(read("who=me&subject=cat&from=yesterday&to=&q=x&what=verdict")).toEqual({ what: "verdict" });
});
