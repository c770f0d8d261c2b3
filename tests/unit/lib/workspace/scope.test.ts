import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import type { AccountId, ScanId } from "#contract/ids.ts";
import type { ScanPage, ScanSummary } from "#contract/scans/scans.ts";
import { sampleScans } from "#src/content/samples/samples.ts";
import { storeScan } from "#src/lib/scans/scan-cache.ts";
import { scanListQuery } from "#src/lib/scans/scans-api.ts";
import { OWN, scopedUrl, scopeHeaders, scopeIn, scopeKey, type WorkScope } from "#src/lib/workspace/scope.ts";
import { clientOf, WORKSPACE } from "./samples.ts";

const ADA = "7c1f4e2a-9c39-4f4e-8f7b-0a4b5c6d7e8f" as AccountId;
const A: WorkScope = { workspace: WORKSPACE, client: clientOf(1).id };
const B: WorkScope = { workspace: WORKSPACE, client: clientOf(2).id };
const ALL: WorkScope = { workspace: WORKSPACE, client: null };

afterEach(() => vi.unstubAllGlobals());

function knowAda(): void {
	const text = JSON.stringify({ status: "known", account: { accountId: ADA, name: "Ada", email: "" }, locked: false });
	vi.stubGlobal("localStorage", { getItem: () => text });
}

test("a request names its workspace and client, and one’s own workspace by its id", () => {
	expect(scopeHeaders(OWN)).toEqual({});
	knowAda();
	expect(scopeHeaders(A)).toEqual({ "Plumbline-Workspace": WORKSPACE, "Plumbline-Client": A.client });
	expect(scopeHeaders(OWN)).toEqual({ "Plumbline-Workspace": ADA });
	expect(scopedUrl("scans/export/", A, new URLSearchParams({ format: "csv" }))).toBe(
		`/api/v1/scans/export/?format=csv&workspace=${WORKSPACE}&clientId=${A.client}`,
	);
});

test("each scope has keys of its own; all of one’s own has those of before", () => {
	expect(scanListQuery({}, OWN).queryKey).toEqual(["scans", "list", {}]);
	const keys = [OWN, ALL, A, B, { workspace: null, client: A.client }].map((scope) =>
		JSON.stringify(scanListQuery({}, scope).queryKey),
	);
	expect(new Set(keys).size).toBe(keys.length);
	for (const scope of [OWN, ALL, A, B]) expect(scopeIn(["x", {}, ...scopeKey(scope)])).toEqual(scope);
});

test("a scan that changes in one scope changes no list of another", () => {
	const queries = new QueryClient();
	const [sample] = sampleScans;
	if (!sample) throw new Error("There is no sample");
	const scan: ScanSummary = { ...sample, id: "11111111-1111-4111-8111-111111111111" as ScanId };
	const page: ScanPage = { scans: [], next: null, total: 0 };
	for (const scope of [OWN, ALL, A, B]) {
		queries.setQueryData(scanListQuery({}, scope).queryKey, { pages: [page], pageParams: [null] });
	}
	storeScan(queries, A, scan);
	const listed = (scope: WorkScope) => queries.getQueryData(scanListQuery({}, scope).queryKey)?.pages[0]?.scans.length;
	expect([OWN, ALL, A, B].map(listed)).toEqual([0, 0, 1, 0]);
});
