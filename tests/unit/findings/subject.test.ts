import { expect, test } from "vitest";
import type { TrackedFinding } from "#contract/findings/vulnerabilities.ts";
import { sampleFindings } from "#src/content/samples/sample-findings.ts";
import { currentIn, holds, type Subject, subjectName, subjectOf } from "#src/features/findings/list/subject.ts";
import { groupProblems } from "#src/lib/findings/problems.ts";

const [SAMPLE] = sampleFindings;
if (!SAMPLE) throw new Error("There are too few samples");

const finding = (fingerprint: string, title: string, over: Partial<TrackedFinding> = {}): TrackedFinding => ({
	...SAMPLE,
	fingerprint,
	title,
	state: "open",
	...over,
});
const place = (one: TrackedFinding): Subject => ({ type: "place", finding: one });
const WEAK = [finding("a", "Weak"), finding("b", "Weak")];
const ONE = finding("c", "One");
const listed = (findings: readonly TrackedFinding[]) =>
	new Map(
		groupProblems(findings)
			.map(subjectOf)
			.map((one) => [subjectName(one), one]),
	);

test("a problem in a single place is selected as that place, so that its row and the whole selection agree", () => {
	expect([...listed([...WEAK, ONE]).values()].map(({ type }) => type).toSorted()).toEqual(["place", "problem"]);
	expect(listed([ONE]).get("c")).toEqual(place(ONE));
});

test("a selected place that was decided is no longer selected, though its problem is still there", () => {
	const [a, b] = WEAK;
	if (!a || !b) throw new Error("There are two");
	const third = finding("d", "Weak");
	const rows = listed([b, third]);
	const placesOf = () => [b, third];
	expect(currentIn(place(a), rows, placesOf)).toBeNull();
	// As it is now, not as it was when it was selected.
	expect(currentIn(place({ ...b, state: "fixed" }), rows, placesOf)).toEqual(place(b));
	// A problem's last place is itself a row.
	expect(currentIn(place(b), listed([b]), () => [])).toEqual(place(b));
});

test("a decision about a problem is one about each of its places, and not the other way round", () => {
	const [whole] = listed(WEAK).values();
	const [a, b] = WEAK.map(place);
	if (!whole || !a || !b) throw new Error("There are two");
	expect([holds(whole, a), holds(a, a), holds(a, whole), holds(a, b), holds(whole, place(ONE))]).toEqual([
		true,
		true,
		false,
		false,
		false,
	]);
});
