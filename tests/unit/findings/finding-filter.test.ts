import { expect, test } from "vitest";
import { sampleFindings } from "#src/content/samples/sample-findings.ts";
import { filterOf, readAddress, writeAddress } from "#src/features/findings/list/findings-address.ts";
import { findingQuery, matchesFindingFilter, readFindingFilter } from "#src/lib/findings/finding-filter.ts";

const read = (query: string) => readAddress(new URLSearchParams(query));

test("the address without a query is what is open, and a filter survives the way through the address", {
	meta: { acceptance: "B14" },
}, () => {
	expect(read("")).toEqual({ tab: "open", view: "problems", filter: {} });
	expect(filterOf(read(""))).toEqual({ state: "open" });
	expect(filterOf(read("state=all"))).toEqual({});
	const address = read(
		"state=accepted&view=places&severity=low,high,low&engine=zap,nmap&host=Shop.example.com&client=A+%26+B&q=csp",
	);
	expect(address).toEqual({
		tab: "accepted",
		view: "places",
		filter: { severity: "high,low", engine: "nmap,zap", host: "Shop.example.com", client: "A & B", q: "csp" },
	});
	expect(readAddress(writeAddress(address))).toEqual(address);
	expect(writeAddress({ tab: "open", view: "problems", filter: {} }).toString()).toBe("");
});

test("what cannot be read filters nothing", () => {
	expect(read("state=gone&severity=worst&engine=DROP%20TABLE&q=%20%20")).toEqual({
		tab: "open",
		view: "problems",
		filter: {},
	});
	expect(readFindingFilter(new URLSearchParams(`q=${"x".repeat(201)}`))).toEqual({});
	expect(findingQuery({ q: " " }).toString()).toBe("");
});

test("a list matches what the server would return", () => {
	const count = (filter: Parameters<typeof matchesFindingFilter>[1]) =>
		sampleFindings.filter((finding) => matchesFindingFilter(finding, filter)).length;
	expect(count({})).toBe(sampleFindings.length);
	expect(count({ state: "open" })).toBeLessThan(sampleFindings.length);
	expect(count({ state: "fixed,accepted" })).toBe(2);
	expect(count({ severity: "none" })).toBe(0);
	expect(count({ host: "SHOP.example.com" })).toBe(3);
	expect(count({ host: "shop" })).toBe(0);
	expect(count({ client: "Corner Shop", engine: "sslyze" })).toBe(1);
	expect(count({ q: "DMARC" })).toBe(1);
	expect(count({ rule: "zap-10202", title: "A form can be sent from another site" })).toBeGreaterThan(0);
	expect(count({ rule: "zap-10202", title: "Another title" })).toBe(0);
	expect(count({ q: "nothing says this" })).toBe(0);
	const [finding] = sampleFindings;
	if (!finding) throw new Error("there is no sample");
	const international = { ...finding, location: { ...finding.location, host: "xn--bcher-kva.example" } };
	for (const filter of [{ q: "Bücher" }, { q: "xn--bcher" }, { host: "Bücher.example" }]) {
		expect(matchesFindingFilter(international, filter)).toBe(true);
	}
});
