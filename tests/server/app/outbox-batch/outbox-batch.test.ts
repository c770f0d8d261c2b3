import { describe, expect, test } from "vitest";
import type { ApiError } from "#contract/errors.ts";
import type { OutboxAnswers } from "#contract/requests/outbox.ts";
import { API_BASE, API_PATHS, BATCH_LIMIT } from "#contract/routes.ts";
import type { ScanAccepted } from "#contract/scans/scans.ts";
import { entry, startTestServer, type TestServer } from "../../../support/server/test-server.ts";

const BODY = { target: "example.com", email: "ada@example.org" };
const scanOf = (key: string, body: unknown = BODY, account = "anonymous") => ({
	key,
	kind: "combined-scan",
	account,
	body,
});

const server = await startTestServer();

const post = (body: unknown, to: TestServer = server, headers: Record<string, string> = {}) =>
	fetch(`${to.url}${API_BASE}${API_PATHS.outbox}`, {
		method: "POST",
		headers: { "Content-Type": "application/json", ...headers },
		body: JSON.stringify(body),
	});

async function send(entries: unknown[], to: TestServer = server): Promise<OutboxAnswers["answers"]> {
	const response = await post({ entries }, to);
	expect(response.status).toBe(200);
	return ((await response.json()) as OutboxAnswers).answers;
}

const countScans = async (of: TestServer = server) =>
	(await of.database.pool.query("SELECT 1 FROM scans")).rowCount ?? 0;
type Answer = OutboxAnswers["answers"][number] | undefined;
const receiptIn = (answer: Answer) => (answer?.body as ScanAccepted | undefined)?.receipt;
const codeIn = (answer: Answer) => (answer?.body as ApiError | undefined)?.code;

describe("a batch", () => {
	test("of fifty entries is fifty scans with fifty jobs, and an answer for each in their order", async () => {
		const before = await countScans();
		const keys = Array.from({ length: BATCH_LIMIT }, (_, index) => `fifty-${index}`);
		const answers = await send(keys.map((key) => scanOf(key)));
		expect(answers.map(({ key, status }) => [key, status])).toEqual(keys.map((key) => [key, 202]));
		expect(answers.map((answer) => receiptIn(answer)?.key)).toEqual(keys);
		expect(await countScans()).toBe(before + BATCH_LIMIT);
		const ids = answers.map((answer) => receiptIn(answer)?.scanId);
		const jobs = await server.database.pool.query(
			"SELECT 1 FROM pgboss.job WHERE name = 'scan' AND data ->> 'scanId' = ANY ($1)",
			[ids],
		);
		expect(jobs.rowCount).toBe(BATCH_LIMIT);
	});

	test("sent again, or one entry of it by itself, is answered the same and makes nothing new", async () => {
		const entries = ["again-1", "again-2"].map((key) => scanOf(key));
		const first = await send(entries);
		const before = await countScans();
		expect(await send(entries)).toEqual(first);
		const alone = await server.scan(BODY, entry("again-2"));
		expect(await alone.json()).toEqual(first[1]?.body);
		expect(await countScans()).toBe(before);
	});

	test("with the same key twice is one scan; with another body the second is 422", async () => {
		const before = await countScans();
		const [one, other] = await send([scanOf("twice"), scanOf("twice")]);
		expect(receiptIn(one)).toEqual(receiptIn(other));
		expect(await countScans()).toBe(before + 1);
		const [changed] = await send([scanOf("twice", { ...BODY, target: "example.org" })]);
		expect(changed?.status).toBe(422);
		expect(codeIn(changed)).toBe("idempotency_mismatch");
	});

	test("refuses each bad entry by itself, word for word as it would have alone, and takes the others", async () => {
		const bad = [
			scanOf("no-fields", {}),
			scanOf("no-body", null),
			scanOf("private", { ...BODY, target: "10.0.0.1" }),
			scanOf("a bad key"),
			scanOf("foreign", BODY, "0198c0de-0000-7000-8000-000000000001"),
		];
		const before = await countScans();
		const answers = await send([
			scanOf("good-1"),
			...bad,
			{ ...scanOf("kind"), kind: "time-travel" },
			scanOf("good-2"),
		]);
		expect(answers.map(({ status }) => status)).toEqual([202, 400, 400, 403, 400, 401, 404, 202]);
		expect(await countScans()).toBe(before + 2);
		for (const [index, { key, body, account }] of bad.entries()) {
			const alone = await server.scan(JSON.stringify(body), entry(key, account));
			expect(answers[index + 1]?.status).toBe(alone.status);
			expect(answers[index + 1]?.body).toEqual(await alone.json());
		}
	});

	test("counts every entry against its sender's limits", async () => {
		const limited = await startTestServer({ env: { LIMIT_PER_ADDRESS: "3" } });
		const answers = await send(
			["1", "2", "3", "4", "5"].map((key) => scanOf(`limited-${key}`)),
			limited,
		);
		const refused = answers.filter(({ status }) => status === 429);
		expect(refused).toHaveLength(2);
		expect(refused[0]?.body).toMatchObject({ code: "rate_limited", details: { scope: "client" } });
		expect(await countScans(limited)).toBe(3);
	});

	test("counts as its sender behind a proxy that is trusted", async () => {
		const behind = await startTestServer({ env: { LIMIT_PER_ADDRESS: "1", TRUST_PROXY: "127.0.0.1" } });
		const from = (address: string) => ({ "X-Forwarded-For": address });
		const batch = await post({ entries: [scanOf("from-5")] }, behind, from("203.0.113.5"));
		expect(((await batch.json()) as OutboxAnswers).answers[0]?.status).toBe(202);
		expect((await behind.scan(BODY, from("203.0.113.5"))).status).toBe(429);
		expect((await behind.scan(BODY, from("203.0.113.6"))).status).toBe(202);
	});

	test("one entry that fails on our side fails alone and keeps nothing", async () => {
		await server.database.owner.query(
			"ALTER TABLE scans ADD CONSTRAINT broken CHECK (target <> 'broken.example.com') NOT VALID",
		);
		const before = await countScans();
		const answers = await send([
			scanOf("fine-1"),
			scanOf("broken", { ...BODY, target: "broken.example.com" }),
			scanOf("fine-2"),
		]);
		await server.database.owner.query("ALTER TABLE scans DROP CONSTRAINT broken");
		expect(answers.map(({ status }) => status)).toEqual([202, 500, 202]);
		expect(codeIn(answers[1])).toBe("internal");
		expect(await countScans()).toBe(before + 2);
		const [repeated] = await send([scanOf("broken", { ...BODY, target: "broken.example.com" })]);
		expect(repeated?.status).toBe(202);
	});

	test("that is empty, too long, or no batch is refused as a whole and does nothing", async () => {
		const before = await countScans();
		const tooMany = Array.from({ length: BATCH_LIMIT + 1 }, (_, index) => scanOf(`many-${index}`));
		for (const body of [{}, { entries: [] }, { entries: tooMany }, { entries: [{ ...scanOf("x"), extra: 1 }] }]) {
			const response = await post(body);
			expect(response.status).toBe(400);
			expect((await response.json()).code).toBe("invalid_body");
		}
		expect(await countScans()).toBe(before);
	});

	test("from another site is refused before anything is done", async () => {
		const before = await countScans();
		const response = await post({ entries: [scanOf("cross")] }, server, { Origin: "https://evil.example" });
		expect(response.status).toBe(403);
		expect(await countScans()).toBe(before);
	});
});
