import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { KINDS } from "#contract/kinds/kinds.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { API_BASE, API_PATHS, BATCH_LIMIT } from "#contract/routes.ts";
import { hostile, startHostile } from "../../../support/engines/hostile-target.ts";
import { createTestDatabase } from "../../../support/server/database.ts";
import { startPlumbline } from "../../../support/server/plumbline.ts";
import { entry } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

/** Issue 13's promise: the median response time under attack, compared with the idle one from the same run. */
const SLOWER_MS = 200;

const targets = await Promise.all(
	[hostile.longHeader, hostile.longScriptAddress, hostile.longBase].map((behavior) => startHostile(behavior)),
);
const { url } = await createTestDatabase();
// In a separate process, so that the measured thread does not also create the hostile texts.
const server = await startPlumbline({
	DATABASE_URL: url,
	PRACTICE_TARGET: "off",
	LOG_LEVEL: "warn",
	SCAN_ALLOW: targets.map(({ port }) => `127.0.0.1:${port}`).join(","),
	LIMIT_PER_ADDRESS: "1000",
	LIMIT_PER_EMAIL: "1000",
	LIMIT_PER_TARGET: "1000",
	LIMIT_ACCOUNT_CALLS: "1000",
});
afterAll(async () => {
	await server.stop();
	await Promise.all(targets.map(({ close }) => close()));
});

const post = (path: string, body: unknown) =>
	fetch(`${server.listening}${API_BASE}${path}`, {
		method: "POST",
		headers: { "Content-Type": "application/json", ...entry(crypto.randomUUID()) },
		body: JSON.stringify(body),
	});

/** Requests at this pace whether or not earlier answers have come, so that one long stall slows many of them. */
const EVERY_MS = 25;

async function healthMs(): Promise<number> {
	const began = performance.now();
	const answer = await fetch(`${server.listening}${API_BASE}${OPERATIONS.readHealth.path}`);
	expect(answer.status).toBe(200);
	await answer.arrayBuffer();
	return performance.now() - began;
}

/** How long answers take while `work` runs; one that fails counts as forever. */
async function timesDuring(work: Promise<unknown>): Promise<number[]> {
	const times: Promise<number>[] = [];
	const ask = () => void times.push(healthMs().catch(() => Number.POSITIVE_INFINITY));
	ask();
	const asking = setInterval(ask, EVERY_MS);
	await work.finally(() => clearInterval(asking));
	return Promise.all(times);
}

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
const idleMs = async () => {
	const times: number[] = [];
	for (let count = 0; count < 30; count++) times.push(await healthMs());
	return median(times);
};

/** The longest allowed body and longer ones: a body refused for its size must not be read either. */
const ADDRESSES = [16_000, 60_000].map((length) => `a@${".".repeat(length)}@`);
/** Calls that read a body before they know who sends it. Those of accounts share their schemas: length-first.test.ts. */
const CALLS: [path: string, body: (email: string) => unknown][] = [
	[API_PATHS.newsletter, (email) => ({ email })],
	[API_PATHS.waitlist, (email) => ({ email })],
	[API_PATHS.contact, (email) => ({ email })],
	[API_PATHS.demo, (email) => ({ email })],
	[KINDS.combined.path, (email) => ({ target: "example.com", email })],
	[API_PATHS.register, (email) => ({ email })],
	[API_PATHS.token, (email) => ({ email, password: "a" })],
	[API_PATHS.forgotPassword, (email) => ({ email })],
	[API_PATHS.resetPassword, (email) => ({ email, code: "a", password: "a" })],
];

test("the server answers as ever while hostile texts come in, through every call and through the outbox", async () => {
	const idle = await idleMs();
	const attack = async () => {
		for (let round = 0; round < 3; round++) {
			for (const email of ADDRESSES) {
				const answers = await Promise.all(CALLS.map(([path, body]) => post(path, body(email))));
				for (const [at, { status }] of answers.entries()) expect([400, 413, 422], CALLS[at]?.[0]).toContain(status);
			}
			const body = { email: ADDRESSES[0] };
			const entries = Array.from({ length: BATCH_LIMIT }, (_, index) => ({
				key: `${round}-${index}`,
				kind: "newsletter",
				account: "anonymous",
				body,
			}));
			expect((await post(API_PATHS.outbox, { entries })).status).toBe(200);
			expect((await fetch(`${server.listening}${"/".repeat(15_000)}x/`)).ok).toBe(false);
		}
	};
	const busy = await timesDuring(attack());
	expect(median(busy) - idle).toBeLessThan(SLOWER_MS);
});

test("the server answers as ever while it scans sites that send hostile texts, and the scans are done", async () => {
	const idle = await idleMs();
	const scans = async () => {
		for (const { port } of targets) {
			const scan = { target: `http://127.0.0.1:${port}`, email: "ada@example.org" };
			expect((await post(KINDS.combined.path, scan)).status).toBe(202);
		}
		const mails = join(server.varDir, "mail");
		await until(
			async () =>
				(await readdir(mails).catch(() => [])).filter((name) => name.endsWith(".eml")).length === targets.length,
			"an email about each scan",
		);
	};
	const busy = await timesDuring(scans());
	expect(median(busy) - idle).toBeLessThan(SLOWER_MS);
});
