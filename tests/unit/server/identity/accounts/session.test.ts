import { describe, expect, test } from "vitest";
import { isAlive, isToBeTouched } from "#server/identity/sessions/session.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const start = new Date("2026-03-01T00:00:00Z");
const later = (ms: number) => new Date(start.getTime() + ms);
const session = (remembered: boolean, lastSeenAt = start) => ({ remembered, createdAt: start, lastSeenAt });

describe("a session", () => {
	test("ends when it was not used for twelve hours", () => {
		expect(isAlive(session(false), later(12 * HOUR - 1))).toBe(true);
		expect(isAlive(session(false), later(12 * HOUR))).toBe(false);
	});

	test("ends seven days after sign-in, however much it is used", () => {
		expect(isAlive(session(false, later(7 * DAY - 2)), later(7 * DAY - 1))).toBe(true);
		expect(isAlive(session(false, later(7 * DAY - 2)), later(7 * DAY))).toBe(false);
	});

	test("that is remembered ends when it was not used for thirty days, and not before", () => {
		expect(isAlive(session(true, later(90 * DAY)), later(120 * DAY - 1))).toBe(true);
		expect(isAlive(session(true, later(90 * DAY)), later(120 * DAY))).toBe(false);
	});

	test("has its use written down once a minute", () => {
		expect(isToBeTouched(session(false), later(59_999))).toBe(false);
		expect(isToBeTouched(session(false), later(60_000))).toBe(true);
	});
});
