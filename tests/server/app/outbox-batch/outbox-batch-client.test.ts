import { expect, test } from "vitest";
import type { ClientId, WorkspaceId } from "#contract/ids.ts";
import { HEAD_START_MS } from "#src/outbox/storage/record.ts";
import { fakeDevice, scanOf } from "../../../support/outbox/outbox-device.ts";
import { createAccount } from "../../../support/server/accounts.ts";
import { startTestServer } from "../../../support/server/test-server.ts";

// However slow this machine is, the server accepts a whole batch.
const began = new Date();
const server = await startTestServer({ parts: { now: () => began } });
const countScans = async () => (await server.database.pool.query("SELECT 1 FROM scans")).rowCount;

test("the outbox and the server speak the same batches, and a lost answer makes no second scan", async () => {
	const device = fakeDevice();
	const asked: string[] = [];
	let lose = true;
	const { outbox } = device.context({
		async fetch(url, init) {
			asked.push(url);
			const response = await fetch(server.url + url, init);
			if (!lose) return response;
			await response.text();
			throw new TypeError("Failed to fetch");
		},
	});
	for (let i = 0; i < 58; i++) await outbox.enqueue(scanOf("example.com"));
	const refused = await outbox.enqueue(scanOf("10.0.0.1"));
	const foreign = await outbox.enqueue({ ...scanOf("example.com"), owner: crypto.randomUUID() as never });
	device.clock.advance(HEAD_START_MS);

	expect(await outbox.replay()).toMatchObject({ sent: 0, left: 60 });
	expect(await countScans()).toBe(58);
	lose = false;
	device.clock.advance(60_000);
	expect(await outbox.replay()).toEqual({ sent: 58, left: 0, nextAt: null });
	expect(await countScans()).toBe(58);
	expect(new Set(asked)).toEqual(new Set(["/api/v1/outbox/"]));
	expect(await outbox.get(refused.id)).toMatchObject({ status: "rejected", error: { code: "target_refused" } });
	expect(await outbox.get(foreign.id)).toMatchObject({ status: "held", reason: "sign-in" });
});

test("a single entry for another workspace and one of its clients arrives there", async () => {
	const [firm, ada] = [await createAccount(server), await createAccount(server)];
	// An account's own workspace has its id.
	const workspace = firm.accountId as string as WorkspaceId;
	const clientId = crypto.randomUUID() as ClientId;
	const { pool } = server.database;
	await pool.query("INSERT INTO memberships (workspace_id, account_id, role) VALUES ($1, $2, 'consultant')", [
		workspace,
		ada.accountId,
	]);
	await pool.query("INSERT INTO clients (id, workspace_id, name, code) VALUES ($1, $2, 'Bank', 'bank')", [
		clientId,
		workspace,
	]);
	const { outbox } = fakeDevice().context({
		fetch: (url, init) => fetch(server.url + url, { ...init, headers: { ...init.headers, Cookie: ada.cookie } }),
	});
	const { id } = await outbox.enqueue({ ...scanOf("example.com"), owner: ada.accountId, workspace, clientId });
	const sent = await outbox.sendNow(id);
	expect(sent).toMatchObject({ status: "accepted", receipt: { key: id } });
	const scans = await pool.query("SELECT owner, asked_by FROM scans WHERE owner <> 'anonymous'");
	expect(scans.rows).toEqual([{ owner: workspace, asked_by: ada.accountId }]);
	const hosts = await pool.query("SELECT account_id, client_id FROM assets");
	expect(hosts.rows).toEqual([{ account_id: workspace, client_id: clientId }]);
});
