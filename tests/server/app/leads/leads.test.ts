import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { deleteOldData } from "#server/app/upkeep/retention.ts";
import { MESSAGE_DAYS } from "#src/config/retention.ts";
import { decodeMail, startMailbox } from "../../../support/server/mailbox.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

const TEAM = "team@plumbline.example";
const mailbox = await startMailbox();
afterAll(() => mailbox.close());
const server = await startTestServer({ env: { SMTP_URL: mailbox.smtpUrl, TEAM_EMAIL: TEAM } });
const { pool } = server.database;

type Kind = "newsletter" | "waitlist" | "contact" | "demo";
const send = (kind: Kind, body: unknown, key: string = randomUUID()) =>
	fetch(`${server.url}${API_BASE}${API_PATHS[kind]}`, {
		method: "POST",
		headers: { "Content-Type": "application/json", [IDEMPOTENCY_KEY]: key },
		body: typeof body === "string" ? body : JSON.stringify(body),
	});
const post = (path: string, headers: Record<string, string> = {}) =>
	fetch(server.url + path, {
		method: "POST",
		headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
		body: "List-Unsubscribe=One-Click",
	});
const linkIn = (raw: string) =>
	/http:\/\/localhost:\d+(\/subscription\/[\w-]{43})/.exec(decodeMail(raw))?.[1] ?? expect.fail("no link in the email");
const mailsTo = (address: string) => mailbox.received.filter(({ to }) => to.includes(address));
const rows = async (email: string) =>
	(await pool.query("SELECT kind, confirmed_at FROM leads WHERE body ->> 'email' = $1", [email])).rows;
const jobsLeft = async () =>
	(await pool.query("SELECT 1 FROM pgboss.job WHERE name = 'lead-mail' AND state IN ('created', 'active', 'retry')"))
		.rowCount;
const allMailed = () => until(async () => (await jobsLeft()) === 0, "all emails are sent");

const message = (email: string) => ({
	firstName: "Ada",
	lastName: "Obi",
	email,
	company: "Obi & Daughters",
	inquiryType: "pricing",
	message: "Visit https://evil.example now\n<script>alert(1)</script>",
});

describe.each(["newsletter", "waitlist"] as const)("the %s", { meta: { acceptance: "B23, B26" } }, (kind) => {
	const email = `${kind}@example.org`;

	test("takes an address that is confirmed, and lets it leave", async () => {
		const key = randomUUID();
		const answer = await send(kind, { email }, key);
		expect(answer.status).toBe(202);
		expect((await answer.json()).receipt).toMatchObject({ key, acceptedAt: expect.any(String) });
		const { raw } = await mailbox.next(email);
		expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
		const link = linkIn(raw);

		// An email scanner that opens the link confirms nothing.
		const page = await fetch(server.url + link);
		expect(page.status).toBe(200);
		expect(page.headers.get("Cache-Control")).toBe("private, no-store");
		expect(await rows(email)).toEqual([{ kind, confirmed_at: null }]);

		expect((await post(link, { Origin: "null", "Sec-Fetch-Site": "same-origin" })).status).toBe(200);
		expect(await rows(email)).toEqual([{ kind, confirmed_at: expect.any(Date) }]);
		expect(await (await fetch(server.url + link)).text()).toContain("Remove my address");

		// As the button of an email program posts.
		expect((await post(`${link}/leave`)).status).toBe(200);
		expect(await rows(email)).toEqual([]);
		expect((await post(`${link}/leave`)).status).toBe(404);
		expect((await fetch(server.url + link)).status).toBe(404);
	});

	test("a mailbox that is already on it gets the same answer and no email", async () => {
		const known = `known-${kind}@example.org`;
		await send(kind, { email: known });
		await post(linkIn((await mailbox.next(known)).raw));
		const again = await send(kind, { email: known.toUpperCase() });
		expect(again.status).toBe(202);
		expect(Object.keys((await again.json()).receipt)).toEqual(["key", "acceptedAt"]);
		await allMailed();
		expect(mailsTo(known)).toHaveLength(1);
		expect(mailsTo(known.toUpperCase())).toHaveLength(0);
	});
});

describe("a message", { meta: { acceptance: "B24" } }, () => {
	test("reaches the team in full and is acknowledged without any of its text", async () => {
		const email = "writer@example.org";
		expect((await send("contact", { ...message(email), role: "ciso", companySize: "1000+" })).status).toBe(202);
		const { raw: toTeam } = await mailbox.next(TEAM);
		expect(toTeam).toMatch(/^Reply-To: writer@example\.org/m);
		const team = decodeMail(toTeam);
		expect(team).toContain("Visit https://evil.example now");
		expect(team).toContain("1000+");
		expect(team).toContain("&lt;script&gt;");
		const visitor = decodeMail((await mailbox.next(email)).raw);
		expect(visitor).toContain("within 24 hours");
		expect(visitor).not.toMatch(/evil|script>alert|Ada|Daughters/);
	});

	test("sent twice under one key is one message, at the same moment and later", async () => {
		const email = "once@example.org";
		const key = randomUUID();
		const answers = await Promise.all([1, 2, 3].map(() => send("contact", message(email), key)));
		expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
		const receipts = await Promise.all(answers.map(async (answer) => (await answer.json()).receipt));
		expect(new Set(receipts.map(({ acceptedAt }) => acceptedAt)).size).toBe(1);
		await allMailed();
		expect(mailsTo(email)).toHaveLength(1);
		expect(await rows(email)).toHaveLength(1);
		expect((await send("contact", { ...message(email), message: "Another" }, key)).status).toBe(422);
		expect((await send("demo", { name: "Ada", email, company: "Obi" }, key)).status).toBe(422);
	});
});

test("a request for a demo is answered with its time for the calendar, tentative and 30 minutes long", {
	meta: { acceptance: "B40" },
}, async () => {
	const email = "demo@example.org";
	const wish = { name: "Ada", email, company: "Obi", startsAt: "2026-12-01T09:00:00Z", timeZone: "Africa/Lagos" };
	expect((await send("demo", wish)).status).toBe(202);
	const { raw } = await mailbox.next(email);
	const encoded = /demo\.ics[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(raw)?.[1] ?? expect.fail("no calendar file");
	const calendar = Buffer.from(encoded, "base64").toString();
	expect(calendar).toContain("DTSTART:20261201T090000Z\r\nDTEND:20261201T093000Z");
	expect(calendar).toContain("STATUS:TENTATIVE");
	expect(calendar).not.toContain("Obi");
});

describe("bad input", () => {
	test.each<[string, Kind, unknown]>([
		["no email", "newsletter", {}],
		["an email of another type", "newsletter", { email: 7 }],
		["an impossible email", "waitlist", { email: "a@b.c>,<d" }],
		["a field that is not asked for", "newsletter", { email: "x@example.org", admin: true }],
		["an empty message", "contact", { ...message("x@example.org"), message: "  " }],
		["a message that is too long", "contact", { ...message("x@example.org"), message: "x".repeat(5_001) }],
		["a role that is none", "contact", { ...message("x@example.org"), role: "king" }],
		["a NUL character", "contact", { ...message("x@example.org"), company: "a\u0000b" }],
		["half of a character", "contact", { ...message("x@example.org"), company: "a\ud800b" }],
		["a time that is none", "demo", { name: "A", email: "x@example.org", company: "B", startsAt: "tomorrow" }],
		["a time zone with a line end", "demo", { name: "A", email: "x@example.org", company: "B", timeZone: "A\r\nB" }],
		["no JSON", "contact", "{"],
	])("%s is 400 and keeps nothing", async (_what, kind, body) => {
		const answer = await send(kind, body);
		expect(answer.status).toBe(400);
		expect((await answer.json()).message).toMatch(/[.!]$/);
		expect(await rows("x@example.org")).toEqual([]);
	});

	test("too much for one mailbox is 429, for this entry alone", async () => {
		const email = "flood@example.org";
		for (let count = 0; count < 5; count++) expect((await send("contact", message(email))).status).toBe(202);
		const sixth = await send("contact", message(email));
		expect(sixth.status).toBe(429);
		expect(sixth.headers.get("Retry-After")).toMatch(/^\d+$/);
		expect((await sixth.json()).details.scope).toBe("entry");
		expect((await send("contact", message("other@example.org"))).status).toBe(202);
	});
});

test("unconfirmed subscriptions are deleted with the scans, messages after a year", async () => {
	await send("newsletter", { email: "silent@example.org" });
	await send("contact", message("old@example.org"));
	await send("contact", message("new@example.org"));
	const age = (email: string, days: number) =>
		pool.query("UPDATE leads SET accepted_at = now() - $2 * interval '1 day' WHERE body ->> 'email' = $1", [
			email,
			days,
		]);
	await age("silent@example.org", 31);
	await age("old@example.org", MESSAGE_DAYS + 1);
	await age("new@example.org", MESSAGE_DAYS - 1);
	await deleteOldData(pool, 30);
	expect(await rows("silent@example.org")).toEqual([]);
	expect(await rows("old@example.org")).toEqual([]);
	expect(await rows("new@example.org")).toHaveLength(1);
});
