import { analyse } from "scslre";
import { expect, test } from "vitest";
import { costliest, faultyGrowth, hostileText, SIZES } from "#tests/support/growth.ts";
import { hostileWords } from "#tests/support/hostile-words.ts";
import { sourcePatterns } from "#tests/support/source-patterns.ts";

/** Patterns that meet no foreign text, each with what they read instead. */
const OWN_TEXT: Record<string, string> = {
	"server/reports/tokens.ts": "our own stylesheet",
};
/** Patterns that are put together while the program runs, each with the test that feeds what they are used by. */
const BUILT: Record<string, string> = {
	"server/engines/proxy/read-request.ts": "readers.test.ts: readAbsolute, readAuthority",
	"server/findings/eol/identify-script.ts": "readers.test.ts: identifyInScript",
	"server/mail/messages/unlinked.ts": "readers.test.ts: unlinked",
};

const { patterns, built } = sourcePatterns();
const fileOf = (place: string) => place.replace(/:\d+$/, "");
const foreign = patterns.filter(({ place }) => !(fileOf(place) in OWN_TEXT));

test("patterns are found in every program", () => {
	const folders = new Set(patterns.map(({ place }) => place.split("/")[0]));
	expect([...folders].sort()).toEqual(["contract", "server", "src", "sw"]);
	expect(patterns.length).toBeGreaterThan(200);
});

test("no pattern can be made to try a text over and over", () => {
	const faults = foreign.flatMap(({ place, pattern }) =>
		analyse(pattern).reports.map(({ type, character }) => `${place} ${pattern}: ${type}, repeat ${character.pick}`),
	);
	expect(faults).toEqual([]);
});

test("the cost of every pattern grows with the text and no faster, from 1 kB to 1 MB of hostile repeats", () => {
	const faults = foreign.flatMap(({ place, pattern }) => {
		const use = (text: string) => (pattern.global ? text.replace(pattern, "") : text.search(pattern));
		const words = hostileWords(pattern);
		// The first three sizes tell a quadratic pattern; what cost most there goes all the way.
		for (const [texts, sizes] of [
			[words, SIZES.slice(0, 3)],
			[costliest(words, use, 16_384), SIZES],
		] as const) {
			for (const text of texts) {
				const fault = faultyGrowth((size) => use(hostileText(text, size)), sizes);
				if (fault) return [`${place} ${pattern} on ${JSON.stringify(text)}: ${fault}`];
			}
		}
		return [];
	});
	expect(faults).toEqual([]);
}, 120_000);

test("a pattern that is put together while the program runs is fed by what uses it", () => {
	expect([...new Set(built.map(fileOf))].sort()).toEqual(Object.keys(BUILT).sort());
});
