import { type AST, RegExpParser } from "@eslint-community/regexpp";
import type { Hostile } from "./growth.ts";

/** What texts are made of; a class is tried with those of these that it matches. */
const COMMON = ["a", "A", "1", " ", "\t", "\n", ".", "-", "/", "@", "=", ":", ";", '"', "é", "\u0000"];
/** An ending that most patterns cannot match. */
const ENDS = ["", "\u0000", "\n@"];
const MOST = 400;

/**
 * Texts that make a pattern work hard: what each of its repetitions matches, over and over, with and without what has to come before it,
 * and with an ending that does not match.
 */
export function hostileWords(pattern: RegExp): Hostile[] {
	const parsed = new RegExpParser().parsePattern(pattern.source, 0, pattern.source.length, {
		unicode: pattern.unicode,
		unicodeSets: pattern.unicodeSets,
	});
	const letters = new Set(COMMON);
	const repeated: { before: string; words: string[] }[] = [];

	function fitting(raw: string): string[] {
		const alone = new RegExp(`^(?:${raw})$`, pattern.flags.replace(/[gy]/g, ""));
		return [...letters].filter((letter) => alone.test(letter));
	}
	/** One text that the node matches, together with what comes before it; records every repetition on the way. */
	function walk(node: AST.Element, before: string): string {
		switch (node.type) {
			case "Character":
				return String.fromCodePoint(node.value);
			case "CharacterClass":
			case "CharacterSet":
			case "ExpressionCharacterClass":
				return fitting(node.raw)[0] ?? "";
			case "Group":
			case "CapturingGroup":
				return node.alternatives.map((alternative) => walkAll(alternative.elements, before))[0] ?? "";
			case "Quantifier": {
				const one = walk(node.element, before);
				if (node.max > 8) {
					const words = [one, ...inGroup(node.element, before), ...fitting(node.element.raw)];
					repeated.push({ before, words: words.filter((word) => word !== "") });
				}
				return one.repeat(Math.max(1, node.min));
			}
			default:
				return "";
		}
	}
	function inGroup(node: AST.Element, before: string): string[] {
		if (node.type !== "Group" && node.type !== "CapturingGroup") return [];
		return node.alternatives.map((alternative) => walkAll(alternative.elements, before));
	}
	function walkAll(elements: readonly AST.Element[], before: string): string {
		return elements.reduce((text, element) => text + walk(element, before + text), "");
	}
	function noteLetters(text: string) {
		for (const [letter] of text.matchAll(/[^\\()[\]{}|*+?^$]/gu)) letters.add(letter);
	}
	noteLetters(pattern.source);
	const wholes = parsed.alternatives.map((alternative) => walkAll(alternative.elements, ""));

	// What repeats at most a few times is tried at most a few times at each place.
	if (repeated.length === 0) return [];
	const words = [
		...repeated.flatMap(({ before, words }) =>
			words.flatMap((word) => [
				{ start: before, word },
				{ start: "", word },
				{ start: "", word: before + word },
			]),
		),
		...wholes.filter((whole) => whole !== "").map((word) => ({ start: "", word })),
		...COMMON.map((word) => ({ start: "", word })),
	];
	const distinct = new Map(words.map((one) => [`${one.start}\u0001${one.word}`, one]));
	return [...distinct.values()].slice(0, MOST).flatMap((one) => ENDS.map((end) => ({ ...one, end })));
}
