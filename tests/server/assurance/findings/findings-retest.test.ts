import { describe, expect, test } from "vitest";
import { scanId } from "#contract/ids.ts";
import { createFinder, type Finder } from "../../../support/engines/finder.ts";
import { findingOf } from "../../../support/engines/found.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

// Many of these run side by side on one host.
const server = await startTestServer({ env: { SCANS_PER_TARGET: "16", SCANS_PER_ACCOUNT: "16" } });
const { pool } = server.database;
const { runs } = server.engines.sslyze;

const WEAK = findingOf({ rule: "weak", severity: "medium" });
const params = { fingerprint: WEAK.fingerprint };

/** Requests a retest; the scan is running when this resolves. */
async function retest(who: Finder, headers: Record<string, string> = {}) {
	const run = runs.length;
	const response = await who.call("retestFinding", { params, headers });
	expect(response.status, await response.clone().text()).toBe(202);
	const id = scanId.parse((await response.json()).receipt.scanId);
	await until(async () => runs[run], "the engine runs");
	return { id, run };
}

describe("a retest", () => {
	test("repeats the scan that saw the finding, and gives the state before and after", async () => {
		const ada = await createFinder(server);
		const first = await ada.scan([WEAK], { target: "mail.example.com:993" });
		expect((await ada.read(WEAK)).retest).toBeNull();

		const { id, run } = await retest(ada);
		expect(runs[run]?.context.body).toEqual({ target: "mail.example.com:993" });
		const before = { state: "open", severity: "medium" };
		expect((await ada.read(WEAK)).retest).toMatchObject({ scanId: id, status: "running", before, after: null });

		await ada.endRun(id, run, []);
		const after = { state: "fixed", severity: null };
		expect((await ada.read(WEAK)).retest).toMatchObject({ scanId: id, status: "completed", before, after });
		expect(id).not.toBe(first);
	});

	test("that sees it says how severe it is now, and still does after a later verdict", async () => {
		const ada = await createFinder(server);
		await ada.scan([WEAK]);
		const { id, run } = await retest(ada);
		await ada.endRun(id, run, [{ ...WEAK, severity: "high" }]);
		await ada.say(WEAK, { state: "accepted", reason: "Known." });
		const after = { state: "open", severity: "high" };
		expect((await ada.read(WEAK)).retest).toMatchObject({ before: { severity: "medium" }, after });
	});

	test("with a gap that does not see it has changed nothing", async () => {
		const ada = await createFinder(server);
		await ada.scan([WEAK]);
		const { id, run } = await retest(ada);
		await ada.endRun(id, run, [], { coverage: "partial" });
		expect((await ada.read(WEAK)).retest?.after).toEqual({ state: "open", severity: null });
	});

	test("sent twice under one key is one scan", async () => {
		const ada = await createFinder(server);
		await ada.scan([WEAK]);
		const headers = { "Idempotency-Key": "again" };
		const { id } = await retest(ada, headers);
		const second = await ada.call("retestFinding", { params, headers });
		expect((await second.json()).receipt.scanId).toBe(id);
	});

	test("repeats an older scan where the last one is deleted, and says what to do where none is left", async () => {
		const ada = await createFinder(server);
		const first = await ada.scan([WEAK]);
		const second = await ada.scan([WEAK]);
		await ada.call("deleteScan", { params: { scanId: second } });
		const { id, run } = await retest(ada);
		await ada.endRun(id, run, []);
		for (const gone of [first, id]) await ada.call("deleteScan", { params: { scanId: gone } });
		const answer = await refusalOf(await ada.call("retestFinding", { params }));
		expect(answer).toMatchObject({
			status: 404,
			message: expect.stringContaining("Please start a new scan of example.com."),
		});
	});
});

describe("the overview of findings", () => {
	test("has open ones by day, what got worse, and what is open now", async () => {
		const ada = await createFinder(server);
		expect(await ada.overview()).toMatchObject({ open: { high: 0 }, worse: [], expiring: [] });
		const other = findingOf({ rule: "other", severity: "low" });
		const old = findingOf({ rule: "old", severity: "high" });
		await ada.scan([WEAK, other, old]);
		const days = "UPDATE finding_days SET day = day - 10 WHERE account_id = $1";
		await pool.query(days, [ada.accountId]);
		await pool.query("UPDATE finding_changes SET at = at - interval '10 days' WHERE account_id = $1", [ada.accountId]);
		await ada.scan([{ ...WEAK, severity: "high" }, old]);
		await ada.say(old, { state: "accepted", reason: "Known.", until: "2099-01-01" });

		const { open, states, trend, worse } = await ada.overview();
		expect(open).toEqual({ high: 1, medium: 0, low: 0, none: 0 });
		expect(states).toEqual({ open: 1, fixed: 1, "false-positive": 0, accepted: 1 });
		expect(trend.slice(18, 21).map((day) => day.open.high)).toEqual([0, 1, 1]);
		expect(trend.at(-2)?.open).toEqual({ high: 1, medium: 1, low: 1, none: 0 });
		expect(trend.at(-1)?.open).toEqual(open);
		expect(worse.map(({ rule }) => rule)).toEqual(["weak"]);
	});
});

test("what was scanned before findings were tracked is taken over when a server starts", async () => {
	const ada = await createFinder(server);
	await ada.scan([WEAK, findingOf({ rule: "gone" })]);
	const last = await ada.scan([WEAK]);
	const before = await ada.list();
	await pool.query("DELETE FROM findings WHERE account_id = $1", [ada.accountId]);
	await pool.query("DELETE FROM finding_days WHERE account_id = $1", [ada.accountId]);
	await pool.query("UPDATE scans SET host = NULL, taken_over_at = NULL WHERE owner = $1", [ada.accountId]);
	expect((await ada.list()).total).toBe(0);

	await startTestServer({ database: server.database });
	await until(async () => {
		const { rowCount } = await pool.query("SELECT 1 FROM scans WHERE owner = $1 AND taken_over_at IS NULL", [
			ada.accountId,
		]);
		return rowCount === 0;
	}, "all of it is taken over");
	expect(await ada.list()).toEqual(before);
	expect(before.findings.map(({ state, scanId: seenBy }) => [state, seenBy === last])).toContainEqual(["open", true]);
	expect((await ada.assets()).map(({ host }) => host)).toEqual(["example.com"]);
	expect((await ada.changes()).map(([what]) => what)).toEqual(["new", "new", "fixed"]);
});
