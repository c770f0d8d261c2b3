import { expect, test } from "vitest";
import { controlChange } from "#contract/controls/controls.ts";

const CONTROL = "019b7650-0000-7000-8000-000000000001";
const saidAt = "2026-11-28T12:00:00.000Z";
const isTaken = (change: object) => controlChange.safeParse({ controlId: CONTROL, change, saidAt }).success;

test("a control is retired, or said not to operate, for a reason only; other changes need none", () => {
	for (const state of ["retired", "not-operating"]) {
		expect(isTaken({ state })).toBe(false);
		expect(isTaken({ state, reason: "  " })).toBe(false);
		expect(isTaken({ state, reason: "Replaced." })).toBe(true);
	}
	expect(isTaken({ state: "operating" })).toBe(true);
	expect(isTaken({ reason: "" })).toBe(true);
});
