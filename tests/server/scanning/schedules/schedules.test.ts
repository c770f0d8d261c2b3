import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { ScanId } from "#contract/ids.ts";
import { IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import { SCHEDULES_LIMIT, type Schedule } from "#contract/scans/schedules.ts";
import { createLogger } from "#server/platform/watch/logger.ts";
import { refuseEngine } from "#server/scanning/scans/refuse-engine.ts";
import type { ScanStore } from "#server/scanning/scans/store/scan-store.ts";
import { runSchedules } from "#server/scanning/schedules/jobs/run-schedules.ts";
import { createScheduleStore } from "#server/scanning/schedules/store/schedule-store.ts";
import { COMPLETED } from "../../../support/engines/fake-engine.ts";
import { createAccount, type TestAccount } from "../../../support/server/accounts.ts";
import { apiClient, asAccount, refusalOf } from "../../../support/server/api-client.ts";
import { createTestDatabase } from "../../../support/server/database.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

/** What the server takes for the current time. */
let now = new Date("2027-03-01T05:00:00Z");
const server = await startTestServer({ parts: { now: () => now } });
const { pool } = server.database;

const daily = { type: "daily", time: "06:00" } as const;
const wish = {
	name: "Every morning",
	request: { kind: "combined", body: { target: "example.com" } },
	recurrence: daily,
	timeZone: "UTC",
	overlap: "skip",
	digest: true,
} as const;

async function someone() {
	const account = await createAccount(server);
	const api = apiClient(server.url, asAccount(account));
	const create = async (change: object = {}): Promise<Schedule> => {
		const response = await api("createSchedule", { body: { ...wish, ...change } });
		expect(response.status).toBe(201);
		return response.json();
	};
	const list = async (): Promise<Schedule[]> => (await (await api("listSchedules")).json()).schedules;
	const lastRun = (outcome: string) =>
		until(async () => {
			const run = (await list())[0]?.lastRun;
			return run?.outcome === outcome ? run : undefined;
		}, `a run that was ${outcome}`);
	return { account, api, create, list, lastRun };
}

const scansOf = async ({ accountId }: TestAccount) =>
	(
		await pool.query<{ id: string; status: string; email: string | null; failure_code: string | null }>(
			"SELECT id, status, email, failure_code FROM scans WHERE owner = $1 ORDER BY accepted_at",
			[accountId],
		)
	).rows;

describe("making and changing", () => {
	test("a schedule is stored with its next five runs, and read back the same", async () => {
		const { create, list } = await someone();
		const made = await create({ timeZone: "Africa/Lagos" });
		expect(made).toMatchObject({ ...wish, timeZone: "Africa/Lagos", status: "active", lastRun: null, missedRuns: 0 });
		expect(made.nextRuns).toEqual(["02", "03", "04", "05", "06"].map((day) => `2027-03-${day}T05:00:00.000Z`));
		expect(await list()).toEqual([made]);
	});

	test("one key makes one schedule, and a different request under it is refused", async () => {
		const { api, list } = await someone();
		const headers = { [IDEMPOTENCY_KEY]: randomUUID() };
		const [first, second] = await Promise.all([
			api("createSchedule", { body: wish, headers }),
			api("createSchedule", { body: wish, headers }),
		]);
		expect(await first.json()).toEqual(await second.json());
		expect(await list()).toHaveLength(1);
		const other = await api("createSchedule", { body: { ...wish, name: "Another" }, headers });
		expect(await refusalOf(other)).toMatchObject({ status: 422, code: "idempotency_mismatch" });
	});

	test("what could never run is refused with its field, and the key stays free", async () => {
		const { api, list } = await someone();
		const headers = { [IDEMPOTENCY_KEY]: randomUUID() };
		const ask = async (change: object) =>
			refusalOf(await api("createSchedule", { body: { ...wish, ...change }, headers }));
		expect(await ask({ recurrence: { type: "cron", expression: "a b c d e" } })).toMatchObject({
			status: 400,
			details: { fields: [{ field: "/recurrence/expression" }] },
		});
		expect(await ask({ recurrence: { type: "once", at: "2027-03-01T04:59" } })).toMatchObject({
			status: 400,
			details: { fields: [{ field: "/recurrence/at" }] },
		});
		expect(await ask({ timeZone: "Mars/Olympus" })).toMatchObject({ details: { fields: [{ field: "/timeZone" }] } });
		expect(await ask({ name: " " })).toMatchObject({ message: "Please give a name." });
		expect(await ask({ request: { kind: "nmap", body: { host: "example.com" } } })).toMatchObject({
			status: 403,
			code: "ownership_required",
		});
		expect(await ask({ request: { kind: "combined", body: { target: "inside.example.com" } } })).toMatchObject({
			code: "target_unresolvable",
		});
		expect(await list()).toEqual([]);
		expect((await api("createSchedule", { body: wish, headers })).status).toBe(201);
	});

	test("a preview says when it would run and stores nothing", async () => {
		const { api, list } = await someone();
		const recurrence = { type: "monthly", day: 31, time: "06:00" };
		const answer = await api("previewSchedule", { body: { recurrence, timeZone: "UTC" } });
		expect((await answer.json()).nextRuns.slice(0, 2)).toEqual([
			"2027-03-31T06:00:00.000Z",
			"2027-04-30T06:00:00.000Z",
		]);
		expect(await list()).toEqual([]);
	});

	test("paused it has no next run; resumed and moved it begins anew from now", async () => {
		const { api, create } = await someone();
		const { id } = await create();
		const change = async (body: object) =>
			(await api("changeSchedule", { params: { scheduleId: id }, body })).json() as Promise<Schedule>;
		expect(await change({ status: "paused" })).toMatchObject({ status: "paused", nextRuns: [] });
		expect(await change({ name: "Still paused" })).toMatchObject({ name: "Still paused", status: "paused" });
		expect((await change({ status: "active" })).nextRuns[0]).toBe("2027-03-01T06:00:00.000Z");
		expect((await change({ recurrence: { type: "daily", time: "09:15" } })).nextRuns[0]).toBe(
			"2027-03-01T09:15:00.000Z",
		);
		expect((await api("deleteSchedule", { params: { scheduleId: id } })).status).toBe(204);
		expect((await api("changeSchedule", { params: { scheduleId: id }, body: {} })).status).toBe(404);
	});

	test("an account has a limit, however many are made at once", async () => {
		const { account, api, create, list } = await someone();
		await create();
		await pool.query(
			`INSERT INTO schedules (id, account_id, name, request, recurrence, time_zone, overlap, digest, status, created_at)
			 SELECT gen_random_uuid(), account_id, name, request, recurrence, time_zone, overlap, digest, 'paused', created_at
			 FROM schedules, generate_series(1, $2) WHERE account_id = $1`,
			[account.accountId, SCHEDULES_LIMIT - 2],
		);
		const answers = await Promise.all([1, 2, 3].map(() => api("createSchedule", { body: wish })));
		expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
		expect(await list()).toHaveLength(SCHEDULES_LIMIT);
	});
});

describe("running", () => {
	test("run now starts the scan once per key and says so", async () => {
		const { account, api, create, list } = await someone();
		const { id } = await create();
		const headers = { [IDEMPOTENCY_KEY]: randomUUID() };
		const run = async () => (await api("runScheduleNow", { params: { scheduleId: id }, headers })).json();
		const { receipt } = await run();
		expect(await run()).toEqual({ receipt });
		expect(await scansOf(account)).toMatchObject([{ id: receipt.scanId, email: null }]);
		expect((await list())[0]?.lastRun).toMatchObject({ outcome: "started", plannedAt: null, scanId: receipt.scanId });
	});

	test("a schedule that is due starts one scan, emails no report of it, and goes on to the next time", async () => {
		const { account, api, create, list, lastRun } = await someone();
		await create({ recurrence: { type: "daily", time: "05:30" } });
		now = new Date("2027-03-01T05:30:02Z");
		const run = await lastRun("started");
		expect(run).toMatchObject({ plannedAt: "2027-03-01T05:30:00.000Z", at: "2027-03-01T05:30:02.000Z" });
		const scans = await scansOf(account);
		expect(scans).toMatchObject([{ id: run.outcome === "started" && run.scanId, email: null }]);
		expect((await list())[0]).toMatchObject({ status: "active", missedRuns: 0 });
		expect((await list())[0]?.nextRuns[0]).toBe("2027-03-02T05:30:00.000Z");

		const scanId = scans[0]?.id ?? "";
		await until(async () => (await scansOf(account))[0]?.status === "completed", "the scan ended");
		expect((await api("deleteScan", { params: { scanId } })).status).toBe(204);
		expect((await list())[0]?.lastRun).toMatchObject({ outcome: "started", scanId: null, scanStatus: null });
	});

	test("a run that is due while the last one is running is skipped, or replaces it", async () => {
		server.engine.hold = true;
		const skips = await someone();
		const replaces = await someone();
		const hourly = { type: "cron", expression: "40 * * * *" };
		await skips.create({ recurrence: hourly });
		await replaces.create({ recurrence: hourly, overlap: "replace" });
		now = new Date("2027-03-01T05:40:01Z");
		await skips.lastRun("started");
		await replaces.lastRun("started");
		now = new Date("2027-03-01T06:40:01Z");
		expect(await skips.lastRun("skipped")).toMatchObject({ plannedAt: "2027-03-01T06:40:00.000Z" });
		expect(await scansOf(skips.account)).toHaveLength(1);
		await until(async () => (await scansOf(replaces.account)).length === 2, "the other one was replaced");
		await until(
			async () => (await scansOf(replaces.account))[0]?.failure_code === "cancelled",
			"the replaced scan was cancelled",
		);
		server.engine.hold = false;
		for (const { end } of server.engine.runs) end(COMPLETED);
	});

	test("a one-time schedule is done after its run, and runs again when it is given another time", async () => {
		const { api, create, list, lastRun } = await someone();
		const { id } = await create({ recurrence: { type: "once", at: "2027-03-01T06:50" } });
		now = new Date("2027-03-01T06:50:00Z");
		await lastRun("started");
		expect((await list())[0]).toMatchObject({ status: "done", nextRuns: [] });
		const change = (body: object) => api("changeSchedule", { params: { scheduleId: id }, body });
		expect((await change({ status: "active" })).status).toBe(400);
		expect((await change({ name: "Once" })).status).toBe(200);
		const moved = await change({ recurrence: { type: "once", at: "2027-03-02T06:50" } });
		expect(await moved.json()).toMatchObject({ status: "active", nextRuns: ["2027-03-02T06:50:00.000Z"] });
	});

	test("a run that is refused says why, in the words a person would get", async () => {
		const { create, lastRun } = await someone();
		await create({ recurrence: { type: "once", at: "2027-03-01T06:55" } });
		await pool.query("INSERT INTO target_opt_outs (host, until) VALUES ('example.com', 'infinity')");
		now = new Date("2027-03-01T06:55:00Z");
		expect(await lastRun("refused")).toMatchObject({
			code: "target_opted_out",
			message: "The operator of example.com, or of the server behind it, has asked us not to scan it.",
		});
		await pool.query("DELETE FROM target_opt_outs");
	});

	test("what was planned while no server ran is counted and reported, and only the last of it is run, if it is fresh", async () => {
		const { create, list, lastRun } = await someone();
		await create({ recurrence: { type: "cron", expression: "58 * * * *" } });
		now = new Date("2027-03-01T09:10:00Z");
		expect(await lastRun("started")).toMatchObject({ plannedAt: "2027-03-01T08:58:00.000Z" });
		expect((await list())[0]).toMatchObject({ missedRuns: 2 });

		const late = await someone();
		await late.create({ recurrence: { type: "daily", time: "09:30" } });
		now = new Date("2027-03-01T10:30:00Z");
		expect(await late.lastRun("missed")).toMatchObject({ plannedAt: "2027-03-01T09:30:00.000Z" });
		expect(await late.list()).toMatchObject([{ missedRuns: 1, status: "active" }]);
		expect(await scansOf(late.account)).toEqual([]);
	});
});

describe("several workers at once", () => {
	const log = createLogger("silent");

	test("start one scan for one planned time, also when one dies before it could say so", async () => {
		// A separate server that never looks, so that the workers here are the only ones.
		const database = await createTestDatabase();
		let clock = new Date("2027-03-01T05:00:00Z");
		const quiet = await startTestServer({ database, parts: { now: () => clock }, env: { ROLE: "api" } });
		const account = await createAccount(quiet);
		const api = apiClient(quiet.url, asAccount(account));
		expect((await api("createSchedule", { body: wish })).status).toBe(201);
		clock = new Date("2027-03-01T06:00:00Z");

		const keys: (string | null)[] = [];
		const held = Promise.withResolvers<void>();
		const begun = Promise.withResolvers<void>();
		const scanId = randomUUID() as ScanId;
		const world = {
			schedules: createScheduleStore(database.pool, database.pool),
			store: {} as ScanStore,
			accept: async ({ key }: { key: string | null }) => {
				keys.push(key);
				if (keys.length === 1) throw new Error("killed");
				if (keys.length === 2) {
					begun.resolve();
					await held.promise;
				}
				return { ok: true, receipt: { key, scanId, acceptedAt: clock.toISOString() }, repeated: false } as const;
			},
			shutdown: new AbortController().signal,
			now: () => clock,
			log,
		};
		await runSchedules(world);
		expect(keys).toHaveLength(1);
		const first = runSchedules(world);
		await begun.promise;
		await Promise.all([1, 2, 3].map(() => runSchedules(world)));
		held.resolve();
		await first;
		expect(keys).toHaveLength(2);
		expect(new Set(keys).size).toBe(1);
	});

	test("whose tool is being installed is not refused: the same run is asked for again", async () => {
		const database = await createTestDatabase();
		let clock = new Date("2027-03-01T05:00:30Z");
		const quiet = await startTestServer({ database, parts: { now: () => clock }, env: { ROLE: "api" } });
		const api = apiClient(quiet.url, asAccount(await createAccount(quiet)));
		expect((await api("createSchedule", { body: wish })).status).toBe(201);
		clock = new Date("2027-03-01T06:00:10Z");
		const keys: (string | null)[] = [];
		const scanId = randomUUID() as ScanId;
		const world = {
			schedules: createScheduleStore(database.pool, database.pool),
			store: {} as ScanStore,
			accept: async ({ key }: { key: string | null }) => {
				keys.push(key);
				const state = { status: "unknown" } as const;
				const refusal = keys.length === 1 ? refuseEngine({ kind: "combined", state }, clock) : undefined;
				return (
					refusal ?? ({ ok: true, receipt: { key, scanId, acceptedAt: clock.toISOString() }, repeated: false } as const)
				);
			},
			shutdown: new AbortController().signal,
			now: () => clock,
			log,
		};
		const lastRun = async () => (await (await api("listSchedules")).json()).schedules[0].lastRun;
		await runSchedules(world);
		expect(await lastRun()).toBeNull();
		await runSchedules(world);
		expect(await lastRun()).toMatchObject({ outcome: "started" });
		expect(keys).toHaveLength(2);
		expect(new Set(keys).size).toBe(1);
	});

	test("is run once in a round, however long that takes: whatever waits for the round's end gets its turn", async () => {
		const database = await createTestDatabase();
		let clock = new Date("2027-03-01T05:00:30Z");
		const quiet = await startTestServer({ database, parts: { now: () => clock }, env: { ROLE: "api" } });
		const api = apiClient(quiet.url, asAccount(await createAccount(quiet)));
		const recurrence = { type: "cron", expression: "* * * * *" };
		expect((await api("createSchedule", { body: { ...wish, recurrence } })).status).toBe(201);
		clock = new Date("2027-03-01T05:01:00Z");
		let runs = 0;
		const scanId = randomUUID() as ScanId;
		await runSchedules({
			schedules: createScheduleStore(database.pool, database.pool),
			store: {} as ScanStore,
			// Its name servers take their time.
			accept: async ({ key }) => {
				runs += 1;
				if (runs > 3) throw new Error("it never ends");
				clock = new Date(clock.getTime() + 120_000);
				return { ok: true, receipt: { key, scanId, acceptedAt: clock.toISOString() }, repeated: false } as const;
			},
			shutdown: new AbortController().signal,
			now: () => clock,
			log,
		});
		expect(runs).toBe(1);
	});
});
