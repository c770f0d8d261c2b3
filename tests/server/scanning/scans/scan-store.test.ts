import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { scanId } from "#contract/ids.ts";
import { createFollows } from "#server/app/follows.ts";
import { createJobs } from "#server/app/jobs.ts";
import { createQueue } from "#server/platform/jobs/queue.ts";
import { apply } from "#server/scanning/scans/apply.ts";
import { createAcceptStore } from "#server/scanning/scans/store/accept-store.ts";
import { createScanStore } from "#server/scanning/scans/store/scan-store.ts";
import { afterFile } from "../../../support/after-file.ts";
import { createTestDatabase } from "../../../support/server/database.ts";
import { until } from "../../../support/until.ts";

const { pool, url } = await createTestDatabase();
const queue = await createQueue({
	databaseUrl: url,
	works: false,
	jobs: createJobs({ scanLimitSeconds: 60, scansPerAccount: 4, mailRetrySeconds: 1 }),
	onError: () => {},
});
afterFile(() => queue.stop(1_000));
const accepts = createAcceptStore(pool, queue.statementOf, () => {});
const jobs: string[] = [];
const send = async (queue: string) => {
	jobs.push(queue);
};
const store = createScanStore(pool, send, { perAccount: 4, perTarget: 1 }, createFollows(send).ended);

const REQUEST = { kind: "combined", body: { target: "example.com", email: "a@example.org" } } as const;

const newScan = async () => {
	const id = scanId.parse(randomUUID());
	const identity = undefined;
	const email = "a@example.org";
	await accepts.accept({
		id,
		keeper: "anonymous",
		asked: undefined,
		identity,
		request: REQUEST,
		email,
		client: "192.0.2.1",
		limits: [],
	});
	return id;
};

test("of two workers that want one scan at once, the one that came first gets it", async () => {
	const id = await newScan();
	const { promise: second, resolve: settle } = Promise.withResolvers<boolean>();
	const first = await store.transaction(async (tx) => {
		const moved = await tx.apply(id, { type: "leased", workerId: randomUUID() });
		void apply(store, id, { type: "leased", workerId: randomUUID() }).then(({ ok }) => settle(ok));
		await until(
			async () =>
				(
					await pool.query(
						"SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
					)
				).rowCount === 1,
			"the second one waits",
		);
		return moved ?? { ok: false };
	});
	expect(first.ok).toBe(true);
	expect(await second).toBe(false);
});

test("a scan comes back as it was stored, in every state", async () => {
	const id = await newScan();
	const workerId = randomUUID();
	expect(await store.find(id)).toMatchObject({ id, status: "pending", attempts: 0 });
	for (const event of [
		{ type: "leased", workerId },
		{
			type: "beat",
			workerId,
			progress: 50,
			step: "Certificate",
			steps: [{ at: new Date(), text: "Certificate", progress: 50 }],
		},
		{ type: "released", workerId },
		{ type: "leased", workerId },
		{ type: "failed", workerId, failure: { code: "unreachable", message: "No answer." }, sent: [], raw: [] },
	] as const) {
		const moved = await apply(store, id, event);
		expect(moved.ok && moved.scan).toEqual(await store.find(id));
	}
});

test("what a transaction did is undone when its outcome is not ok, and when it throws", async () => {
	const id = await newScan();
	const lease = { type: "leased", workerId: randomUUID() } as const;
	await store.transaction(async (tx) => {
		await tx.apply(id, lease);
		return { ok: false };
	});
	await expect(
		store.transaction(async (tx) => {
			await tx.apply(id, lease);
			throw new Error("no");
		}),
	).rejects.toThrow("no");
	expect(await store.find(id)).toMatchObject({ status: "pending" });
});

test("a limit counts to its number, again after its window, and never over it; no try makes the window longer", async () => {
	const limit = { what: "email", whom: "a@example.org", points: 2, windowSeconds: 100, scope: "entry" } as const;
	const many = await Promise.all(Array.from({ length: 9 }, () => store.takePoint(limit)));
	expect(many.filter(({ ok }) => ok)).toHaveLength(2);
	const refused = await store.takePoint(limit);
	expect(!refused.ok && refused.retryAfter).toBeGreaterThan(90);
	await pool.query("UPDATE rate_limits SET expires_at = now() + interval '10 s'");
	for (let tries = 0; tries < 2; tries++) {
		const again = await store.takePoint(limit);
		expect(!again.ok && again.retryAfter).toBeLessThanOrEqual(10);
	}
	await pool.query("UPDATE rate_limits SET expires_at = now()");
	expect((await store.takePoint(limit)).ok).toBe(true);
});
