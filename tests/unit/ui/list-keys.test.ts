import { expect, test } from "vitest";
import { VERDICT_CHOICES, VERDICT_KEYS } from "#src/features/findings/verdicts/verdict-labels.ts";
import { listAction, shortcutOf } from "#src/ui/list/list-keys.ts";

const pressed = (key: string, over: Partial<Record<"ctrlKey" | "metaKey" | "altKey" | "repeat", boolean>> = {}) => ({
	key,
	ctrlKey: false,
	metaKey: false,
	altKey: false,
	repeat: false,
	...over,
});

test("a list's keys, with and without capitals", () => {
	expect(["j", "k", "x", "?", "z", "J"].map((key) => listAction(pressed(key), false))).toEqual([
		"next",
		"previous",
		"select",
		"help",
		"undo",
		"next",
	]);
	expect(["q", "Enter", "Escape", "ArrowDown", " "].map((key) => listAction(pressed(key), false))).toEqual(
		Array(5).fill(null),
	);
});

test("while typing, and together with Ctrl, Alt or Command, they are nothing", () => {
	expect(listAction(pressed("j"), true)).toBeNull();
	for (const held of ["ctrlKey", "metaKey", "altKey"] as const) {
		expect(shortcutOf(pressed("z", { [held]: true }), false)).toBeNull();
	}
});

test("held down, only the keys that move go on: a held verdict decides about one row", () => {
	const held = (key: string) => shortcutOf(pressed(key, { repeat: true }), false);
	expect(["j", "k"].map(held)).toEqual(["j", "k"]);
	expect([...VERDICT_CHOICES.map((state) => VERDICT_KEYS[state]), "x", "z", "?"].map(held)).toEqual(
		Array(VERDICT_CHOICES.length + 3).fill(null),
	);
});

test("each verdict has a key of its own, which is none of the list's", () => {
	const keys = VERDICT_CHOICES.map((state) => VERDICT_KEYS[state]);
	expect(new Set(keys).size).toBe(keys.length);
	expect(keys.map((key) => listAction(pressed(key), false))).toEqual(keys.map(() => null));
});
