import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { scanId } from "#contract/ids.ts";
import { createScanStore } from "#server/db/scans/scan-store.ts";
import { apply } from "#server/scans/apply.ts";
import { createTestDatabase } from "../../support/server/database.ts";
import { until } from "../../support/until.ts";

const { pool } = await createTestDatabase();
const jobs: string[] = [];
const store = createScanStore(
	pool,
	async (queue) => {
		jobs.push(queue);
	},
	{ perAccount: 4, perTarget: 1 },
);

const REQUEST = { kind: "combined", body: { target: "example.com", email: "a@example.org" } } as const;

const newScan = async () => {
	const id = scanId.parse(randomUUID());
	await store.transaction(async (tx) => {
		await tx.insertScan({ id, owner: "anonymous", request: REQUEST, email: "a@example.org", client: "192.0.2.1" });
		return { ok: true };
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
	const id = scanId.parse(randomUUID());
	const scan = { id, owner: "anonymous", request: REQUEST, email: "a@example.org", client: "192.0.2.1" } as const;
	await store.transaction(async (tx) => {
		await tx.insertScan(scan);
		return { ok: false };
	});
	await expect(
		store.transaction(async (tx) => {
			await tx.insertScan(scan);
			throw new Error("no");
		}),
	).rejects.toThrow("no");
	expect(await store.find(id)).toBeUndefined();
});

test("a limit counts to its number, again after its window, and never over it", async () => {
	const limit = { what: "email", whom: "a@example.org", points: 2, windowSeconds: 100, scope: "entry" } as const;
	const many = await Promise.all(Array.from({ length: 9 }, () => store.takePoint(limit)));
	expect(many.filter(({ ok }) => ok)).toHaveLength(2);
	const refused = await store.takePoint(limit);
	expect(!refused.ok && refused.retryAfter).toBeGreaterThan(90);
	await pool.query("UPDATE rate_limits SET expires_at = now()");
	expect((await store.takePoint(limit)).ok).toBe(true);
});
