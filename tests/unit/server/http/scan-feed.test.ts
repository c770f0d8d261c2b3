import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { accountId, scanId } from "#contract/ids.ts";
import type { ScanSummary } from "#contract/scans.ts";
import { createScanFeed } from "#server/http/scans/scan-feed.ts";

const owner = accountId.parse("0198c0de-0000-7000-8000-000000000001");
const announced = scanId.parse("0198c0de-0000-4000-8000-000000000002");
const unannounced = scanId.parse("0198c0de-0000-4000-8000-000000000003");

beforeEach(() => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
});
afterEach(() => {
	vi.useRealTimers();
});

test("an accepted scan that no one announced, because its process ended first, is told all the same, and each only once", async () => {
	let notify = (_: { id: typeof announced; owner: typeof owner; what: "changed" }) => {};
	const feed = createScanFeed({
		notices: {
			listen({ onNotice }) {
				notify = onNotice;
				return () => {};
			},
		},
		reader: {
			summary: async (_, id) => ({ id }) as ScanSummary,
			acceptedLately: async (owners) => [announced, unannounced].map((id) => ({ id, owner: owners[0] ?? owner })),
		},
		onError: (error) => expect.fail(String(error)),
	});
	const told: unknown[] = [];
	feed.subscribe(owner, { send: (event, data) => told.push([event, data]), end: () => {} });
	notify({ id: announced, owner, what: "changed" });
	await vi.advanceTimersByTimeAsync(1_000);
	expect(told).toEqual([["scan", { id: announced }]]);
	await vi.advanceTimersByTimeAsync(20_000);
	expect(told).toEqual([
		["scan", { id: announced }],
		["scan", { id: unannounced }],
	]);
	feed.close();
});
