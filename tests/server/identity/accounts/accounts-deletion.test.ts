import { describe, expect, test } from "vitest";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { deleteOldData } from "#server/app/upkeep/retention.ts";
import { findingOf } from "../../../support/engines/found.ts";
import { SUBJECTS, startAccountServer } from "../../../support/server/account-server.ts";
import {
	codeIn,
	cookiesOf,
	createAccount,
	mailAbout,
	newAccountAddress,
	PASSWORD,
	postJson,
	registrationOf,
	type TestAccount,
} from "../../../support/server/accounts.ts";
import { apiClient, asAccount } from "../../../support/server/api-client.ts";

const { server, mailbox, pool } = await startAccountServer();

const remove = ({ cookie }: TestAccount, current = PASSWORD) =>
	fetch(server.url + API_BASE + API_PATHS.me, {
		method: "DELETE",
		headers: { Cookie: cookie, "Content-Type": "application/json" },
		body: JSON.stringify({ current }),
	});
const rowsOf = async (accountId: string) => {
	const columns = { accounts: "id", sessions: "account_id", known_devices: "account_id", account_codes: "account_id" };
	const more = {
		account_consents: "account_id",
		registrations: "account_id",
		scans: "owner",
		schedules: "account_id",
		account_requests: "owner",
	};
	const tables = Object.entries({ ...columns, ...more });
	const found = await Promise.all(
		tables.map(([table, column]) => pool.query(`SELECT 1 FROM ${table} WHERE ${column}::text = $1`, [accountId])),
	);
	return Object.fromEntries(tables.map(([table], i) => [table, found[i]?.rowCount]));
};
const addScan = async (owner: string, age = "1 minute") => {
	const { rows } = await pool.query(
		`INSERT INTO scans (id, owner, kind, target, email, request, status, accepted_at, coverage, finished_at, attempts)
		 VALUES (gen_random_uuid(), $1, 'combined', 'example.com', 'a@example.org', '{}', 'completed', now() - $2::interval, 'full', now(), 1)
		 RETURNING id`,
		[owner, age],
	);
	return rows[0].id;
};

describe("deleting an account", () => {
	test("deletes everything it had, emails its owner, and frees the address", async () => {
		const email = newAccountAddress();
		const { registration } = await (await postJson(server.url, API_PATHS.register, registrationOf(email))).json();
		await postJson(server.url, API_PATHS.consents, { registration, terms: "2026-01-01", updates: false });
		const code = codeIn(await mailAbout(mailbox, email, "Confirm your address"));
		const cookie = cookiesOf(await postJson(server.url, API_PATHS.token, { email, password: PASSWORD }));
		const confirmed = await postJson(server.url, API_PATHS.confirmEmail, { email, code }, { Cookie: cookie });
		expect(confirmed.status).toBe(204);
		await postJson(server.url, API_PATHS.forgotPassword, { email });
		await mailAbout(mailbox, email, "Your code for a new");
		const me = await fetch(server.url + API_BASE + API_PATHS.me, { headers: { Cookie: cookie } });
		const account = { accountId: (await me.json()).accountId, email, password: PASSWORD, cookie };
		const schedule = {
			name: "Nightly",
			timeZone: "UTC",
			overlap: "skip",
			digest: false,
			recurrence: { type: "daily", time: "02:00" },
			request: { kind: "combined", body: { target: "example.com" } },
		};
		const keyed = { ...asAccount(account), "Idempotency-Key": "nightly" };
		expect((await apiClient(server.url, keyed)("createSchedule", { body: schedule })).status).toBe(201);
		const other = await createAccount(server);
		await addScan(account.accountId);
		const theirs = await addScan(other.accountId);
		expect(Object.values(await rowsOf(account.accountId))).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1]);

		const gone = await remove(account);
		expect(gone.status).toBe(204);
		expect(gone.headers.getSetCookie()).toEqual([expect.stringMatching(/^session=; Max-Age=0; /)]);
		expect(Object.values(await rowsOf(account.accountId))).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
		expect((await pool.query("SELECT id FROM scans")).rows).toEqual([{ id: theirs }]);
		await mailAbout(mailbox, email, SUBJECTS.deleted);
		expect((await postJson(server.url, API_PATHS.token, { email, password: PASSWORD })).status).toBe(401);
		expect((await createAccount(server, { email })).accountId).not.toBe(account.accountId);
	});

	test("asks for the password", async () => {
		const account = await createAccount(server);
		const refused = await remove(account, "wrong");
		expect(refused.status).toBe(400);
		expect((await refused.json()).details.fields[0].field).toBe("/current");
		expect((await rowsOf(account.accountId)).accounts).toBe(1);
	});
});

describe("retention", () => {
	test("ends accounts that were never confirmed or used, and nothing else", async () => {
		const make = async (age: string, confirmed: boolean) => {
			const account = await createAccount(server, { confirmed });
			await pool.query(`UPDATE accounts SET created_at = now() - $2::interval WHERE id = $1`, [account.accountId, age]);
			return account.accountId;
		};
		const stale = await make("30 days 1 minute", false);
		const used = await make("30 days 1 minute", false);
		await addScan(used);
		// Its scans were deleted; their findings stay until they are removed with their host.
		const found = await make("30 days 1 minute", false);
		await pool.query(
			`INSERT INTO findings (account_id, fingerprint, finding, severity, engine, rule, title, parameter, host, asset, scope,
			   scan_id, first_seen_at, last_seen_at, seen_from)
			 VALUES ($1, 'f', $2, 'high', 'baseline', 'r', 't', '', 'h', 'h', 's', gen_random_uuid(), now(), now(), now())`,
			[found, JSON.stringify(findingOf())],
		);
		const planned = await make("30 days 1 minute", false);
		await pool.query(
			`INSERT INTO schedules (id, account_id, name, request, recurrence, time_zone, overlap, digest, status, created_at)
			 VALUES (gen_random_uuid(), $1, 'Nightly', '{}', '{}', 'UTC', 'skip', false, 'paused', now())`,
			[planned],
		);
		const kept = [used, found, planned, await make("29 days", false), await make("900 days", true)];
		expect(await deleteOldData(pool, 30)).toMatchObject({ accounts: 1 });
		expect((await rowsOf(stale)).accounts).toBe(0);
		for (const id of kept) expect((await rowsOf(id)).accounts).toBe(1);
	});

	test("deletes answers to requests of deleted accounts, and of no others", async () => {
		const { accountId } = await createAccount(server);
		const gone = "00000000-0000-4000-8000-000000000001";
		for (const owner of [accountId, gone]) {
			await pool.query(
				"INSERT INTO account_requests (owner, key_hash, body_hash, answer) VALUES ($1, 'a', 'b', '{}')",
				[owner],
			);
		}
		await deleteOldData(pool, 30);
		expect(await rowsOf(accountId)).toMatchObject({ account_requests: 1 });
		expect(await rowsOf(gone)).toMatchObject({ account_requests: 0 });
	});

	test("ends sessions, codes, registrations and devices as soon as they have no effect", async () => {
		const { accountId } = await createAccount(server);
		await pool.query("DELETE FROM sessions WHERE account_id = $1", [accountId]);
		const session = (device: string, remembered: boolean, created: string, seen: string) =>
			pool.query(
				`INSERT INTO sessions VALUES (gen_random_uuid(), decode(md5($2), 'hex'), $1, $2, $3, now() - $4::interval, now() - $5::interval)`,
				[accountId, device, remembered, created, seen],
			);
		await session("idle", false, "13 hours", "12 hours 1 minute");
		await session("long", false, "7 days 1 minute", "1 minute");
		await session("live", false, "6 days", "11 hours");
		await session("forgotten", true, "90 days", "30 days 1 minute");
		await session("remembered", true, "90 days", "29 days");
		await pool.query("UPDATE registrations SET expires_at = now() - interval '1 s' WHERE account_id = $1", [accountId]);
		await pool.query("UPDATE known_devices SET created_at = now() - interval '366 days' WHERE account_id = $1", [
			accountId,
		]);
		await deleteOldData(pool, 30);
		const { rows } = await pool.query("SELECT device FROM sessions WHERE account_id = $1 ORDER BY device", [accountId]);
		expect(rows.map(({ device }) => device)).toEqual(["live", "remembered"]);
		expect(await rowsOf(accountId)).toMatchObject({ accounts: 1, registrations: 0, known_devices: 0 });
	});

	test("ends scans that were being accepted when their account was deleted", async () => {
		const { accountId } = await createAccount(server);
		const kept = await addScan(accountId, "2 days");
		const nobody = "00000000-0000-4000-8000-000000000000";
		await addScan(nobody, "2 days");
		await deleteOldData(pool, 30);
		expect((await pool.query("SELECT 1 FROM scans WHERE owner = $1", [nobody])).rowCount).toBe(0);
		expect((await pool.query("SELECT 1 FROM scans WHERE id = $1", [kept])).rowCount).toBe(1);
	});
});
