import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { STANDINGS, type Standing, standingOf, strongest } from "#contract/controls/standing.ts";
import { plusDays } from "#server/controls/days.ts";
import { fuzz } from "#tests/support/fuzz/fuzz.ts";

const TODAY = "2026-11-20";

/** What happened to a control, in any order. Days count from today. */
type Event =
	| { what: "finding"; gone: "no" | "fixed" | "dismissed" | "accepted" }
	| { what: "scan"; host: number; day: number; everyDays: number; complete: boolean }
	| { what: "run"; test: number; day: number; everyDays: number; passed: boolean }
	| { what: "evidence"; until: number | null; state: "draft" | "submitted" | "accepted" | "withdrawn" };

const day = fc.integer({ min: -60, max: 0 });
const everyDays = fc.constantFrom(1, 7, 30);
const event: fc.Arbitrary<Event> = fc.oneof(
	fc.record({ what: fc.constant("finding" as const), gone: fc.constantFrom("no", "fixed", "dismissed", "accepted") }),
	fc.record({ what: fc.constant("scan" as const), host: fc.nat(2), day, everyDays, complete: fc.boolean() }),
	fc.record({ what: fc.constant("run" as const), test: fc.nat(2), day, everyDays, passed: fc.boolean() }),
	fc.record({
		what: fc.constant("evidence" as const),
		until: fc.option(fc.integer({ min: -40, max: 40 })),
		state: fc.constantFrom("draft", "submitted", "accepted", "withdrawn"),
	}),
);
type Scan = Extract<Event, { what: "scan" }>;
type Run = Extract<Event, { what: "run" }>;

const of = <W extends Event["what"]>(history: readonly Event[], what: W) =>
	history.filter((one): one is Extract<Event, { what: W }> => one.what === what);
/** The newest of each test or host; of those on one day, the last one. */
const newest = <E extends { day: number }>(events: readonly E[], key: (one: E) => unknown): E[] =>
	[...Map.groupBy(events, key).values()].map((same) => same.reduce((a, b) => (b.day >= a.day ? b : a)));
const lasts = ({ day, everyDays }: { day: number; everyDays: number }) => day + 2 * everyDays;

/** As the server sums it up for `standingOf`. */
function summed(history: readonly Event[]): Standing {
	const scans = newest(
		of(history, "scan").filter(({ complete }) => complete),
		({ host }: Scan) => host,
	);
	const runs = newest(of(history, "run"), ({ test }: Run) => test);
	const pieces = of(history, "evidence").filter(({ state }) => state === "accepted");
	const seen = scans.map(lasts);
	const shown = [...runs.filter(({ passed }) => passed).map(lasts), ...pieces.map(({ until }) => until ?? 9_999)];
	const latest = (days: number[]) => (days.length === 0 ? null : plusDays(TODAY, Math.max(...days)));
	return standingOf(
		{
			findings: of(history, "finding").filter(({ gone }) => gone === "no" || gone === "accepted").length,
			failedTests: runs.filter(({ passed }) => !passed).length,
			seenUntil: latest(seen),
			shownUntil: latest(shown),
		},
		TODAY,
	);
}

/** The same as one would say it, walking through all that happened. */
function said(history: readonly Event[]): Standing {
	const isNewestRun = (run: Run, n: number) =>
		!history.some(
			(other, m) =>
				other.what === "run" && other.test === run.test && (other.day > run.day || (other.day === run.day && m > n)),
		);
	const isNewestScan = (scan: Scan, n: number) =>
		!history.some(
			(other, m) =>
				other.what === "scan" &&
				other.complete &&
				other.host === scan.host &&
				(other.day > scan.day || (other.day === scan.day && m > n)),
		);
	const speaksAgainst = (one: Event, n: number) =>
		(one.what === "finding" && one.gone !== "fixed" && one.gone !== "dismissed") ||
		(one.what === "run" && !one.passed && isNewestRun(one, n));
	const speaks = (one: Event, n: number): { until: number; by: "scan" | "person" } | undefined => {
		if (one.what === "scan" && one.complete && isNewestScan(one, n))
			return { until: one.day + one.everyDays * 2, by: "scan" };
		if (one.what === "run" && one.passed && isNewestRun(one, n))
			return { until: one.day + one.everyDays * 2, by: "person" };
		if (one.what === "evidence" && one.state === "accepted")
			return { until: one.until ?? Number.POSITIVE_INFINITY, by: "person" };
		return undefined;
	};
	if (history.some(speaksAgainst)) return "evidence-against";
	const voices = history.flatMap((one, n) => speaks(one, n) ?? []);
	const now = voices.filter(({ until }) => until >= 0);
	if (now.some(({ by }) => by === "scan")) return "none-seen";
	if (now.length > 0) return "covered";
	return voices.length > 0 ? "stale" : "not-evaluated";
}

describe("a standing", () => {
	test("is what one would say after walking through all that happened", async () => {
		const seen = new Set<Standing>();
		await fuzz(
			fc.property(fc.array(event, { maxLength: 12 }), (history) => {
				const standing = summed(history);
				seen.add(standing);
				expect(standing).toBe(said(history));
			}),
			{ runs: 2_000 },
		);
		expect(seen).toEqual(new Set(STANDINGS));
	});

	test("lasts through its last day", () => {
		const facts = { findings: 0, failedTests: 0, seenUntil: TODAY, shownUntil: null };
		expect(standingOf(facts, TODAY)).toBe("none-seen");
		expect(standingOf(facts, plusDays(TODAY, 1))).toBe("stale");
	});

	test("of several controls is the strongest", () => {
		expect(strongest(["not-evaluated", "covered", "stale"])).toBe("stale");
		expect(strongest([])).toBe("not-evaluated");
	});
});
