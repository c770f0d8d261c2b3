import { describe, expect, test } from "vitest";
import { strengthOf, strengthScore } from "#src/lib/account/password-strength.ts";

describe("password strength", () => {
	test.each([
		["S5.32 the length of eight", "aaaaaaaa", 2],
		["S5.32 seven are not eight", "aaaaaaa", 1],
		["S5.33 an uppercase letter", "A", 1],
		["S5.34 a lowercase letter", "a", 1],
		["S5.35 a digit", "1", 1],
		["S5.36 a symbol", "!", 1],
		["S5.36 a letter outside ASCII counts as a symbol", "é", 1],
		["S5.36 white space is none", " \t", 0],
		["nothing at all", "", 0],
		["S5.39 seven characters of four kinds", "aA1!aA1", 4],
		["S9.22 all five", "aA1!aA1!", 5],
	])("%s", (_what, password, score) => {
		expect(strengthScore(password)).toBe(score);
	});

	test.each([
		["S5.37", "", "Weak"],
		["S5.37", "a", "Weak"],
		["S5.38", "aA", "Medium"],
		["S5.38", "aA1", "Medium"],
		["S5.39", "aA1!", "Strong"],
		["S5.39", "aA1!aA1!", "Strong"],
	])("%s %s is %s", (_id, password, word) => {
		expect(strengthOf(password)).toBe(word);
	});
});
