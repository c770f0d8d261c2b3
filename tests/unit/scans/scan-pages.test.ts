import { expect, test } from "vitest";
import type { ScanId } from "#contract/ids.ts";
import type { ScanPage, ScanSummary } from "#contract/scans/scans.ts";
import { sampleScans } from "#src/content/samples/samples.ts";
import { withNewest, withoutScan, withScan } from "#src/lib/scans/scan-pages.ts";

const [PENDING, , RUNNING] = sampleScans;
if (!PENDING || !RUNNING) throw new Error("There are too few samples");

/** Requested in this minute; a letter names it. */
function scan(name: string, minute: number, status: ScanSummary["status"] = "running"): ScanSummary {
	const acceptedAt = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
	return { ...(RUNNING as ScanSummary), id: name as ScanId, acceptedAt, status };
}

const page = (scans: ScanSummary[], total: number, next: string | null = null): ScanPage => ({ scans, total, next });
const ids = (pages: readonly ScanPage[]) => pages.map(({ scans }) => scans.map(({ id }) => id).join(""));
const ACTIVE = { phase: "active" } as const;

const loaded = [page([scan("e", 50), scan("d", 40)], 9, "more"), page([scan("c", 30), scan("b", 20)], 9, "more")];

test("a change of a listed scan stays where it is", () => {
	const after = withScan(loaded, { ...scan("d", 40), progress: 77 }, ACTIVE);
	expect(ids(after)).toEqual(["ed", "cb"]);
	expect(after[0]?.scans[1]?.progress).toBe(77);
	expect(after[1]).toBe(loaded[1]);
});

test("a new scan comes first and is counted, one in between finds its place", () => {
	expect(ids(withScan(loaded, scan("f", 60), ACTIVE))).toEqual(["fed", "cb"]);
	expect(ids(withScan(loaded, scan("x", 35), ACTIVE))).toEqual(["ed", "xcb"]);
	expect(withScan(loaded, scan("f", 60), ACTIVE).map(({ total }) => total)).toEqual([10, 10]);
});

test("a scan that belongs below what is loaded comes with its page", () => {
	expect(withScan(loaded, scan("a", 1), ACTIVE)).toBe(loaded);
	const all = [page([scan("e", 50)], 1)];
	expect(ids(withScan(all, scan("a", 1), ACTIVE))).toEqual(["ea"]);
});

test("a scan that has ended leaves the active list and joins the finished one", { meta: { acceptance: "B04" } }, () => {
	const ended = scan("d", 40, "completed");
	expect(ids(withScan(loaded, ended, ACTIVE))).toEqual(["e", "cb"]);
	expect(ids(withScan([page([], 0)], ended, { phase: "finished" }))).toEqual(["d"]);
});

test("what was deleted is taken out, once", () => {
	const after = withoutScan(loaded, "c" as ScanId);
	expect(ids(after)).toEqual(["ed", "b"]);
	expect(after[0]?.total).toBe(8);
	expect(withoutScan(after, "c" as ScanId)).toBe(after);
});

test("after a gap the newest scans say what changed, what came and what is gone", () => {
	const newest = page([scan("f", 60), scan("e", 50, "failed"), scan("c", 30)], 30, "more");
	expect(ids(withNewest(loaded, newest, ACTIVE))).toEqual(["f", "cb"]);
});
