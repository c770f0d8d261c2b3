import { describe, expect, test } from "vitest";
import { createOrigins } from "#server/platform/http/gate/origins.ts";
import { isSameOrigin } from "#server/platform/http/gate/same-origin.ts";

describe("the addresses a server answers for", () => {
	test("on a local machine include all its names, on that port only", () => {
		const { isKnownHost } = createOrigins("http://localhost:8000");
		for (const host of ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST:8000"]) {
			expect(isKnownHost(host), host).toBe(true);
		}
		for (const host of ["localhost", "localhost:8001", "evil.example:8000", ""])
			expect(isKnownHost(host), host).toBe(false);
	});

	test("with a public address are that one, with or without its default port", () => {
		const { isKnownHost, isKnownOrigin } = createOrigins("https://scan.example.com");
		expect(isKnownHost("scan.example.com")).toBe(true);
		expect(isKnownHost("scan.example.com:443")).toBe(true);
		expect(isKnownHost("localhost:8000")).toBe(false);
		expect(isKnownOrigin("https://scan.example.com")).toBe(true);
		expect(isKnownOrigin("http://scan.example.com")).toBe(false);
	});
});

describe("a write", () => {
	const origins = createOrigins("https://scan.example.com");
	const may = (origin?: string, secFetchSite?: string) => isSameOrigin({ origin, secFetchSite }, origins);

	test("from our own page or from a program is taken", () => {
		expect(may("https://scan.example.com", "same-origin")).toBe(true);
		expect(may("https://scan.example.com")).toBe(true);
		expect(may()).toBe(true);
		expect(may(undefined, "none")).toBe(true);
		expect(may("null", "same-origin")).toBe(true);
	});

	test("from any other page is not, no matter what it leaves out", () => {
		expect(may("https://evil.example")).toBe(false);
		expect(may("https://scan.example.com.evil.example", "same-origin")).toBe(false);
		expect(may("null")).toBe(false);
		expect(may("null", "cross-site")).toBe(false);
		expect(may(undefined, "cross-site")).toBe(false);
		expect(may(undefined, "same-site")).toBe(false);
	});
});
