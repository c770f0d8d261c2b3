import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { OPERATIONS } from "#contract/operations.ts";
import { API_PATHS } from "#contract/routes.ts";
import { afterFile } from "../../../support/after-file.ts";
import { SUBJECTS } from "../../../support/server/account-server.ts";
import { codeIn, cookiesOf, mailAbout, postJson, registrationOf } from "../../../support/server/accounts.ts";
import { createTestDatabase } from "../../../support/server/database.ts";
import { decodeMail, startMailbox } from "../../../support/server/mailbox.ts";
import { newVarDir, startPlumbline } from "../../../support/server/plumbline.ts";
import { startPushService } from "../../../support/server/push-service.ts";
import { newSubscription } from "../../../support/server/push-subscription.ts";
import { until } from "../../../support/until.ts";

const HOST = "127.0.0.77";
const FROM = "203.0.113.77";
const READER = "log-reader@example.org";
const OWNER = "log-owner@example.org";
const PASSWORDS = ["correct horse battery", "wrong horse battery", "another horse battery"] as const;

const mailbox = await startMailbox();
afterFile(() => mailbox.close());
const push = await startPushService();
const database = await createTestDatabase();
const VAR_DIR = await newVarDir();
afterAll(() => rm(VAR_DIR, { recursive: true, force: true }));

/** A site to scan, at an address that occurs nowhere else. */
const site = createServer((_request, response) => response.end("<p>Hello"));
await new Promise<void>((resolve) => site.listen(0, HOST, resolve));
afterFile(() => new Promise((resolve) => site.close(resolve)));
const target = `${HOST}:${(site.address() as AddressInfo).port}`;

const smtp = new URL(mailbox.smtpUrl);
smtp.username = "smtp-user";
smtp.password = "smtp-secret";

test("a server that did everything, with all it can say in its log, said no secret and named nobody", async () => {
	const server = await startPlumbline({
		VAR_DIR,
		LOG_LEVEL: "debug",
		PRACTICE_TARGET: "off",
		DATABASE_URL: database.url,
		SMTP_URL: smtp.href,
		SCAN_ALLOW: HOST,
		PUSH_ALLOW: "127.0.0.1",
		TRUST_PROXY: "on",
		METRICS_PORT: "0",
	});
	const secrets = new Map<string, string>([
		["password of the database", new URL(database.url).password],
		["password of the mail server", "smtp-secret"],
		["scanned host", HOST],
		["address of the visitor", FROM],
		["reader's email address", READER],
		["owner's email address", OWNER],
		["name", "Lovelace"],
		["message", "a very private matter"],
	]);
	for (const [index, password] of PASSWORDS.entries()) secrets.set(`password ${index}`, password);
	let cookie = "";
	const headers = () => ({ Cookie: cookie, "X-Forwarded-For": FROM });
	const post = (path: string, body: unknown) => postJson(server.listening, path, body, headers());
	const get = (path: string) => fetch(server.listening + path, { headers: headers() });
	const signIn = async (password: string) => {
		const answer = await post(API_PATHS.token, { email: OWNER, password });
		if (answer.ok) {
			cookie = cookiesOf(answer);
			for (const pair of cookie.split("; ")) secrets.set(`cookie ${pair}`, pair.split("=")[1] ?? "");
		}
		return answer.status;
	};

	// An account: its codes and its passwords.
	expect((await post(API_PATHS.register, registrationOf(OWNER, PASSWORDS[0]))).ok).toBe(true);
	expect(await signIn(PASSWORDS[1])).toBe(401);
	expect(await signIn(PASSWORDS[0])).toBe(204);
	const code = codeIn(await mailAbout(mailbox, OWNER, SUBJECTS.confirm));
	secrets.set("code that confirms", code);
	expect((await post(API_PATHS.confirmEmail, { email: OWNER, code: "AAAA-AAAA-AAAA" })).ok).toBe(false);
	expect((await post(API_PATHS.confirmEmail, { email: OWNER, code })).ok).toBe(true);
	await post(API_PATHS.forgotPassword, { email: OWNER });
	const reset = codeIn(await mailAbout(mailbox, OWNER, SUBJECTS.reset));
	secrets.set("code that resets", reset);
	expect((await post(API_PATHS.resetPassword, { email: OWNER, code: reset, password: PASSWORDS[2] })).ok).toBe(true);
	expect(await signIn(PASSWORDS[2])).toBe(204);

	// Scans with an email, a report behind a secret link, and a notification.
	const device = newSubscription(`${push.url}/a-secret-endpoint`);
	secrets.set("endpoint", "a-secret-endpoint").set("key of a device", device.subscription.keys.auth);
	expect((await post(OPERATIONS.addSubscription.path, device.subscription)).ok).toBe(true);
	const answer = await post("scans/combined/start/", { target, email: OWNER });
	expect(answer.status, await answer.clone().text()).toBe(202);
	const { scanId } = (await answer.json()).receipt;
	const free = await postJson(
		server.listening,
		"scans/combined/start/",
		{ target, email: READER },
		{ "X-Forwarded-For": FROM },
	);
	expect(free.status).toBe(202);
	const report = decodeMail((await mailbox.next(READER)).raw);
	for (const link of report.match(/(?<=\/(r|not-me)\/)[\w-]{20,}/g) ?? []) secrets.set(`link ${link}`, link);
	expect([...secrets.keys()].filter((key) => key.startsWith("link")).length).toBeGreaterThanOrEqual(2);
	for (const [key, token] of secrets) {
		if (key.startsWith("link"))
			for (const path of [`/r/${token}`, `/r/${token}/`, `/r/${token}/x`, `/not-me/${token}`]) await get(path);
	}
	await until(async () => push.received.length > 0, "the device is notified");

	// What visitors submit, with its links.
	const contact = { firstName: "Ada", lastName: "Lovelace", email: READER, company: "Analytical Engines" };
	expect(
		(await post(API_PATHS.contact, { ...contact, inquiryType: "other", message: "a very private matter" })).ok,
	).toBe(true);
	expect((await post(API_PATHS.newsletter, { email: READER })).ok).toBe(true);
	const subscription = await mailAbout(mailbox, READER, "Confirm");
	const unsubscribe = /\/subscription\/([\w-]{20,})/.exec(subscription)?.[1] ?? "";
	secrets.set("link of a subscription", unsubscribe);
	await get(`/subscription/${unsubscribe}/leave`);

	// Our own errors, and those of the database and of senders.
	await database.owner.query(
		"ALTER TABLE leads ADD CONSTRAINT never CHECK (body ->> 'email' <> 'log-owner@example.org')",
	);
	expect((await post(API_PATHS.newsletter, { email: OWNER })).status).toBe(500);
	await database.owner.query("ALTER TABLE leads DROP CONSTRAINT never; ALTER TABLE report_links RENAME TO elsewhere");
	for (const [key, token] of secrets) if (key.startsWith("link")) await get(`/r/${token}`);
	await database.owner.query("ALTER TABLE elsewhere RENAME TO report_links");
	expect((await post(API_PATHS.token, `{"email":"${OWNER}"`)).status).toBe(400);
	await get(`/r/%E0%A4%A?email=${OWNER}`);

	// Metrics are as public as a log.
	const [, metricsUrl = ""] = /Metrics\s+(\S+)/.exec(server.output()) ?? [];
	const metrics = await (await fetch(metricsUrl)).text();
	expect(metrics).toContain("plumbline_mails_total");
	expect(await server.stop()).toBe(0);

	const output = server.output();
	const lines = output
		.split("\n")
		.filter((line) => line.startsWith("{"))
		.map((line) => JSON.parse(line));
	for (const what of ["answered", "request failed", "scan ended", "mail sent", "notification", "account: refused"]) {
		expect(
			lines.map(({ msg }) => msg),
			what,
		).toContain(what);
	}
	const requests = lines.filter(({ msg }) => msg === "answered" || msg === "request failed");
	expect(requests.filter(({ requestId }) => !/^[0-9a-f-]{36}$/.test(requestId))).toEqual([]);
	const ofScan = lines.filter((line) => line.scanId === scanId);
	expect(ofScan.length).toBeGreaterThan(2);
	for (const line of ofScan) expect(line.requestId, line.msg).toBe(answer.headers.get("x-request-id"));
	const said = [...secrets].filter(
		([, secret]) => secret === "" || output.includes(secret) || metrics.includes(secret),
	);
	expect(said).toEqual([]);
});
