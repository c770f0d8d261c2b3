import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ScanReport } from "#contract/findings/findings.ts";
import { SEVERITIES, type Severity } from "#contract/findings/severity.ts";
import { FINDING_STATES, type FindingFilter, type FindingState } from "#contract/findings/vulnerabilities.ts";
import { type AccountId, accountId, type ScanId, scanId } from "#contract/ids.ts";
import { freeScanRows } from "#server/app/free-scans/store/free-scan-rows.ts";
import { createFindingReader } from "#server/assurance/findings/store/finding-reader.ts";
import { createRetests } from "#server/assurance/findings/store/finding-retests.ts";
import { type TrackedRow, trackedColumns, trackedOfRow } from "#server/assurance/findings/store/finding-row.ts";
import { createSayVerdict } from "#server/assurance/findings/store/finding-verdicts.ts";
import { createAssetStore } from "#server/assurance/findings/store/hosts/asset-store.ts";
import { stateOf } from "#server/assurance/findings/track.ts";
import { accountRows } from "#server/identity/accounts/store/account-rows.ts";
import { inTransaction } from "#server/platform/db/pool.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { holdWorkspaceOf } from "#server/scanning/scans/store/hold-workspace-of.ts";
import { createScanReader } from "#server/scanning/scans/store/scan-reader.ts";
import { findingOf } from "../../../support/engines/found.ts";
import { SEED, TIMES } from "../../../support/fuzz/sample.ts";
import { ownScope } from "../../../support/server/accounts.ts";
import { createTestDatabase } from "../../../support/server/database.ts";
import { follows } from "../../../support/server/follows.ts";

const HISTORIES = 8 * TIMES;
const LENGTH = 30;

const { pool, owner } = await createTestDatabase();

const DAY_MS = 86_400_000;
const START = Date.parse("2026-01-01T12:00:00.000Z");
const onDay = (day: number, minutes = 0) => new Date(START + day * DAY_MS + minutes * 60_000);

const HOSTS = ["a.example.com", "b.example.com"];
/** What a scan of a host can find: two problems in two places each, one of them behind a redirect. */
const PLACES = ["", "p"].flatMap((parameter) => ["weak", "old"].map((rule) => ({ rule, parameter })));
const findingAt = (host: string, place: number, severity: Severity) => {
	const some = PLACES[place] ?? PLACES[0];
	return findingOf({ ...some, severity, host: some?.parameter === "p" ? "www.example.com" : host });
};

const host = fc.nat({ max: HOSTS.length - 1 });
const place = fc.nat({ max: PLACES.length - 1 });
const seen = fc.uniqueArray(fc.record({ place, severity: fc.constantFrom(...SEVERITIES) }), {
	selector: (one) => one.place,
	maxLength: PLACES.length,
});
const look = { host, day: fc.nat({ max: 9 }), seen, full: fc.boolean() };
const OPERATION = fc.oneof(
	{ weight: 5, arbitrary: fc.record({ do: fc.constant("scan" as const), ...look }) },
	{ weight: 2, arbitrary: fc.record({ do: fc.constant("two scans at once" as const), ...look, other: host }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant("free scan" as const), ...look }) },
	{
		weight: 5,
		arbitrary: fc.record({
			do: fc.constant("verdict" as const),
			host,
			places: fc.uniqueArray(place, { minLength: 1 }),
			state: fc.constantFrom(...FINDING_STATES),
			day: fc.nat({ max: 9 }),
			lasts: fc.option(fc.nat({ max: 9 }), { nil: undefined }),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ do: fc.constant("retest" as const), ...look, place }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant("delete scan" as const), scan: fc.nat({ max: 30 }) }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant("remove host" as const), host }) },
	// Something that no code in this release does, as a person with psql might.
	{ weight: 1, arbitrary: fc.record({ do: fc.constant("statement by hand" as const), day: fc.nat({ max: 9 }) }) },
);
type Operation = typeof OPERATION extends fc.Arbitrary<infer T> ? T : never;
type Look = { host: number; day: number; seen: { place: number; severity: Severity }[]; full: boolean };

async function newAccount(): Promise<AccountId> {
	const id = accountId.parse(randomUUID());
	await pool.query(
		`INSERT INTO accounts (id, email, email_key, password_hash, first_name, last_name, company, created_at, email_confirmed_at)
		 VALUES ($1::uuid, $2, $2, 'x', 'x', 'x', 'x', now(), now())`,
		[id, `${id}@example.org`],
	);
	return id;
}

/** Stores a completed scan with its report, as a scan's worker does before its findings are merged. */
async function storeScan(of: string, email: string, { host, day, seen, full }: Look, minutes: number): Promise<ScanId> {
	const id = scanId.parse(randomUUID());
	const name = HOSTS[host] ?? "";
	const findings = seen.map((one) => findingAt(name, one.place, one.severity));
	const report: ScanReport = {
		target: name,
		startedAt: onDay(day, minutes).toISOString(),
		finishedAt: onDay(day, minutes + 1).toISOString(),
		coverage: full ? "full" : "partial",
		grade: null,
		counts: { high: 0, medium: 0, low: 0, none: 0 },
		parts: [],
		findings,
		sent: [],
	};
	await pool.query(
		`INSERT INTO scans (id, owner, kind, target, request, host, email, email_key, status, coverage, accepted_at, finished_at)
		 VALUES ($1, $2, 'sslyze', $3, $4, $3, $5, $5, 'completed', $6, $7, $8)`,
		[id, of, name, { target: `${name}:443` }, email, report.coverage, report.startedAt, report.finishedAt],
	);
	await pool.query("INSERT INTO scan_reports (scan_id, report) VALUES ($1, $2)", [id, report]);
	return id;
}

const takeOver = (id: ScanId) =>
	inTransaction(pool, async (client) => {
		await holdWorkspaceOf(client, id);
		const { rows } = await pool.query("SELECT report FROM scan_reports WHERE scan_id = $1", [id]);
		await follows.mergeFindings(client, id, rows[0].report);
	});

const readerOn = (day: number) => createFindingReader(pool, () => onDay(day));
const hostsOn = (day: number) =>
	createAssetStore(pool, { ownershipsIn: () => ({ list: async () => [] }), now: () => onDay(day) });

async function perform(account: AccountId, scans: ScanId[], operation: Operation, at: number): Promise<void> {
	const email = `${account}@example.org`;
	const store = async (some: Look, of: string = account) => {
		const id = await storeScan(of, email, some, at);
		scans.push(id);
		return id;
	};
	switch (operation.do) {
		case "scan":
			return takeOver(await store(operation));
		case "two scans at once": {
			const both = [await store(operation), await store({ ...operation, host: operation.other })];
			await Promise.all(both.map(takeOver));
			return;
		}
		case "free scan":
			await store(operation, "anonymous");
			return inTransaction(pool, async (client) => {
				await accountRows(client).lockAccount(account);
				await freeScanRows(client, follows.mergeFindings).adoptScans(account);
			});
		case "verdict": {
			const { state, lasts, day } = operation;
			const saidAt = onDay(day, at);
			const until = state === "accepted" && lasts !== undefined ? dayOf(onDay(day + lasts)) : undefined;
			const fingerprints = operation.places.map(
				(one) => findingAt(HOSTS[operation.host] ?? "", one, "low").fingerprint,
			);
			const compared = { fingerprints, state, saidAt: saidAt.toISOString() };
			const verdict = { state, reason: "Known.", until, saidAt };
			const said = await createSayVerdict(pool, () => saidAt)(ownScope(account), {
				key: null,
				compared,
				fingerprints,
				verdict,
			});
			expect(said.ok).toBe(true);
			return;
		}
		case "retest": {
			const { fingerprint } = findingAt(HOSTS[operation.host] ?? "", operation.place, "low");
			const id = await store(operation);
			const before = { state: "open", severity: "low" } as const;
			await createRetests(pool).remember(ownScope(account), fingerprint, id, before, onDay(operation.day, at));
			return takeOver(id);
		}
		case "delete scan": {
			const id = scans[operation.scan % Math.max(1, scans.length)];
			if (id)
				await createScanReader(
					pool,
					pool,
					async () => undefined,
					() => onDay(0),
				).delete(ownScope(account), id);
			return;
		}
		case "remove host":
			await hostsOn(0).remove(ownScope(account), HOSTS[operation.host] ?? "");
			return;
		case "statement by hand":
			await owner.query(
				"UPDATE findings SET until = $2, asset = CASE asset WHEN $3 THEN host ELSE asset END WHERE account_id = $1 AND word = 'accepted'",
				[account, dayOf(onDay(operation.day)), HOSTS[1]],
			);
	}
}

/** Rows that the table of counts should not have, or lacks. */
const WRONG = `WITH counted AS (
	SELECT account_id, severity, weight, title, rule, engine, host, asset, standing, coalesce(until, 'infinity') AS until,
	  count(*)::integer AS findings FROM findings GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
  (SELECT 'kept' AS what, * FROM finding_counts EXCEPT SELECT 'kept', * FROM counted)
  UNION ALL (SELECT 'counted', * FROM counted EXCEPT SELECT 'counted', * FROM finding_counts)`;

/** Two of the days on which an accepted risk ends: the next day it is open. */
async function lastDays(account: AccountId): Promise<number[]> {
	const { rows } = await pool.query<{ until: string }>(
		`SELECT DISTINCT until::text FROM findings WHERE account_id = $1 AND standing = 'accepted' AND until IS NOT NULL LIMIT 2`,
		[account],
	);
	return rows.map(({ until }) => (Date.parse(until) - Date.parse(dayOf(onDay(0)))) / DAY_MS);
}

type Place = TrackedRow & { rule: string; title: string; host: string; asset: string };

const countedBy = <T extends string>(keys: readonly T[], of: readonly Place[], key: (one: Place) => T) =>
	Object.fromEntries(keys.map((one) => [one, of.filter((row) => key(row) === one).length])) as Record<T, number>;

/** Compares what is shown on a day with the findings, judged one by one by the rules that move them. */
async function compareOn(day: number, account: AccountId): Promise<void> {
	const { rows } = await pool.query<Place>(
		`SELECT ${trackedColumns}, rule, title, host, asset FROM findings WHERE account_id = $1`,
		[account],
	);
	const today = dayOf(onDay(day));
	const stateIn = (row: Place): FindingState => stateOf(trackedOfRow(row), today);
	const open = rows.filter((row) => stateIn(row) === "open");
	const reader = readerOn(day);

	const filters: FindingFilter[] = [
		{},
		{ state: "open" },
		{ state: "accepted,fixed", severity: "high,none" },
		{ host: "www.example.com" },
		{ host: HOSTS[0], rule: "weak" },
		{ q: "WEA" },
	];
	for (const filter of filters) {
		const others = rows.filter(
			(row) =>
				(!filter.severity || filter.severity.split(",").includes(row.severity)) &&
				(!filter.host || [row.host, row.asset].includes(filter.host)) &&
				(!filter.rule || row.rule === filter.rule) &&
				(!filter.q || row.rule === "weak"),
		);
		const matching = others.filter((row) => !filter.state || filter.state.split(",").includes(stateIn(row)));
		const states = countedBy(FINDING_STATES, others, stateIn);
		const said = JSON.stringify({ filter, day });

		const page = await reader.page(ownScope(account), filter);
		if (page === "bad_cursor") throw new Error(page);
		expect({ total: page.total, states: page.states }, said).toEqual({ total: matching.length, states });
		expect(page.findings.map(({ fingerprint }) => fingerprint).toSorted(), said).toEqual(
			matching.map(({ fingerprint }) => fingerprint).toSorted(),
		);
		const problems = await reader.problems(ownScope(account), filter);
		if (problems === "bad_cursor") throw new Error(problems);
		const groups = [...Map.groupBy(matching, ({ severity, title, rule }) => `${severity} ${title} ${rule}`)].map(
			([name, places]) => ({
				name,
				findings: places.length,
				hosts: new Set(places.map((one) => one.host)).size,
				lastSeenAt: new Date(Math.max(...places.map((one) => one.last_seen_at.getTime()))).toISOString(),
			}),
		);
		const shown = problems.problems.map(({ severity, title, rule, findings, hosts, lastSeenAt }) => ({
			name: `${severity} ${title} ${rule}`,
			findings,
			hosts,
			lastSeenAt,
		}));
		const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);
		expect(shown.toSorted(byName), said).toEqual(groups.toSorted(byName));
		expect(problems, said).toMatchObject({ total: groups.length, findings: matching.length, states });
	}

	const severityOf = (row: Place) => row.severity;
	const overview = await reader.overview(ownScope(account));
	expect(overview.open).toEqual(countedBy(SEVERITIES, open, severityOf));
	expect(overview.states).toEqual(countedBy(FINDING_STATES, rows, stateIn));
	for (const { rule, title, severity, places } of overview.problems) {
		const its = open.filter((row) => row.rule === rule && row.title === title && row.severity === severity);
		expect(places).toBe(its.length);
	}
	const { rows: changed } = await pool.query<{ fingerprint: string; at: Date; id: number }>(
		`SELECT DISTINCT ON (fingerprint) fingerprint, at, id FROM finding_changes
		 WHERE account_id = $1 AND what <> 'fixed' AND at > $2 ORDER BY fingerprint, at DESC, id DESC`,
		[account, onDay(day - 7)],
	);
	const worse = changed
		.flatMap((change) => {
			const row = open.find(({ fingerprint }) => fingerprint === change.fingerprint);
			return row ? [{ ...change, rank: SEVERITIES.indexOf(row.severity) }] : [];
		})
		.toSorted((one, other) => one.rank - other.rank || other.at.getTime() - one.at.getTime() || other.id - one.id);
	expect(overview.worse.map(({ fingerprint }) => fingerprint)).toEqual(
		worse.slice(0, 10).map(({ fingerprint }) => fingerprint),
	);
	const assets = await hostsOn(day).list(ownScope(account));
	expect(assets.reduce((sum, { open: { high, medium, low, none } }) => sum + high + medium + low + none, 0)).toBe(
		open.length,
	);
	for (const { host, open: onHost } of assets) {
		const its = open.filter((row) => row.asset === host);
		expect(onHost, host).toEqual(countedBy(SEVERITIES, its, severityOf));
	}
}

test(`after ${HISTORIES} random histories every number is that of the findings (seed ${SEED})`, {
	timeout: HISTORIES * 20_000,
}, async () => {
	// Another account works at the same time, and its counts stay right too.
	const other = await newAccount();
	await fc.assert(
		fc.asyncProperty(fc.array(OPERATION, { minLength: LENGTH / 2, maxLength: LENGTH }), async (operations) => {
			const account = await newAccount();
			const scans: ScanId[] = [];
			for (const [at, operation] of operations.entries()) {
				await Promise.all([
					perform(account, scans, operation, at),
					operation.do === "scan" && perform(other, [], operation, at),
				]);
				expect((await owner.query(WRONG)).rows, `after operation ${at}`).toEqual([]);
			}
			for (const day of [0, ...(await lastDays(account)).flatMap((last) => [last, last + 1])]) {
				await compareOn(day, account);
			}
			await inTransaction(pool, (client) => accountRows(client).deleteAccount(account));
			expect((await owner.query("SELECT FROM finding_counts WHERE account_id = $1", [account])).rowCount).toBe(0);
		}),
		{ seed: SEED, numRuns: HISTORIES, endOnFailure: process.env.HISTORY_SHRINK === undefined },
	);
	await compareOn(5, other);
});
