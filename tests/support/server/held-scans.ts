// For tests that kill a server: its scans, seen from outside.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import { until } from "../until.ts";
import type { Plumbline } from "./plumbline.ts";

/** Requests a free scan and returns its id. */
export async function ask(server: Plumbline, key: string): Promise<string> {
	const response = await fetch(`${server.listening}/api/v1/scans/combined/start/`, {
		method: "POST",
		headers: { "Content-Type": "application/json", [IDEMPOTENCY_KEY]: key },
		body: JSON.stringify({ target: "example.com", email: "ada@example.org" }),
	});
	if (response.status !== 202) throw new Error(`The scan was refused: ${await response.text()}`);
	return (await response.json()).receipt.scanId;
}

/** Looks into the database of a server that runs on `varDir`, as its operator could. */
async function withDatabase<T>(varDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
	const [, , , port] = (await readFile(join(varDir, "pg", "postmaster.pid"), "utf8")).split("\n");
	const password = await readFile(join(varDir, "pg-password"), "utf8");
	const client = new pg.Client({
		host: "127.0.0.1",
		port: Number(port),
		user: "plumbline",
		database: "plumbline",
		password,
	});
	await client.connect();
	try {
		return await work(client);
	} finally {
		await client.end();
	}
}

type Row = Record<string, unknown>;

const scanRow = async (client: pg.Client, scanId: string): Promise<Row> =>
	(await client.query("SELECT * FROM scans WHERE id = $1", [scanId])).rows[0];

/** The scan's row as it is now. */
export const look = (varDir: string, scanId: string): Promise<Row> =>
	withDatabase(varDir, (client) => scanRow(client, scanId));

/** Resolves with the scan's row once it is as wanted. One connection for all looks: a new one costs more than the query. */
export const whenScan = (varDir: string, scanId: string, wanted: (scan: Row) => boolean, what: string): Promise<Row> =>
	withDatabase(varDir, (client) =>
		until(async () => {
			const scan = await scanRow(client, scanId);
			return wanted(scan) && scan;
		}, what),
	);

/** Resolves with the scan's row once it has this status. */
export const whenIn = (varDir: string, scanId: string, status: string) =>
	whenScan(varDir, scanId, (scan) => scan.status === status, `the scan is ${status}`);
