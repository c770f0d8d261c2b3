import { createPool } from "#server/db/pool.ts";
import { createAccount } from "../../support/server/accounts.ts";
import { load } from "./load.ts";
import { machine, type Product, type ServerProcess, startProduct } from "./product.ts";
import { createSender, type Scan, type Who } from "./sender.ts";

const AT_ONCE = [1, 16, 64];
const BATCH = 50;
/** As many as the server's own pool has. */
const CONNECTIONS = 10;

/** Accepted submissions per second, compared with bare inserts into the same PostgreSQL. */
export async function measureAccept(): Promise<string> {
	const product = await startProduct();
	try {
		const bare = await bareInserts(product);
		console.log("bare", bare);
		const api = await product.start("api", { TRUST_PROXY: "on" });
		const senders = await createSenders(product, api, 64);
		const sender = createSender(api.url, 64);
		const all: string[] = [];
		for (const atOnce of AT_ONCE) {
			const cpu = await api.cpu();
			const r = await load(atOnce, (n) => sender.single(scanOf(n), senders[n] as Who));
			all.push(
				JSON.stringify({
					atOnce,
					...r,
					share: r.rate / bare,
					cpu: (await api.cpu()) - cpu,
					memory: await api.memory(),
				}),
			);
			console.log(all.at(-1));
		}
		for (const atOnce of [1, 4]) {
			const cpu = await api.cpu();
			const r = await load(atOnce, (n) =>
				sender.batch(
					Array.from({ length: BATCH }, () => scanOf(n)),
					senders[n] as Who,
				),
			);
			all.push(
				JSON.stringify({
					batch: atOnce,
					...r,
					rate: r.rate * BATCH,
					share: (r.rate * BATCH) / bare,
					cpu: (await api.cpu()) - cpu,
					memory: await api.memory(),
				}),
			);
			console.log(all.at(-1));
		}
		sender.close();
		return `${all.join("\n")}\n${machine()}`;
	} finally {
		await product.close();
	}
}

async function createSenders(product: Product, api: ServerProcess, count: number): Promise<Who[]> {
	const senders: Who[] = [];
	for (let n = 0; n < count; n++) {
		const from = `198.51.100.${n + 1}`;
		const { cookie, accountId } = await createAccount(
			{
				url: api.url,
				async confirmAddress(email) {
					await product.pool.query("UPDATE accounts SET email_confirmed_at = created_at WHERE email = $1", [email]);
				},
			},
			{ from },
		);
		senders.push({ cookie, account: accountId, from });
	}
	return senders;
}

let serial = 0;
/** Never scanned: no worker runs. */
function scanOf(sender: number): Scan {
	serial++;
	return { target: `93.184.${sender}.${serial % 256}`, email: `bench-${sender}@example.org` };
}

/** Rows per second, each with a commit of its own, over as many connections as the server has. */
async function bareInserts({ databaseUrl, pool }: Product): Promise<number> {
	const own = createPool(databaseUrl, () => {});
	try {
		const { rate } = await load(CONNECTIONS, async () => {
			await own.query(
				`INSERT INTO lead_requests (key_hash, body_hash) VALUES (decode(md5(random()::text), 'hex'), '\\x00')`,
			);
			return 202;
		});
		return rate;
	} finally {
		await own.end();
		await pool.query("DELETE FROM lead_requests");
	}
}
