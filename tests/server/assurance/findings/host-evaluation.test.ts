import { expect, test } from "vitest";
import type { ScanFailure } from "#contract/scans/scans.ts";
import { createFinder } from "../../../support/engines/finder.ts";
import { findingOf, ranWith } from "../../../support/engines/found.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

const server = await startTestServer();
const { pool } = server.database;
const engine = server.engines.sslyze;

const REASON: ScanFailure = {
	code: "unreachable",
	message: "example.com:443 did not answer within 10 seconds. Check the address, or try again later.",
};
const GAP = { part: "ciphers", label: "Ciphers", status: "not-evaluated", reason: "The port closed midway." } as const;

async function newcomer() {
	const ada = await createFinder(server);
	const ended = (id: string) =>
		until(
			async () =>
				(await pool.query("SELECT 1 FROM scans WHERE id = $1 AND finished_at IS NOT NULL", [id])).rowCount === 1,
			"the scan is over",
		);
	return {
		...ada,
		ended,
		async fail(target?: string) {
			const run = engine.runs.length;
			const { scanId } = await ada.begin(target);
			engine.runs[run]?.end({ status: "failed", reason: REASON, parts: [], sent: [] });
			await ended(scanId);
			return scanId;
		},
		async scanPartly(target?: string) {
			const run = engine.runs.length;
			const { scanId } = await ada.begin(target);
			engine.runs[run]?.end({ ...ranWith([], "partial"), parts: [GAP] });
			await ended(scanId);
			return scanId;
		},
		evaluation: async () => (await ada.assets())[0]?.evaluation,
	};
}

test("a host that was added and never scanned is not scanned yet, also while its first scan runs", async () => {
	const ada = await newcomer();
	await ada.call("claimTarget", { body: { host: "example.com" } });
	expect(await ada.evaluation()).toEqual({ status: "not-scanned" });
	const { scanId } = await ada.begin();
	expect(await ada.evaluation()).toEqual({ status: "not-scanned" });
	await ada.call("cancelScan", { params: { scanId } });
	await ada.ended(scanId);
	expect(await ada.evaluation()).toEqual({ status: "not-scanned" });
});

test("a host whose only scan failed says so, with the reason and what to do, and never that it is clean", async () => {
	const ada = await newcomer();
	const scanId = await ada.fail();
	const [asset] = await ada.assets();
	expect(asset?.evaluation).toMatchObject({ status: "failed", scanId, kind: "sslyze", failure: REASON });
	expect(asset?.scans).toMatchObject([{ scanId, status: "failed", coverage: null, failure: REASON }]);
});

test("a host is partly evaluated if a part was not evaluated, or the newest scan of a kind failed", async () => {
	const ada = await newcomer();
	const first = await ada.scanPartly();
	expect(await ada.evaluation()).toEqual({
		status: "partial",
		gaps: [{ scanId: first, kind: "sslyze", part: "Ciphers", reason: GAP.reason }],
		gapsTotal: 1,
	});
	await ada.scan([]);
	expect(await ada.evaluation()).toEqual({ status: "full" });
	const failed = await ada.fail();
	expect(await ada.evaluation()).toEqual({
		status: "partial",
		gaps: [{ scanId: failed, kind: "sslyze", part: "", reason: REASON.message }],
		gapsTotal: 1,
	});
});

test("scans from before a host was removed say nothing about it", async () => {
	const ada = await newcomer();
	await ada.scan([findingOf({ rule: "weak" })]);
	await ada.call("removeAsset", { params: { host: "example.com" } });
	await ada.call("claimTarget", { body: { host: "example.com" } });
	expect(await ada.evaluation()).toEqual({ status: "not-scanned" });
});
