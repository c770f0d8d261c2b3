import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import { API_PATHS } from "#contract/routes.ts";
import { createOperation } from "#server/app/operator/store/operation.ts";
import { apply } from "#server/scanning/scans/apply.ts";
import { createScanStore } from "#server/scanning/scans/store/scan-store.ts";
import { COMPLETED } from "../../support/engines/fake-engine.ts";
import { createAccount, newAccountAddress, postJson } from "../../support/server/accounts.ts";
import { apiClient, refusalOf } from "../../support/server/api-client.ts";
import { follows } from "../../support/server/follows.ts";
import { startMany } from "../../support/server/many.ts";
import type { TestServer } from "../../support/server/test-server.ts";
import { until } from "../../support/until.ts";

const { first, second, workers, pool, as, start, whenIs, running, whileHeld } = await startMany();

describe("a session", () => {
	test("begun at one process counts at the other, and ends there at once", async () => {
		const account = await createAccount(first);
		expect((await as(second, account)("listScans")).status).toBe(200);
		expect((await as(first, account)("signOut")).status).toBeLessThan(300);
		expect((await as(second, account)("listScans")).status).toBe(401);
	});
});

describe("a limit", () => {
	test("per network address counts what both processes accepted", async () => {
		const from = { "X-Forwarded-For": "198.51.100.7" };
		const ask = (server: TestServer, n: number) =>
			server.scan({ target: `limit-${n}.example.com`, email: newAccountAddress() }, from);
		const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => ask(n % 2 ? first : second, n)));
		expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 202, 202, 202, 429, 429]);
		for (const server of [first, second]) expect((await ask(server, 7)).status).toBe(429);
	});

	test("on wrong passwords counts those of both", async () => {
		const account = await createAccount(first);
		const guess = (server: TestServer) =>
			postJson(server.url, API_PATHS.token, { email: account.email, password: "not the password" });
		const statuses: number[] = [];
		for (let n = 0; n < 12; n++) statuses.push((await guess(n % 2 ? first : second)).status);
		expect(statuses.slice(0, 10)).not.toContain(429);
		expect(statuses.slice(10)).toEqual([429, 429]);
	});

	test("on an account's scans at once holds over all workers", async () => {
		const account = await createAccount(first);
		await whileHeld(async (runs) => {
			const ids: string[] = [];
			for (let n = 0; n < 5; n++) ids.push(await start(n % 2 ? first : second, account, `turn-${n}.example.com`));
			for (let ended = 0; ended < ids.length; ended++) {
				const begun = Math.min(ended + 2, ids.length);
				await until(async () => runs().length >= begun, "two run");
				expect(runs()).toHaveLength(begun);
				expect(await running(ids)).toBeLessThanOrEqual(2);
				await end(runs());
			}
		});
	});

	test("on scans of one host at once holds over all workers", async () => {
		const accounts = [await createAccount(first), await createAccount(second), await createAccount(first)];
		await whileHeld(async (runs) => {
			const ids: string[] = [];
			for (const account of accounts) ids.push(await start(second, account, "busy.example.com"));
			for (let ended = 0; ended < ids.length; ended++) {
				await until(async () => runs().length > ended, "the next runs");
				expect(runs()).toHaveLength(ended + 1);
				expect(await running(ids)).toBe(1);
				await end(runs());
			}
		});
	});

	const ended = new Set<unknown>();
	/** Ends one that still runs. */
	async function end(runs: { end(result: typeof COMPLETED): void }[]): Promise<void> {
		const run = runs.find((one) => !ended.has(one));
		ended.add(run);
		run?.end(COMPLETED);
	}
});

describe("an Idempotency-Key", () => {
	test("sent to both processes at once makes one scan, with one receipt", async () => {
		for (let round = 0; round < 5; round++) {
			const key = randomUUID();
			const body = { target: "example.org", email: newAccountAddress() };
			const from = { "X-Forwarded-For": `198.51.100.${20 + round}` };
			const answers = await Promise.all(
				[first, second, first, second].map((server) => server.scan(body, { [IDEMPOTENCY_KEY]: key, ...from })),
			);
			expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
			const receipts = await Promise.all(answers.map((answer) => answer.text()));
			expect(new Set(receipts).size).toBe(1);
			const { rowCount } = await pool.query("SELECT 1 FROM scans WHERE email = $1", [body.email]);
			expect(rowCount).toBe(1);
		}
	});
});

describe("a scan that one process accepted and a worker runs", () => {
	test("is canceled by way of the other process", async () => {
		const account = await createAccount(first);
		await whileHeld(async (runs) => {
			const id = await start(first, account, "cancel.example.com");
			const run = await until(async () => runs()[0], "it runs");
			expect((await as(second, account)("cancelScan", { params: { scanId: id } })).status).toBeLessThan(300);
			await until(async () => run.context.signal.aborted, "the engine is asked to stop");
			await whenIs(id, "failed");
		});
	});

	test("is ended by the stop switch, which both processes obey at once", async () => {
		const account = await createAccount(first);
		await whileHeld(async (runs) => {
			const ids = await Promise.all([
				start(first, account, "stop-1.example.com"),
				start(second, account, "stop-2.example.com"),
			]);
			await until(async () => runs().length === 2, "both run");
			const operation = createOperation(pool);
			const store = createScanStore(pool, async () => {}, { perAccount: 0, perTarget: 0 }, follows.ended);
			for (const id of await operation.stop("A target complained.")) await apply(store, id, { type: "cancel" });
			for (const server of [first, second]) {
				const refused = await as(server, account)("startSslyzeScan", { body: { target: "next.example.com:443" } });
				expect(await refusalOf(refused)).toMatchObject({ status: 503, message: /A target complained\./ });
			}
			for (const id of ids) await whenIs(id, "failed");
			await operation.start();
		});
	});
});

describe("an opt-out", () => {
	test("counts at every process from the moment it is made", async () => {
		const account = await createAccount(first);
		await createOperation(pool).optOut("shy.example.com", new Date(Date.now() + 86_400_000));
		for (const server of [first, second]) {
			const refused = await as(server, account)("startSslyzeScan", { body: { target: "shy.example.com:443" } });
			expect(await refusalOf(refused)).toMatchObject({ code: "target_opted_out" });
		}
	});
});

describe("the switch of the service worker", () => {
	test("counts at every process", async () => {
		const script = async (server: TestServer) => {
			const response = await fetch(`${server.url}/sw.js`);
			return response.ok && (await response.text()).includes("unregister");
		};
		const operation = createOperation(pool);
		await operation.switchWorker(true);
		expect(await Promise.all([first, second].map(script))).toEqual([true, true]);
		await operation.switchWorker(false);
		expect(await Promise.all([first, second].map(script))).toEqual([false, false]);
	});
});

describe("the engines that an API process lists", () => {
	test("are those that any worker has", async () => {
		const states = async (server: TestServer) => {
			const { engines } = await (await apiClient(server.url)("listEngines")).json();
			return Object.fromEntries(
				engines.map(({ kind, state }: { kind: string; state: { status: string } }) => [kind, state.status]),
			);
		};
		const gone = { available: false, reason: "It is not installed here." } as const;
		for (const { engines } of workers) engines.zap.availability = gone;
		for (const server of [first, second]) {
			await until(async () => (await states(server)).zap !== "available", "no worker has it");
		}
		const last = workers.at(-1);
		if (last) last.engines.zap.availability = { available: true, version: "2.0" };
		for (const server of [first, second]) {
			await until(async () => (await states(server)).zap === "available", "one worker has it");
		}
	});
});
