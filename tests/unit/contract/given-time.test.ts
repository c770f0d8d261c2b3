import { expect, test } from "vitest";
import { givenTime } from "#contract/given-time.ts";

test.each([
	["2026-11-28T06:20:15.771Z", true],
	["2026-11-28T06:20:15.771999Z", true],
	// A certificate without an end (RFC 5280, 4.1.2.5).
	["9999-12-31T23:59:59Z", true],
	["9999-12-31T23:59:59.999Z", true],
	["9999-12-31T23:59:59.9999Z", false],
	["10000-01-01T00:00:00Z", false],
	["2026-11-28", false],
])("%s is a time that can be stored and given out again: %s", (text, ok) => {
	expect(givenTime.safeParse(text).success).toBe(ok);
});
