import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import type { FindingPage, TrackedFinding, TrackedProblem } from "#contract/findings/vulnerabilities.ts";
import { sampleFindings } from "#src/content/samples/sample-findings.ts";
import { readPlaces } from "#src/features/findings/list/read-places.ts";
import { findingListQuery } from "#src/lib/findings/findings-api.ts";
import { placesFilter } from "#src/lib/findings/problems.ts";
import { OWN } from "#src/lib/workspace/scope.ts";

const [SAMPLE] = sampleFindings;
if (!SAMPLE) throw new Error("There are too few samples");
const { rule, title, severity, lastSeenAt } = SAMPLE;

const ALL: TrackedFinding[] = Array.from({ length: 400 }, (_, index) => ({
	...SAMPLE,
	fingerprint: index.toString(16).padStart(64, "0"),
}));
const PROBLEM: TrackedProblem = {
	rule,
	title,
	severity,
	lastSeenAt,
	findings: ALL.length,
	hosts: 1,
	places: ALL.slice(0, 10),
};

const pageFrom = (from: number): FindingPage => ({
	findings: ALL.slice(from, from + 100),
	next: from + 100 < ALL.length ? String(from + 100) : null,
	total: ALL.length,
	states: { open: ALL.length, fixed: 0, "false-positive": 0, accepted: 0 },
});

afterEach(() => vi.unstubAllGlobals());

test("a decision about 400 places reads all of them, also right after the first page was shown", async () => {
	vi.stubGlobal("fetch", async (url: string) =>
		Response.json(pageFrom(Number(new URL(url, "https://app.example").searchParams.get("cursor") ?? 0))),
	);
	// Like the app's own: what was just read counts as fresh.
	const client = new QueryClient({ defaultOptions: { queries: { staleTime: 15_000 } } });
	await client.fetchInfiniteQuery(findingListQuery(placesFilter({ state: "open" }, PROBLEM), OWN));
	const places = await readPlaces(client, OWN, PROBLEM, { state: "open" });
	expect(places?.map(({ fingerprint }) => fingerprint)).toEqual(ALL.map(({ fingerprint }) => fingerprint));
});
