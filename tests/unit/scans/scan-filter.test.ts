import { expect, test } from "vitest";
import { sampleScans } from "#src/content/samples/samples.ts";
import { filterCount, filterQuery, matchesFilter, readFilter } from "#src/lib/scans/scan-filter.ts";

const passing = (query: string) =>
	sampleScans.filter((scan) => matchesFilter(scan, readFilter(new URLSearchParams(query))));

test("an address without a filter lets every scan through", { meta: { acceptance: "B08" } }, () => {
	expect(readFilter(new URLSearchParams("?tab=history&x=y"))).toEqual({});
	expect(passing("")).toHaveLength(sampleScans.length);
});

test("hand-made parts of an address that cannot be read filter nothing, and the others still do", () => {
	const query = new URLSearchParams("status=completed,nonsense&kind=zap&severity=&from=yesterday&to=2026-02-31&q=%20");
	expect(readFilter(query)).toEqual({ kind: ["zap"] });
	expect(readFilter(new URLSearchParams("phase=active"))).toEqual({});
});

test("a filter is the same after it has been an address, in one order", () => {
	const filter = readFilter(
		new URLSearchParams("kind=sslyze,zap,zap&status=cancelled,completed&severity=low,high&from=2026-05-01&q=a b"),
	);
	expect(filter).toEqual({
		kind: ["zap", "sslyze"],
		status: ["completed", "cancelled"],
		severity: ["high", "low"],
		from: "2026-05-01",
		q: "a b",
	});
	expect(readFilter(filterQuery(filter))).toEqual(filter);
	expect(filterCount(filter)).toBe(5);
});

test("cancelled and failed have two labels, though both are failed on the wire", () => {
	expect(passing("status=cancelled").map(({ failure }) => failure?.code)).toEqual(["cancelled"]);
	expect(passing("status=failed").map(({ failure }) => failure?.code)).toEqual(["unreachable", "unresolvable"]);
});

test("a client is matched exactly, and is one condition", () => {
	const filter = readFilter(new URLSearchParams("client=%20First%20Bank%20"));
	expect(filter).toEqual({ client: "First Bank" });
	expect([filterQuery(filter).toString(), filterCount(filter)]).toEqual(["client=First+Bank", 1]);
	const [scan] = sampleScans;
	const of = (client: string) => scan !== undefined && matchesFilter({ ...scan, client }, filter);
	expect([of("First Bank"), of("First Bank Kano"), of("")]).toEqual([true, false, false]);
});

test("a name with letters outside ASCII is found as people write it and as DNS does", () => {
	const [scan] = sampleScans;
	if (!scan) throw new Error("there is no sample");
	const found = (q: string) => matchesFilter({ ...scan, target: "https://xn--bcher-kva.example/" }, { q });
	expect(["BÜcher", "bücher.example", "xn--bcher", "buschär"].map(found)).toEqual([true, true, true, false]);
});

test("days count in UTC and both are included, the target without regard to case", () => {
	expect(passing("from=2026-05-21&to=2026-05-21").map(({ kind }) => kind)).toContain("zap");
	expect(passing("from=2026-05-22")).toEqual([]);
	expect(passing("q=PORTAL.example").every(({ target }) => target.includes("portal.example"))).toBe(true);
	expect(passing("q=PORTAL.example")).not.toEqual([]);
	expect(passing("severity=high").every(({ worst }) => worst === "high")).toBe(true);
});
