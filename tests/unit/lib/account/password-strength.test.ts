import { describe, expect, test } from "vitest";
import { strengthOf, strengthScore } from "#src/lib/account/password-strength.ts";

describe("password strength", () => {
	test.each([
		["the length of eight", "aaaaaaaa", 2],
		["seven are not eight", "aaaaaaa", 1],
		["an uppercase letter", "A", 1],
		["a lowercase letter", "a", 1],
		["a digit", "1", 1],
		["a symbol", "!", 1],
		["a letter outside ASCII counts as a symbol", "é", 1],
		["white space is none", " \t", 0],
		["nothing at all", "", 0],
		["seven characters of four kinds", "aA1!aA1", 4],
		["all five", "aA1!aA1!", 5],
	])("%s", { meta: { acceptance: "S5.32-S5.36, S5.39, S9.22" } }, (_what, password, score) => {
		expect(strengthScore(password)).toBe(score);
	});

	test.each([
		["", "Weak"],
		["a", "Weak"],
		["aA", "Medium"],
		["aA1", "Medium"],
		["aA1!", "Strong"],
		["aA1!aA1!", "Strong"],
	])("%j is %s", { meta: { acceptance: "S5.37-S5.39" } }, (password, word) => {
		expect(strengthOf(password)).toBe(word);
	});
});
