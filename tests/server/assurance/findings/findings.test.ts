import { describe, expect, test } from "vitest";
import type { ScanPart } from "#contract/findings/findings.ts";
import type { VerdictRequest } from "#contract/findings/vulnerabilities.ts";
import { withExamples } from "#server/scanning/engines/shared/examples.ts";
import { createFinder } from "../../../support/engines/finder.ts";
import { findingOf, ranWith } from "../../../support/engines/found.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

// Many of these run side by side on one host.
const server = await startTestServer({ env: { SCANS_PER_TARGET: "16", SCANS_PER_ACCOUNT: "16" } });
const { pool } = server.database;

const WEAK = findingOf({ rule: "weak", severity: "medium" });
const OPEN = findingOf({ rule: "open-port", severity: "low" });

const newcomer = () => createFinder(server);

describe("findings over all scans", () => {
	test("are one per fingerprint, with when they were first and last seen and by which scan", async () => {
		const ada = await newcomer();
		const first = await ada.scan([WEAK, OPEN]);
		const before = await ada.list();
		expect(before).toMatchObject({ total: 2, next: null, states: { open: 2, fixed: 0 } });
		expect(before.findings.map(({ rule }) => rule)).toEqual(["weak", "open-port"]);
		expect(before.findings[0]).toMatchObject({ scanId: first, state: "open", verdict: null, client: "", cwe: 16 });

		const second = await ada.scan([WEAK, OPEN]);
		const [weak] = (await ada.list()).findings;
		expect(weak).toMatchObject({ scanId: second, firstSeenAt: before.findings[0]?.firstSeenAt });
		expect(Date.parse(weak?.lastSeenAt ?? "")).toBeGreaterThan(Date.parse(weak?.firstSeenAt ?? ""));
		const { sightings, finding } = await ada.read(WEAK);
		expect(finding).toEqual(WEAK);
		expect(sightings.map(({ scanId, seen }) => [scanId, seen])).toEqual([
			[second, true],
			[first, true],
		]);
		expect(await ada.changes()).toEqual([
			["new", "medium", WEAK.fingerprint],
			["new", "low", OPEN.fingerprint],
		]);
	});

	test("stay open where a scan did not look with their rule, while what other rules no longer see is fixed", async () => {
		const ada = await newcomer();
		await ada.scan([WEAK, OPEN]);
		const gap: ScanPart = {
			part: "rules",
			label: "Rules that were off",
			status: "not-evaluated",
			reason: "One was off.",
		};
		const parts: ScanPart[] = [
			{ part: "headers", label: "Headers", status: "evaluated" },
			{ ...gap, rules: ["weak"] },
		];
		const scanId = await ada.scan([], { coverage: "partial", parts });
		expect((await ada.read(WEAK)).tracked.state).toBe("open");
		expect((await ada.read(OPEN)).tracked.state).toBe("fixed");
		const detail = await (await ada.call("readScan", { params: { scanId } })).json();
		expect(detail.report).toMatchObject({ coverage: "partial", parts });
		await ada.scan([], { coverage: "partial", parts: [...parts, gap] });
		expect((await ada.read(WEAK)).sightings.map(({ seen }) => seen)).toEqual([true]);
	});

	test("with examples are one for their rule: a list of all places opens no other, and only one without any fixes it", async () => {
		const ada = await newcomer();
		const place = (parameter: string) => findingOf({ rule: "weak", parameter });
		const examples = withExamples([place("a"), place("b")], {
			host: "example.com",
			port: 443,
			path: "/*",
			parameter: "",
		});
		const gap: ScanPart = {
			part: "places",
			label: "Places",
			status: "not-evaluated",
			reason: "Many.",
			rules: ["weak"],
		};
		const parts: ScanPart[] = [{ part: "headers", label: "Headers", status: "evaluated" }, gap];
		await ada.scan([examples], { coverage: "partial", parts });
		const other = withExamples([place("c"), place("d")], examples.location);
		await ada.scan([other], { coverage: "partial", parts });
		expect((await ada.read(examples)).finding.evidence).toEqual(other.evidence);
		await ada.scan([place("a"), place("e")]);
		expect(await ada.list()).toMatchObject({ total: 1, findings: [{ state: "open", location: { path: "/*" } }] });
		expect((await ada.read(examples)).sightings.map(({ seen }) => seen)).toEqual([true, true, true]);
		await ada.scan([]);
		expect(await ada.changes()).toEqual([
			["new", "medium", examples.fingerprint],
			["fixed", "medium", examples.fingerprint],
		]);
	});

	test("that were seen at two addresses are fixed when each was looked at without them, though never both at once", async () => {
		const ada = await newcomer();
		const at = (address: string) => ({ ...WEAK, addresses: [address] });
		const looked = (address: string) => ({
			addresses: [{ host: "example.com", port: 443, address, looked: "all" as const }],
		});
		for (const address of ["192.0.2.1", "192.0.2.2"]) await ada.scan([at(address)], looked(address));
		expect((await ada.read(WEAK)).finding.addresses).toEqual(["192.0.2.1", "192.0.2.2"]);
		await ada.scan([], looked("192.0.2.2"));
		expect(await ada.read(WEAK)).toMatchObject({
			tracked: { state: "open" },
			finding: { addresses: ["192.0.2.1"] },
		});
		await ada.scan([], looked("192.0.2.1"));
		expect((await ada.changes()).map(([what]) => what)).toEqual(["new", "fixed"]);
	});

	test("close themselves when the same engine looks at the same target and does not see them, and come back reopened", async () => {
		const ada = await newcomer();
		await ada.scan([WEAK, OPEN]);
		await ada.scan([OPEN], { coverage: "partial" });
		await ada.scan([], { target: "example.com:993" });
		expect((await ada.read(WEAK)).tracked.state).toBe("open");

		await ada.scan([OPEN]);
		const gone = await ada.read(WEAK);
		expect(gone.tracked).toMatchObject({ state: "fixed", reopenedAt: null, fixedAt: expect.any(String) });
		expect(gone.sightings.map(({ seen }) => seen)).toEqual([false, true]);
		expect((await ada.list()).states).toMatchObject({ open: 1, fixed: 1 });

		await ada.scan([{ ...WEAK, severity: "high" }, OPEN]);
		expect((await ada.read(WEAK)).tracked).toMatchObject({ state: "open", fixedAt: null, severity: "high" });
		expect((await ada.read(WEAK)).tracked.reopenedAt).not.toBeNull();
		expect((await ada.changes()).slice(2)).toEqual([
			["fixed", "medium", WEAK.fingerprint],
			["reopened", "high", WEAK.fingerprint],
		]);
	});

	test("are not undone by a scan that began earlier and ends later", async () => {
		const ada = await newcomer();
		await ada.scan([]);
		const slow = await ada.begin();
		await ada.scan([WEAK]);
		await slow.end([]);
		expect((await ada.read(WEAK)).tracked.state).toBe("open");
		expect((await ada.read(WEAK)).sightings).toHaveLength(2);
	});

	test("stay one each, however many scans and verdicts come at the same moment", async () => {
		const ada = await newcomer();
		await ada.scan([OPEN]);
		const scans = [await ada.begin("example.com:993"), await ada.begin("example.com:995")];
		await Promise.all([
			...scans.map(({ end }) => end([WEAK, OPEN])),
			ada.say(OPEN, { state: "accepted", reason: "Known." }),
			ada.say(OPEN, { state: "false-positive", reason: "Ours." }),
		]);
		expect((await ada.list()).total).toBe(2);
		expect(await ada.changes()).toEqual([
			["new", "low", OPEN.fingerprint],
			["new", "medium", WEAK.fingerprint],
		]);
		expect((await ada.read(WEAK)).sightings).toHaveLength(2);
		const { tracked, verdicts } = await ada.read(OPEN);
		expect(verdicts).toHaveLength(2);
		expect(tracked.verdict?.saidAt).toBe(verdicts[0]?.saidAt);
	});

	test("stay as they are when a scan that saw them is deleted, and forget that scan", async () => {
		const ada = await newcomer();
		const first = await ada.scan([WEAK]);
		const second = await ada.scan([WEAK]);
		await ada.say(WEAK, { state: "accepted", reason: "Behind a VPN." });
		await ada.call("deleteScan", { params: { scanId: second } });
		const { tracked, sightings } = await ada.read(WEAK);
		expect(tracked).toMatchObject({ state: "accepted", scanId: second });
		expect(sightings.map(({ scanId }) => scanId)).toEqual([first]);
		const { rows } = await pool.query("SELECT scan_id FROM finding_changes WHERE account_id = $1", [ada.accountId]);
		expect(rows).toEqual([{ scan_id: first }]);
	});

	test("belong to no account if the scan is anonymous, and are deleted with their account", async () => {
		server.engine.hold = true;
		await server.scan({ target: "example.com", email: "eve@example.org" });
		(await until(async () => server.engine.runs[0], "it runs")).end(ranWith([WEAK]));
		server.engine.hold = false;
		const ada = await newcomer();
		await ada.scan([WEAK]);
		await ada.say(WEAK, { state: "fixed" });
		const rowsOf = async (table: string) =>
			(await pool.query(`SELECT 1 FROM ${table} WHERE account_id = $1`, [ada.accountId])).rowCount;
		const TABLES = ["findings", "finding_changes", "finding_sightings", "finding_words", "finding_days"];
		for (const table of TABLES) expect(await rowsOf(table), table).toBeGreaterThan(0);
		const slow = await ada.begin();
		const left = await ada.call("deleteAccount", { body: { current: ada.password } });
		expect(left.status, await left.text()).toBe(204);
		for (const table of TABLES) expect(await rowsOf(table), table).toBe(0);
		await expect(pool.query("SELECT 1 FROM scans WHERE id = $1", [slow.scanId])).resolves.toMatchObject({
			rowCount: 0,
		});
	});
});

describe("a verdict on findings", () => {
	test("survives rescans and severities, is listed by its state, and is kept word for word", async () => {
		const ada = await newcomer();
		await ada.scan([WEAK, OPEN]);
		expect(await ada.say(WEAK, { state: "false-positive", reason: "  Our own test page.  " })).toBe(1);
		await ada.scan([{ ...WEAK, severity: "high" }, OPEN]);
		const { tracked, verdicts } = await ada.read(WEAK);
		expect(tracked).toMatchObject({ state: "false-positive", severity: "high" });
		expect(tracked.verdict).toMatchObject({ state: "false-positive", reason: "Our own test page.", until: null });
		expect(verdicts).toEqual([tracked.verdict]);
		expect((await ada.list({ state: "false-positive" })).findings.map(({ rule }) => rule)).toEqual(["weak"]);
		expect((await ada.list({ state: "open,fixed" })).findings.map(({ rule }) => rule)).toEqual(["open-port"]);
		expect((await ada.list({ state: "open" })).states).toEqual({ open: 1, fixed: 0, "false-positive": 1, accepted: 0 });
	});

	test("ends with its last day, without anyone doing anything", async () => {
		const ada = await newcomer();
		await ada.scan([WEAK]);
		const today = new Date().toISOString().slice(0, 10);
		await ada.say(WEAK, { state: "accepted", reason: "Until the move.", until: today });
		expect((await ada.read(WEAK)).tracked.state).toBe("accepted");
		await pool.query("UPDATE findings SET until = until - 1 WHERE account_id = $1", [ada.accountId]);
		expect((await ada.read(WEAK)).tracked.state).toBe("open");
		expect((await ada.list({ state: "open" })).total).toBe(1);
		expect((await ada.list({ state: "accepted" })).total).toBe(0);
	});

	test("counts by when it was given, not by when it arrived", async () => {
		const ada = await newcomer();
		await ada.scan([WEAK]);
		const late = Date.now();
		const time = (ms: number) => new Date(ms).toISOString();
		expect(await ada.say(WEAK, { state: "accepted", reason: "Known.", saidAt: time(late) })).toBe(1);
		expect(await ada.say(WEAK, { state: "fixed", saidAt: time(late - 1) })).toBe(0);
		expect((await ada.read(WEAK)).tracked.state).toBe("accepted");
		expect((await ada.read(WEAK)).verdicts.map(({ state }) => state)).toEqual(["accepted", "fixed"]);
	});

	test("is accepted once per key, for many at once, and not for someone else's findings", async () => {
		const [ada, eve] = [await newcomer(), await newcomer()];
		await ada.scan([WEAK, OPEN]);
		const headers = { "Idempotency-Key": "once" };
		const saidAt = new Date().toISOString();
		const both = [WEAK.fingerprint, OPEN.fingerprint];
		const fixed = { state: "fixed", fingerprints: both, saidAt } as const;
		expect(await eve.say(WEAK, fixed, headers)).toBe(0);
		expect(await Promise.all([1, 2, 3].map(() => ada.say(WEAK, fixed, headers)))).toEqual([2, 2, 2]);
		expect((await ada.read(WEAK)).verdicts).toHaveLength(1);
		expect((await ada.list()).states.fixed).toBe(2);
		const other = await ada.call("sayVerdict", { body: { ...fixed, state: "open" }, headers });
		expect(await refusalOf(other)).toMatchObject({ status: 422, code: "idempotency_mismatch" });
	});

	test("has to wait after very many verdicts, except a repeat", async () => {
		const ada = await newcomer();
		await ada.scan([WEAK]);
		const saidAt = new Date().toISOString();
		const fixed = { state: "fixed", saidAt } as const;
		expect(await ada.say(WEAK, fixed, { "Idempotency-Key": "said" })).toBe(1);
		await pool.query("UPDATE rate_limits SET points = 100000");
		const body = { ...fixed, fingerprints: [WEAK.fingerprint] };
		const refused = await refusalOf(await ada.call("sayVerdict", { body, headers: { "Idempotency-Key": "next" } }));
		expect(refused).toMatchObject({ status: 429, code: "rate_limited", details: { scope: "entry" } });
		expect(await ada.say(WEAK, fixed, { "Idempotency-Key": "said" })).toBe(1);
		await pool.query("DELETE FROM rate_limits");
		expect((await ada.read(WEAK)).verdicts).toHaveLength(1);
	});

	test.each<[string, Partial<VerdictRequest>, RegExp]>([
		["an accepted risk without a reason", { state: "accepted" }, /give the reason why this risk is accepted/],
		["a false positive with a blank reason", { state: "false-positive", reason: "  " }, /give the reason/],
		["a last day of what is fixed", { state: "fixed", until: "2099-01-01" }, /Only an accepted risk has a last day/],
		["a last day that is over", { state: "accepted", reason: "x", until: "2020-01-01" }, /2020-01-01, is over/],
		["a day there is not", { state: "accepted", reason: "x", until: "2026-02-30" }, /YYYY-MM-DD/],
		["a state there is not", { state: "gone" as never }, /The state is one of open, fixed/],
		["no finding at all", { state: "fixed", fingerprints: [] }, /at least one finding/],
		["a time without a zone", { state: "fixed", saidAt: "2026-01-01T10:00:00" }, /give the time/],
	])("%s is refused with a message", async (_what, said, message) => {
		const body = { fingerprints: [WEAK.fingerprint], saidAt: new Date().toISOString(), ...said };
		const ada = await newcomer();
		const answer = await refusalOf(await ada.call("sayVerdict", { body }));
		expect(answer).toMatchObject({ status: 400, code: "invalid_body", message: expect.stringMatching(message) });
	});
});
