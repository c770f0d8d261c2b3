import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createVapid } from "#server/identity/notifications/vapid.ts";
import { createFakeEngine } from "../../../support/engines/fake-engine.ts";
import { findingOf, ranWith } from "../../../support/engines/found.ts";
import { createAccount, mailAbout, type TestAccount } from "../../../support/server/accounts.ts";
import { apiClient, asAccount, refusalOf } from "../../../support/server/api-client.ts";
import { decodeMail, startMailbox } from "../../../support/server/mailbox.ts";
import { startPushService } from "../../../support/server/push-service.ts";
import { newSubscription } from "../../../support/server/push-subscription.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

const push = await startPushService();
const mailbox = await startMailbox();
afterAll(() => mailbox.close());
const server = await startTestServer({
	engine: createFakeEngine(ranWith([findingOf({ severity: "high" })])),
	env: { PUSH_ALLOW: "127.0.0.1", SMTP_URL: mailbox.smtpUrl },
});
const as = (account: TestAccount) => apiClient(server.url, asAccount(account));
const at = (path: string) => push.received.filter((one) => one.path === path);
const jobsOf = async (scanId: string) =>
	(
		await server.database.pool.query<{ state: string }>(
			"SELECT state FROM pgboss.job WHERE name = 'push' AND data ->> 'scanId' = $1",
			[scanId],
		)
	).rows.map(({ state }) => state);

async function scan(account: TestAccount, kind: "startSslyzeScan" | "startCombinedScan"): Promise<string> {
	const target = "example.com";
	const body = kind === "startSslyzeScan" ? { target: `${target}:443` } : { target, email: account.email };
	return (await (await as(account)(kind, { body })).json()).receipt.scanId;
}
const ended = (account: TestAccount, scanId: string) =>
	until(async () => {
		const { scan } = await (await as(account)("readScan", { params: { scanId } })).json();
		return scan?.status === "completed";
	}, "the scan ended");

test("a device is notified of a scan's end and of serious findings, in few words and with the server's key", async () => {
	const ada = await createAccount(server);
	const device = newSubscription(`${push.url}/ada?x=1`);
	expect(await (await as(ada)("readNotifications")).json()).toMatchObject({
		choices: { scanFinished: true, newFinding: true, mail: false },
		devices: 0,
		here: false,
	});
	const added = await (await as(ada)("addSubscription", { body: device.subscription })).json();
	expect(added).toMatchObject({ devices: 1, here: true });
	expect(createVapid((await readFile(join(server.varDir, "vapid-private-key"), "utf8")).trim(), "x").publicKey).toBe(
		added.publicKey,
	);

	const first = await scan(ada, "startSslyzeScan");
	const [told] = await until(
		async () => (at("/ada?x=1").length === 1 ? at("/ada?x=1") : undefined),
		"the device is notified",
	);
	expect(told && device.read(told.body)).toEqual({ kind: "scan-finished", host: "example.com", id: first });
	expect(told?.headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400" });
	expect(told?.headers.authorization).toContain(`k=${added.publicKey}`);

	const second = await scan(ada, "startCombinedScan");
	const [, serious] = await until(async () => (at("/ada?x=1").length === 2 ? at("/ada?x=1") : undefined), "told again");
	expect(serious && device.read(serious.body)).toEqual({ kind: "new-finding", host: "example.com", id: second });

	// The same finding again is not new, and an account that turned off notifications about ended scans gets none.
	await as(ada)("changeNotifications", { body: { scanFinished: false } });
	const third = await scan(ada, "startCombinedScan");
	await until(async () => (await jobsOf(third)).join() === "completed", "the job has run");
	expect(at("/ada?x=1")).toHaveLength(2);
	const settings = await (await as(ada)("readNotifications")).json();
	expect(settings.choices).toEqual({ scanFinished: false, newFinding: true, mail: false });
});

test("a device is notified about the account that is signed in there, and about none after sign-out", async () => {
	const [ben, cleo] = [await createAccount(server), await createAccount(server)];
	const { subscription } = newSubscription(`${push.url}/shared`);
	await as(ben)("addSubscription", { body: subscription });
	await as(cleo)("addSubscription", { body: subscription });
	expect(await (await as(ben)("readNotifications")).json()).toMatchObject({ devices: 0, here: false });
	expect(await (await as(cleo)("readNotifications")).json()).toMatchObject({ devices: 1, here: true });
	await as(cleo)("signOut");
	const { rowCount } = await server.database.pool.query("SELECT 1 FROM push_subscriptions WHERE endpoint = $1", [
		subscription.endpoint,
	]);
	expect(rowCount).toBe(0);
	const dora = await createAccount(server);
	await as(dora)("addSubscription", { body: subscription });
	expect((await as(dora)("removeSubscription")).status).toBe(204);
	expect(await (await as(dora)("readNotifications")).json()).toMatchObject({ devices: 0 });
});

test("a subscription that is gone is deleted, and an email replaces it if that was chosen", async () => {
	const eve = await createAccount(server);
	await as(eve)("addSubscription", { body: newSubscription(`${push.url}/gone`).subscription });
	await as(eve)("changeNotifications", { body: { mail: true } });
	push.status = 410;
	const first = await scan(eve, "startSslyzeScan");
	expect(await mailAbout(mailbox, eve.email, "Your scan of example[.]com has ended")).toContain(
		`/dashboard/scans/${first}`,
	);
	expect(await (await as(eve)("readNotifications")).json()).toMatchObject({ devices: 0 });
	push.status = 201;
	// Without any device the email goes out immediately. Someone who gets the report by email gets no second one.
	const second = await scan(eve, "startCombinedScan");
	await until(async () => (await jobsOf(second)).join() === "completed", "the job has run");
	const third = await scan(eve, "startSslyzeScan");
	await until(
		async () => mailbox.received.some((mail) => decodeMail(mail.raw).includes(`/dashboard/scans/${third}`)),
		"the email arrives",
	);
	expect(mailbox.received.some((mail) => decodeMail(mail.raw).includes(`/dashboard/scans/${second}`))).toBe(false);
});

test("a service that is busy is tried again; what it will not take is let go", async () => {
	const fay = await createAccount(server);
	await as(fay)("addSubscription", { body: newSubscription(`${push.url}/busy`).subscription });
	push.status = 503;
	const scanId = await scan(fay, "startSslyzeScan");
	await until(async () => at("/busy").length >= 1, "it was tried");
	push.status = 413;
	await until(async () => at("/busy").length >= 2, "it was tried again");
	await until(async () => (await jobsOf(scanId)).every((state) => state === "completed"), "it is let go");
	push.status = 201;
	expect(await (await as(fay)("readNotifications")).json()).toMatchObject({ devices: 1 });
});

test("an account has so many devices and no more: a further one takes the place of the oldest", async () => {
	const jo = await createAccount(server);
	const { pool } = server.database;
	await pool.query(
		`WITH made AS (INSERT INTO sessions (id, token_hash, account_id, device, remembered, created_at, last_seen_at)
		   SELECT gen_random_uuid(), sha256(('jo' || n)::bytea), $1, 'Firefox', true, now(), now() FROM generate_series(1, 20) n
		   RETURNING id)
		 INSERT INTO push_subscriptions (session_id, account_id, endpoint, p256dh, auth, created_at)
		 SELECT id, $1, 'https://push.example/' || id, 'k', 'a', now() - row_number() OVER () * interval '1 day' FROM made`,
		[jo.accountId],
	);
	const oldest = async () =>
		(await pool.query("SELECT min(created_at) AS at FROM push_subscriptions WHERE account_id = $1", [jo.accountId]))
			.rows[0].at;
	const before = await oldest();
	const added = await as(jo)("addSubscription", { body: newSubscription(`${push.url}/twenty-first`).subscription });
	expect(await added.json()).toMatchObject({ devices: 20, here: true });
	expect((await oldest()) > before).toBe(true);
});

test("a device is no longer notified once its session has expired, even before old rows are pruned", async () => {
	const kim = await createAccount(server);
	const { endpoint, keys } = newSubscription(`${push.url}/idle`).subscription;
	await server.database.pool.query(
		`WITH made AS (INSERT INTO sessions (id, token_hash, account_id, device, remembered, created_at, last_seen_at)
		   SELECT gen_random_uuid(), sha256('kim'), $1, 'Hotel', false, now() - interval '14 hours', now() - interval '13 hours'
		   RETURNING id)
		 INSERT INTO push_subscriptions (session_id, account_id, endpoint, p256dh, auth) SELECT id, $1, $2, $3, $4 FROM made`,
		[kim.accountId, endpoint, keys.p256dh, keys.auth],
	);
	const added = await as(kim)("addSubscription", { body: newSubscription(`${push.url}/awake`).subscription });
	const scanId = await scan(kim, "startSslyzeScan");
	await until(async () => at("/awake").length === 1, "the other device is notified");
	await until(async () => (await jobsOf(scanId)).every((state) => state === "completed"), "the jobs have run");
	expect(at("/idle")).toEqual([]);
	expect(await added.json()).toMatchObject({ devices: 1 });
});

test("an account without a device makes no job", async () => {
	const gil = await createAccount(server);
	const scanId = await scan(gil, "startSslyzeScan");
	await ended(gil, scanId);
	expect(await jobsOf(scanId)).toEqual([]);
});

test.each([
	["a private network", "https://10.1.2.3/x"],
	["a name that leads into one", "https://inside.example.com/x"],
	["the cloud's own address", "https://169.254.169.254/latest"],
	["plain http to another host", "http://example.com/x"],
	["a port that is none of the web's", "https://example.com:25/x"],
	["a name with a password", "https://a:b@example.com/x"],
])("an endpoint is an address from outside: %s is refused", async (_what, endpoint) => {
	const hal = await createAccount(server);
	const answer = await as(hal)("addSubscription", { body: newSubscription(endpoint).subscription });
	expect(await refusalOf(answer)).toMatchObject({ status: 403, code: "target_refused" });
	expect(await (await as(hal)("readNotifications")).json()).toMatchObject({ devices: 0 });
});

test.each([
	["no address", { endpoint: "push", keys: newSubscription("x").subscription.keys }],
	["a short key", { endpoint: `${push.url}/x`, keys: { p256dh: "AAAA", auth: "AAAA" } }],
])("what is no subscription is not taken: %s", async (_what, body) => {
	const ida = await createAccount(server);
	expect((await as(ida)("addSubscription", { body })).status).toBe(400);
});

test("processes that share the work send nothing until they are given one key", async () => {
	const publicKeyOf = async (env: Record<string, string>) => {
		const api = await startTestServer({ env: { ROLE: "api", ...env } });
		const own = apiClient(api.url, asAccount(await createAccount(api)));
		return (await (await own("readNotifications")).json()).publicKey;
	};
	expect(await publicKeyOf({})).toBeNull();
	const key = Buffer.alloc(32, 7).toString("base64url");
	expect(await publicKeyOf({ VAPID_PRIVATE_KEY: key })).toBe(createVapid(key, "x").publicKey);
});
