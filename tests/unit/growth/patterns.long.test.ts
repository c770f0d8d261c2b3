import { analyse } from "scslre";
import { expect, test } from "vitest";
import { faultyGrowthOn } from "#tests/support/growth/growth.ts";
import { hostileWords } from "#tests/support/growth/hostile-samples.ts";
import { type SourcePattern, sourcePatterns } from "#tests/support/growth/source-patterns.ts";

/** Patterns that see no untrusted text, each with what they read instead. */
const OWN_TEXT: Record<string, string> = {
	"server/platform/jobs/send-statement.ts": "the statement of the pg-boss in the lock file",
	"server/platform/paper/pages/tokens.ts": "our own stylesheet",
};
/** Patterns built at run time, each with the test that feeds the code that uses them. */
const BUILT: Record<string, string> = {
	"server/scanning/engines/baseline/gather/crawl/page-path.ts": "readers.test.ts: readMarkup, readSitemap",
	"server/scanning/engines/shared/proxy/read-request.ts": "readers.test.ts: readAbsolute, readAuthority",
	"server/scanning/software/identify-script.ts": "readers.test.ts: identifyInScript",
	"server/platform/mail/unlinked.ts": "readers.test.ts: unlinked",
};

const { patterns, built } = sourcePatterns();
const fileOf = (place: string) => place.replace(/:\d+$/, "");
const foreign = patterns.filter(({ place }) => !(fileOf(place) in OWN_TEXT));

test("patterns are found in every program", () => {
	const folders = new Set(patterns.map(({ place }) => place.split("/")[0]));
	expect([...folders].sort()).toEqual(["contract", "server", "src", "sw"]);
	expect(patterns.length).toBeGreaterThan(200);
});

test("no pattern can be made to try a text again and again", () => {
	const faults = foreign.flatMap(({ place, pattern }) =>
		analyse(pattern).reports.map(({ type, character }) => `${place} ${pattern}: ${type}, repeat ${character.pick}`),
	);
	expect(faults).toEqual([]);
});

/** What is wrong with a pattern, found by feeding it. */
function costFaults({ place, pattern }: SourcePattern): string[] {
	const use = (text: string) => (pattern.global ? text.replace(pattern, "") : text.search(pattern));
	const fault = faultyGrowthOn(hostileWords(pattern), use);
	return fault ? [`${place} ${pattern} on ${fault}`] : [];
}

test("the cost of every pattern grows no faster than the text, from 1 kB to 1 MB of hostile repeats", () => {
	expect(foreign.flatMap(costFaults)).toEqual([]);
}, 120_000);

/** Faults that were in the product, or are like them. */
const FAULTY = [
	/^[^\s@]+@[^\s@]+\.[^\s@]+$/,
	/([a-z][a-z0-9_.-]*)[/(]v?(\d[\w.~+-]*)/gi,
	/(?:^|\/)jquery(?:\.min)?\.js\?(?:.*&)?v(?:er|ersion)?=(\d+)/i,
	/\/\*.*?\*\//s,
	/\/+$/,
];

test.each(FAULTY)(
	"a pattern such as %s is noticed by what it costs",
	(pattern) => {
		expect(costFaults({ place: "here", pattern })).toHaveLength(1);
	},
	120_000,
);

test("a pattern that is built while the program runs is tested through what uses it", () => {
	expect([...new Set(built.map(fileOf))].sort()).toEqual(Object.keys(BUILT).sort());
});
