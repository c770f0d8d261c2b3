import { inspect } from "node:util";
import { expect, test } from "vitest";
import { KINDS } from "#contract/kinds/kinds.ts";
import { IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import { API_BASE } from "#contract/routes.ts";
import { afterFile } from "../../support/after-file.ts";
import { createAccount } from "../../support/server/accounts.ts";
import { apiClient, asAccount } from "../../support/server/api-client.ts";
import { createTestDatabase } from "../../support/server/database.ts";
import { startFleet } from "../../support/server/fleet.ts";
import { startMailbox } from "../../support/server/mailbox.ts";
import { watch } from "../../support/server/watch.ts";
import { until } from "../../support/until.ts";

const LIMITS = Object.fromEntries(
	["ADDRESS", "ACCOUNT", "EMAIL", "TARGET"].map((whose) => [`LIMIT_PER_${whose}`, "100000"]),
);

test("every process is replaced under traffic: no request is refused or cut off, each submission is one scan, each scan ends", async () => {
	const mailbox = await startMailbox();
	afterFile(() => mailbox.close());
	const database = await createTestDatabase();
	const fleet = await startFleet({
		databaseUrl: database.url,
		apis: 2,
		workers: 2,
		env: { ...LIMITS, SMTP_URL: mailbox.smtpUrl, DRAIN_SECONDS: "4", SCANS_PER_ACCOUNT: "16" },
	});
	afterFile(() => fleet.stop());
	const { front, practicePort } = fleet;
	const account = await createAccount({ url: front.url, database });
	const call = apiClient(front.url, asAccount(account));

	let over = false;
	const wrong = new Set<string>();
	const receipts = new Map<string, Set<string>>();
	/** One client: the next request follows the last answer. Failures are recorded, never retried. */
	const client = async (name: string, one: (n: number) => Promise<Response>) => {
		for (let n = 0; !over; n++) {
			try {
				const response = await one(n);
				if (response.status >= 400) wrong.add(`${name}: ${response.status} ${await response.text()}`);
				else await response.arrayBuffer();
			} catch (error) {
				wrong.add(`${name}: ${inspect(error)}`);
			}
		}
		return name;
	};
	const waiting = async () => (await database.pool.query("SELECT 1 FROM scans WHERE status = 'pending'")).rowCount ?? 0;
	const submit = async (client: number, n: number) => {
		// As the outbox does now and then, it repeats a request that was accepted.
		const key = n % 3 === 2 ? `${client}-${n - 1}` : `${client}-${n}`;
		const sentAs = n % 3 === 2 ? n - 1 : n;
		const response = await fetch(front.url + API_BASE + KINDS.combined.path, {
			method: "POST",
			headers: { "Content-Type": "application/json", [IDEMPOTENCY_KEY]: key, ...asAccount(account) },
			body: JSON.stringify({
				target: `http://localhost:${practicePort}/?${client}-${sentAs}`,
				email: account.email,
			}),
		});
		if (response.ok) {
			const { receipt } = await response.clone().json();
			receipts.set(key, (receipts.get(key) ?? new Set()).add(receipt.scanId));
		}
		// A worker takes longer for a scan than we take for a request.
		await until(async () => (await waiting()) < 4, "the workers keep up");
		return response;
	};
	/** A page that follows the scans: when its stream ends, it opens another. */
	const follow = async (): Promise<number> => {
		for (let opened = 1; ; opened++) {
			const stream = await watch(front.url, asAccount(account));
			if (stream.response.status !== 200) wrong.add(`stream: ${stream.response.status}`);
			await until(async () => stream.ended || over, "the stream ends");
			if (!over && !/retry: \d+\n\n$/.test(stream.text))
				wrong.add(`stream: it was cut off after ${stream.text.slice(-80)}`);
			if (!over) continue;
			stream.leave();
			return opened;
		}
	};
	const READS = [() => call("listScans"), () => call("scansOverview"), () => fetch(`${front.url}/scanner-info`)];
	const following = follow();
	const clients = [
		client("submit 1", (n) => submit(1, n)),
		client("submit 2", (n) => submit(2, n)),
		// One reader: busy ones would take the processor from the processes that start.
		client("read", (n) => READS[n % READS.length]?.() ?? call("listScans")),
	];

	for (const role of ["apis", "workers"] as const) {
		for (const index of fleet[role].keys()) await fleet.replace(role, index);
	}
	over = true;
	await Promise.all(clients);
	expect({ wrong: [...wrong], broken: front.broken }).toEqual({ wrong: [], broken: [] });
	expect(front.answered.size).toBe(4);
	// Once for each API process that was replaced while it had the stream.
	expect(await following).toBeGreaterThanOrEqual(2);

	expect(receipts.size).toBeGreaterThan(8);
	for (const [key, ids] of receipts) expect([...ids], key).toHaveLength(1);
	const scans = async () =>
		(await database.pool.query("SELECT id, status, attempts FROM scans WHERE owner = $1", [account.accountId])).rows;
	await until(
		async () => (await scans()).every(({ status }) => status === "completed" || status === "failed"),
		"each scan ends",
	);
	const ended = await scans();
	expect(ended.map(({ id }) => id).toSorted()).toEqual([...receipts.values()].flatMap((ids) => [...ids]).toSorted());
	expect(ended.filter(({ status }) => status !== "completed")).toEqual([]);
});
