import { expect, test } from "vitest";
import { slowdownFor } from "#tests/lighthouse/slowdown.ts";

test("the same phone is emulated on every machine: a slower one is slowed down less, a faster one never more than by default", () => {
	expect(slowdownFor(1750)).toBe(4);
	expect(slowdownFor(2700)).toBe(4);
	expect(slowdownFor(1300)).toBe(3);
	expect(slowdownFor(875)).toBe(2);
	expect(slowdownFor(90)).toBe(1);
});
