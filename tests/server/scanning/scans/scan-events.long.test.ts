import { request } from "node:http";
import { describe, expect, test, vi } from "vitest";
import { OPERATIONS } from "#contract/operations.ts";
import { API_BASE } from "#contract/routes.ts";
import { createAccount } from "../../../support/server/accounts.ts";
import { apiClient, asAccount } from "../../../support/server/api-client.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { watch } from "../../../support/server/watch.ts";
import { until } from "../../../support/until.ts";

const server = await startTestServer();
const { pool } = server.database;
const ada = await createAccount(server);
const eve = await createAccount(server);
const call = apiClient(server.url, asAccount(ada));
const body = { target: "example.com:443" };
const start = async () => (await (await call("startSslyzeScan", { body })).json()).receipt.scanId as string;

describe("the stream of an account's scans", () => {
	test("tells each change with the scan as the list shows it, and when one is deleted", async () => {
		const stream = await watch(server.url, asAccount(ada));
		expect(Object.fromEntries(stream.response.headers)).toMatchObject({
			"content-type": "text/event-stream; charset=utf-8",
			"cache-control": "no-store",
		});
		const scanId = await start();
		const done = await until(
			async () => stream.told.find(({ event, data }) => event === "scan" && data.status === "completed"),
			"the end arrives",
		);
		expect(stream.text.startsWith("retry: 3000\n\n")).toBe(true);
		const { scans } = await (await call("listScans")).json();
		expect(done.data).toEqual(scans.find(({ id }: { id: string }) => id === scanId));
		await call("deleteScan", { params: { scanId } });
		await until(
			async () => stream.told.some(({ event, data }) => event === "gone" && data.id === scanId),
			"it is gone",
		);
		stream.leave();
	});

	test("tells nothing about anyone else's", async () => {
		const [own, foreign] = [await watch(server.url, asAccount(ada)), await watch(server.url, asAccount(eve))];
		await start();
		await until(async () => own.told.some(({ data }) => data.status === "completed"), "the owner gets the event");
		await server.scan({ target: "example.com", email: "a@example.org" });
		expect(foreign.told).toEqual([]);
		own.leave();
		foreign.leave();
	});

	test("tells progress of a busy scan now and then, not every step", async () => {
		const { sslyze } = server.engines;
		sslyze.hold = true;
		const stream = await watch(server.url, asAccount(ada));
		const before = sslyze.runs.length;
		const scanId = await start();
		const run = await until(async () => sslyze.runs[before], "it runs");
		for (let percent = 1; percent <= 90; percent++) run.context.onProgress(percent, `Step ${percent}`);
		await until(async () => stream.told.some(({ data }) => data.progress === 90), "the last progress arrives");
		expect(stream.told.filter(({ data }) => data.id === scanId).length).toBeLessThan(6);
		await call("cancelScan", { params: { scanId } });
		const end = await until(async () => stream.told.find(({ data }) => data.status === "failed"), "the end arrives");
		expect(end.data).toMatchObject({ id: scanId, failure: { code: "cancelled" } });
		sslyze.hold = false;
		stream.leave();
	});

	test("hears of what another process did", async () => {
		const api = await startTestServer({ database: server.database, env: { ROLE: "api" } });
		const stream = await watch(api.url, asAccount(ada));
		await start();
		await until(async () => stream.told.some(({ data }) => data.status === "completed"), "the end arrives there");
		stream.leave();
	});

	test("ends when its connection to the database was away, so that no one sees stale data", async () => {
		const stream = await watch(server.url, asAccount(ada));
		await until(async () => stream.text !== "", "it is open");
		await pool.query(
			"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'plumbline-notices' AND datname = current_database()",
		);
		await until(async () => stream.ended, "it ends");
		const again = await watch(server.url, asAccount(ada));
		await start();
		await until(async () => again.told.some(({ data }) => data.status === "completed"), "a new one arrives");
		again.leave();
	});

	test("an account's eleventh stream ends its first", async () => {
		const streams: Awaited<ReturnType<typeof watch>>[] = [];
		for (let n = 0; n < 11; n++) streams.push(await watch(server.url, asAccount(eve)));
		await until(async () => streams[0]?.ended, "the oldest ends");
		expect(streams.slice(1).some(({ ended }) => ended)).toBe(false);
		for (const { leave } of streams) leave();
	});

	test("asked for by HEAD, it does not stay open", async () => {
		const status = await new Promise<number | undefined>((resolve, reject) => {
			const path = API_BASE + OPERATIONS.watchScans.path;
			const asking = request(server.url + path, { method: "HEAD", headers: asAccount(eve) }, (response) => {
				response.resume();
				response.once("end", () => resolve(response.statusCode));
			});
			asking.on("error", reject).end();
		});
		expect(status).toBe(200);
	});
});

describe("a stream that stays open", () => {
	test("gives a sign of life every 15 s, and ends within a minute of its session", async () => {
		vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
		const account = await createAccount(server);
		const stream = await watch(server.url, asAccount(account));
		vi.advanceTimersByTime(15_000);
		await until(async () => stream.text.includes("\n:\n\n"), "a comment is sent");
		vi.advanceTimersByTime(60_000);
		await start();
		expect(stream.ended).toBe(false);
		await pool.query("DELETE FROM sessions WHERE account_id = $1", [account.accountId]);
		vi.advanceTimersByTime(60_000);
		await until(async () => stream.ended, "it ends");
		vi.useRealTimers();
	});

	test("does not hold up the end of the server", async () => {
		const short = await startTestServer();
		const account = await createAccount(short);
		const stream = await watch(short.url, asAccount(account));
		await short.close();
		await until(async () => stream.ended, "it ends");
	});
});

test("when more streams come at once than the server takes, the others get Retry-After and open after it", async () => {
	const holder = await server.database.owner.connect();
	await holder.query("BEGIN; LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE");
	const leave = new AbortController();
	const answers: Response[] = [];
	const open = async () => {
		const url = server.url + API_BASE + OPERATIONS.watchScans.path;
		const answer = await fetch(url, { headers: asAccount(ada), signal: leave.signal });
		answers.push(answer);
		return answer;
	};
	// 512 wait for their session, and up to 128 are being looked up.
	const opening = Array.from({ length: 700 }, open);
	await until(async () => answers.length >= 60, "some are refused");
	await holder.query("ROLLBACK");
	holder.release();
	const refused = (await Promise.all(opening)).filter(({ status }) => status !== 200);
	expect(refused.length).toBeGreaterThanOrEqual(60);
	for (const { status, headers } of refused) expect([status, headers.get("Retry-After")]).toEqual([503, "5"]);
	const again = await Promise.all(refused.map(open));
	expect(again.every(({ status }) => status === 200)).toBe(true);
	leave.abort();
});
