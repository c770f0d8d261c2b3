import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { CODES_A_DAY } from "#contract/assessments/respond.ts";
import { API_BASE } from "#contract/routes.ts";
import { deleteOldData } from "#server/app/upkeep/retention.ts";
import { startAccountServer } from "#tests/support/server/account-server.ts";
import { mailAbout } from "#tests/support/server/accounts.ts";
import { apiClient, refusalOf } from "#tests/support/server/api-client.ts";
import { decodeMail } from "#tests/support/server/mailbox.ts";
import { addClient, addMember, createOwner } from "#tests/support/server/people.ts";
import {
	type AskedRespondent,
	askRespondent,
	beginVendorAssessment,
	CODE_SUBJECT,
	codeFor,
	confirmedRespondent,
	createRespondent,
	dayIn,
	LINK_SUBJECT,
	newRespondentAddress,
	respondAnswerOf,
	respondTokenFor,
} from "#tests/support/server/respond.ts";
import { until } from "#tests/support/until.ts";

const { server, mailbox, pool } = await startAccountServer();
const owner = await createOwner(server);
await pool.query("UPDATE workspaces SET name = 'Visit https://evil.example now' WHERE id = $1", [owner.workspaceId]);
const anyone = apiClient(server.url);
const assessmentId = await beginVendorAssessment(owner);
const params = { assessmentId };
const ask = (more: { sections?: string[]; endsOn?: string; email?: string } = {}) =>
	askRespondent(mailbox, owner, { assessmentId, ...more });
const confirmed = (link: AskedRespondent) => confirmedRespondent(mailbox, server.url, link);
const read = (token: string) => anyone("readRespondLink", { body: { token } });
const revoke = ({ id }: { id: string }) => owner.call("revokeRespondent", { params: { ...params, respondentId: id } });
const listed = async (id: string) => {
	const { respondents } = await (await owner.call("listRespondents", { params })).json();
	return respondents.find((one: { id: string }) => one.id === id);
};
/** Resets the count of what this file's one workspace has sent: another test covers the limits. */
const forgetLimits = () => pool.query("DELETE FROM rate_limits");
/** Sets a link's last day to one that is over. */
const endIt = ({ id }: { id: string }) =>
	pool.query("UPDATE respondents SET ends_on = current_date - 1 WHERE id = $1", [id]);

describe("a link", () => {
	test("is mailed with nothing in it that a member wrote but the workspace’s name, and that is no link", async () => {
		const link = await ask();
		const mail = await mailAbout(mailbox, link.email, LINK_SUBJECT);
		expect(mail).toContain("Visit https[:]//evil[.]example now");
		for (const text of ["Grace Hopper", "Acme Hosting", "Ada", "https://evil.example"])
			expect(mail).not.toContain(text);
		const { rows } = await pool.query("SELECT respondents::text AS row FROM respondents WHERE id = $1", [link.id]);
		expect(rows[0].row).not.toContain(link.token);
		expect(rows[0].row).not.toContain(link.shown);
		expect(link.shown).not.toBe(link.token);
	});

	test("names the client on whose behalf it asks, before and after the code", async () => {
		const bank = await (await owner.call("createClient", { body: { name: "First Bank" } })).json();
		const about = await beginVendorAssessment(owner, bank.id);
		const link = await askRespondent(mailbox, owner, { assessmentId: about });
		expect(await (await read(link.token)).json()).toMatchObject({ client: "First Bank" });
		const session = await confirmed(link);
		const detail = await session.call("readRespond", { params: { respondentId: link.id } });
		expect(await detail.json()).toMatchObject({ client: "First Bank" });
	});

	test("shows who asks, what it is about, which sections, and until when, and nothing else", async () => {
		const link = await ask();
		expect(await listed(link.id)).toMatchObject({ state: "sent", openedAt: null, email: link.email });
		for (const token of [link.token, link.shown]) {
			const offer = await read(token);
			expect(offer.headers.get("cache-control")).toBe("no-store");
			expect(await offer.json()).toEqual({
				respondentId: link.id,
				workspace: "Visit https://evil.example now",
				askedBy: "Ada Lovelace",
				title: "Acme Hosting, 2026",
				questions: expect.any(String),
				sections: [
					{ id: "service", title: "The service", questions: expect.any(Number) },
					{ id: "company", title: "The company", questions: expect.any(Number) },
				],
				endsOn: dayIn(30),
				email: `${link.email[0]}…@example.net`,
			});
		}
		expect(await listed(link.id)).toMatchObject({ state: "opened", openedAt: expect.any(String) });
	});

	test("that was guessed, ended, was revoked or replaced is answered in the same words", async () => {
		await forgetLimits();
		const [ended, revoked, replaced] = [await ask(), await ask(), await ask()];
		await endIt(ended);
		expect((await revoke(revoked)).status).toBe(204);
		const again = await owner.call("resendRespondent", { params: { ...params, respondentId: replaced.id } });
		expect(again.status).toBe(200);
		const newest = await respondTokenFor(mailbox, replaced.email, 2);
		const tokens = [
			"x".repeat(43),
			ended.token,
			ended.shown,
			revoked.token,
			revoked.shown,
			replaced.token,
			replaced.shown,
		];
		const answers = await Promise.all(tokens.map(async (token) => refusalOf(await read(token))));
		expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
		expect(answers[0]).toMatchObject({ status: 404, code: "not_found" });
		expect((await read(newest)).status).toBe(200);
		expect((await read(new URL((await again.json()).url).hash.slice(1))).status).toBe(200);
		expect(await listed(ended.id)).toMatchObject({ state: "ended" });
		expect(await listed(revoked.id)).toMatchObject({ state: "revoked" });

		// Codes reveal nothing at all.
		const codes = await Promise.all(tokens.map((token) => anyone("sendRespondCode", { body: { token } })));
		expect(codes.map(({ status }) => status)).toEqual(tokens.map(() => 202));
		const tries = await Promise.all(
			tokens.map(async (token) => refusalOf(await anyone("confirmRespondCode", { body: { token, code: "123456" } }))),
		);
		expect(new Set(tries.map((answer) => JSON.stringify(answer))).size).toBe(1);
		expect(tries[0]).toMatchObject({ status: 400, code: "invalid_code" });
		await until(
			async () =>
				(
					await pool.query(
						"SELECT 1 FROM pgboss.job WHERE name = 'respondent-code' AND state IN ('created', 'active', 'retry')",
					)
				).rowCount === 0,
			"all codes are sent",
		);
		const to = [ended, revoked, replaced].map(({ email }) => email);
		expect(
			mailbox.received.filter(({ to: [one], raw }) => to.includes(one ?? "") && raw.includes(CODE_SUBJECT)),
		).toEqual([]);
	});

	test("needs a last day within 180 days, sections that are there, and an address that takes mail", async () => {
		const body = { name: "Grace", email: newRespondentAddress(), sections: ["company"], endsOn: dayIn(30) };
		const refused = async (change: object) =>
			refusalOf(await owner.call("askRespondent", { params, body: { ...body, ...change } }));
		const fieldOf = (field: string) => ({
			code: "invalid_body",
			details: { fields: [expect.objectContaining({ field })] },
		});
		expect(await refused({ endsOn: dayIn(181) })).toMatchObject(fieldOf("/endsOn"));
		expect(await refused({ endsOn: dayIn(-1) })).toMatchObject(fieldOf("/endsOn"));
		expect(await refused({ sections: ["company", "nothing"] })).toMatchObject(fieldOf("/sections"));
		expect(await refused({ sections: [] })).toMatchObject({ code: "invalid_body" });
		expect(await refused({ email: "a@b.c>,<d" })).toMatchObject(fieldOf("/email"));
		expect(await refused({ name: " \u0000 " })).toMatchObject(fieldOf("/name"));
		const nowhere = await owner.call("askRespondent", { params: { assessmentId: randomUUID() }, body });
		expect(await refusalOf(nowhere)).toMatchObject({ status: 404 });
	});

	test("is made, sent again and revoked by members who arrange, and seen by those who read", async () => {
		await forgetLimits();
		const [consultant, auditor] = [
			await addMember(server, owner, "consultant"),
			await addMember(server, owner, "auditor"),
		];
		const link = await askRespondent(mailbox, consultant, { assessmentId });
		expect((await auditor.call("listRespondents", { params })).status).toBe(200);
		const denied = await auditor.call("revokeRespondent", { params: { ...params, respondentId: link.id } });
		expect(await refusalOf(denied)).toMatchObject({ code: "role_required" });
		const unconfirmed = await addMember(server, owner, "manager");
		await pool.query("UPDATE accounts SET email_confirmed_at = NULL WHERE id = $1", [unconfirmed.accountId]);
		const body = { name: "Grace", email: newRespondentAddress(), sections: ["company"], endsOn: dayIn(30) };
		expect(await refusalOf(await unconfirmed.call("askRespondent", { params, body }))).toMatchObject({
			code: "email_unconfirmed",
		});
	});

	test("of another workspace’s assessment does not exist for a member", async () => {
		await forgetLimits();
		const link = await ask();
		const stranger = await createOwner(server);
		for (const name of ["listRespondents", "resendRespondent", "revokeRespondent"] as const) {
			const refused = await stranger.call(name, { params: { ...params, respondentId: link.id } });
			expect(await refusalOf(refused)).toMatchObject({ status: 404 });
		}
		expect((await read(link.token)).status).toBe(200);
	});
});

describe("a code", () => {
	test("goes to the mailbox of the link alone: a forwarded link is useless without it", async () => {
		await forgetLimits();
		const link = await ask();
		const thief = createRespondent(server.url);
		const code = await codeFor(mailbox, server.url, link);
		expect(code).toMatch(/^\d{6}$/);
		const wrong = code === "000000" ? "000001" : "000000";
		expect(
			await refusalOf(await thief.call("confirmRespondCode", { body: { token: link.token, code: wrong } })),
		).toMatchObject({
			status: 400,
			code: "invalid_code",
		});
		const { rows } = await pool.query("SELECT code_hash FROM respondent_codes WHERE respondent_id = $1", [link.id]);
		expect(rows[0].code_hash).not.toContain(code);
		expect(decodeMail(mailbox.received.at(-1)?.raw ?? "")).not.toContain(link.token);
		expect((await thief.call("readRespond", { params: { respondentId: link.id } })).status).toBe(401);
	});

	test("works once, however many use it at the same moment", async () => {
		await forgetLimits();
		const link = await ask();
		const code = await codeFor(mailbox, server.url, link);
		const tries = await Promise.all(
			Array.from({ length: 4 }, () => anyone("confirmRespondCode", { body: { token: link.token, code: ` ${code} ` } })),
		);
		expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
		expect(await listed(link.id)).toMatchObject({ state: "confirmed" });
	});

	test("ends after five tries, also if they come at once, and the right one is too late then", async () => {
		await forgetLimits();
		const link = await ask();
		const code = await codeFor(mailbox, server.url, link);
		const wrong = Array.from({ length: 9 }, (_, n) => `${n}00000`)
			.filter((one) => one !== code)
			.slice(0, 5);
		const tries = await Promise.all(
			wrong.map((one) => anyone("confirmRespondCode", { body: { token: link.token, code: one } })),
		);
		expect(tries.every(({ status }) => status === 400)).toBe(true);
		expect((await anyone("confirmRespondCode", { body: { token: link.token, code } })).status).toBe(400);
		const another = await codeFor(mailbox, server.url, link);
		expect((await anyone("confirmRespondCode", { body: { token: link.token, code: another } })).status).toBe(200);
	});

	test("is good for 15 minutes, the newest alone, and for its own link", async () => {
		await forgetLimits();
		const [link, other] = [await ask(), await ask()];
		const code = await codeFor(mailbox, server.url, link);
		expect((await anyone("confirmRespondCode", { body: { token: other.token, code } })).status).toBe(400);
		const newer = await codeFor(mailbox, server.url, link);
		if (newer !== code) {
			expect((await anyone("confirmRespondCode", { body: { token: link.token, code } })).status).toBe(400);
		}
		await pool.query("UPDATE respondent_codes SET expires_at = now() WHERE respondent_id = $1", [link.id]);
		expect((await anyone("confirmRespondCode", { body: { token: link.token, code: newer } })).status).toBe(400);
	});

	test("is sent five times a day for a link, and for one that does not exist it is counted in the same way", async () => {
		await forgetLimits();
		const link = await ask();
		for (const token of [link.token, "y".repeat(43)]) {
			const statuses: number[] = [];
			for (let n = 0; n <= CODES_A_DAY; n++)
				statuses.push((await anyone("sendRespondCode", { body: { token } })).status);
			expect(statuses).toEqual([...Array.from({ length: CODES_A_DAY }, () => 202), 429]);
		}
		await forgetLimits();
	});

	test("of a link that was revoked meanwhile is worth nothing", async () => {
		const link = await ask();
		const code = await codeFor(mailbox, server.url, link);
		await revoke(link);
		expect((await anyone("confirmRespondCode", { body: { token: link.token, code } })).status).toBe(400);
	});
});

describe("a session", () => {
	test("is a cookie that scripts cannot read, for its own calls alone, until the link ends", async () => {
		await forgetLimits();
		const link = await ask({ endsOn: dayIn(3) });
		const code = await codeFor(mailbox, server.url, link);
		const response = await anyone("confirmRespondCode", { body: { token: link.token, code } });
		const [cookie = ""] = response.headers.getSetCookie();
		expect(cookie.startsWith(`respond-${link.id}=`)).toBe(true);
		expect(cookie).toContain(`Path=${API_BASE}respond/`);
		expect(cookie).toContain("HttpOnly");
		expect(cookie).toContain("SameSite=Strict");
		const expires = Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? "");
		expect(new Date(expires).toISOString().slice(0, 10)).toBe(dayIn(3));
		expect(response.headers.getSetCookie()).toHaveLength(1);
	});

	test("is not what else a cookie may hold, however long or odd", async () => {
		await forgetLimits();
		const link = await ask();
		const real = (await confirmed(link)).cookies.get(`respond-${link.id}`) ?? "";
		const read = async (Cookie: string) =>
			(await apiClient(server.url, { Cookie })("readRespond", { params: { respondentId: link.id } })).status;
		expect(await read(`respond-${link.id}=${real}`)).toBe(200);
		const odd = [
			"",
			"%00",
			"%",
			`${real}%00`,
			`${real}x`,
			real.slice(1),
			"x".repeat(8_000),
			"'; DROP TABLE x",
			"\u00e9",
		];
		for (const value of odd) expect(await read(`respond-${link.id}=${value}`), value.slice(0, 60)).toBe(401);
	});

	test("opens the sections of its link, its own words, and nothing of the workspace", async () => {
		await forgetLimits();
		const link = await ask({ sections: ["company"] });
		const other = await ask();
		const body = {
			...respondAnswerOf(other.id),
			assessmentId,
			answer: { value: { type: "choice", choice: "no" }, note: "A member’s secret", evidence: [] },
		};
		const { respondentId: _, ...member } = body;
		expect((await owner.call("answerQuestion", { body: member })).status).toBe(202);
		const stranger = await confirmed(other);
		expect(
			(
				await stranger.call("answerRespond", {
					body: respondAnswerOf(other.id, {
						answer: { value: { type: "choice", choice: "partly" }, note: "Another link’s secret", evidence: [] },
					}),
				})
			).status,
		).toBe(202);

		const respondent = await confirmed(link);
		const opened = await respondent.call("readRespond", { params: { respondentId: link.id } });
		const seen = await opened.json();
		expect(seen).toMatchObject({ title: "Acme Hosting, 2026", name: "Grace Hopper", words: [], parts: [], open: true });
		expect(seen.template.sections.map(({ id }: { id: string }) => id)).toEqual(["company"]);
		const text = JSON.stringify(seen);
		for (const hidden of ["secret", link.email, owner.email, owner.accountId, "single-sign-on"]) {
			expect(text).not.toContain(hidden);
		}
		// Not another link’s, and not a member's calls.
		expect((await respondent.call("readRespond", { params: { respondentId: other.id } })).status).toBe(401);
		expect((await respondent.call("answerRespond", { body: respondAnswerOf(other.id) })).status).toBe(401);
		for (const name of ["listAssessments", "listMembers", "listTasks", "listRespondents", "readAssessment"] as const) {
			expect((await respondent.call(name, { params })).status).toBe(401);
		}
	});

	test("ends with its link, is revoked with it, and ends by itself on one device", async () => {
		await forgetLimits();
		const [revoked, ended, done] = [await ask(), await ask(), await ask()];
		const respondents = [await confirmed(revoked), await confirmed(ended), await confirmed(done)] as const;
		const second = await confirmed(done);
		await revoke(revoked);
		await endIt(ended);
		expect((await respondents[2].call("endRespond", { params: { respondentId: done.id } })).status).toBe(204);
		for (const [n, link] of [revoked, ended, done].entries()) {
			const call = respondents[n as 0 | 1 | 2].call;
			const refusals = [
				await refusalOf(await call("readRespond", { params: { respondentId: link.id } })),
				await refusalOf(await call("answerRespond", { body: respondAnswerOf(link.id) })),
				await refusalOf(
					await call("sendRespondPart", {
						body: { respondentId: link.id, section: "company", saidAt: new Date().toISOString() },
					}),
				),
			];
			expect(refusals.every(({ status, code }) => status === 401 && code === "code_required")).toBe(true);
			expect(new Set(refusals.map(({ message }) => message)).size).toBe(1);
		}
		expect((await second.call("readRespond", { params: { respondentId: done.id } })).status).toBe(200);
	});

	test("goes on when its link is sent again", async () => {
		await forgetLimits();
		const link = await ask();
		const respondent = await confirmed(link);
		await owner.call("resendRespondent", { params: { ...params, respondentId: link.id } });
		expect((await respondent.call("readRespond", { params: { respondentId: link.id } })).status).toBe(200);
		expect((await read(link.token)).status).toBe(404);
	});
});

describe("an answer through a link", () => {
	test("arrives once, under whatever key, and says whose it is", async () => {
		await forgetLimits();
		const assessment = await beginVendorAssessment(owner);
		const link = await askRespondent(mailbox, owner, { assessmentId: assessment });
		const respondent = await confirmed(link);
		const body = respondAnswerOf(link.id);
		const key = randomUUID();
		const send = (idempotencyKey: string, sent: object = body) =>
			respondent.call("answerRespond", { body: sent, headers: { "Idempotency-Key": idempotencyKey } });
		const first = await Promise.all([send(key), send(key), send(randomUUID())]);
		expect(first.map(({ status }) => status)).toEqual([202, 202, 202]);
		expect(await first[0]?.json()).toMatchObject({ receipt: { key } });
		const other = { ...body, answer: { ...body.answer, note: "Changed" } };
		expect(await refusalOf(await send(key, other))).toMatchObject({ code: "idempotency_mismatch" });
		expect(await refusalOf(await send(randomUUID(), other))).toMatchObject({ status: 400 });

		const read = await (await owner.call("readAssessment", { params: { assessmentId: assessment } })).json();
		expect(read.state).toBe("under-way");
		expect(read.words).toHaveLength(1);
		expect(read.words[0]).toMatchObject({ id: body.id, by: { accountId: null, name: "Grace Hopper" } });
		const { rows } = await pool.query("SELECT respondent_id FROM assessment_words WHERE id = $1", [body.id]);
		expect(rows[0].respondent_id).toBe(link.id);
	});

	test("stands beside a member’s, in whatever order they come, and replaces only its own", async () => {
		await forgetLimits();
		const assessment = await beginVendorAssessment(owner);
		const link = await askRespondent(mailbox, owner, { assessmentId: assessment });
		const respondent = await confirmed(link);
		const member = {
			id: randomUUID(),
			assessmentId: assessment,
			questionId: "reports-from-outside",
			answer: { value: { type: "choice", choice: "no" }, note: "", evidence: [] },
			after: [],
			saidAt: new Date().toISOString(),
		};
		expect((await owner.call("answerQuestion", { body: member })).status).toBe(202);
		const overwriting = respondAnswerOf(link.id, { after: [member.id] });
		expect(await refusalOf(await respondent.call("answerRespond", { body: overwriting }))).toMatchObject({
			code: "invalid_body",
		});

		// They may not show what belongs to the workspace.
		const answer = { value: { type: "choice", choice: "no" }, note: "", evidence: [randomUUID()] };
		const naming = respondAnswerOf(link.id, { answer });
		expect(await refusalOf(await respondent.call("answerRespond", { body: naming }))).toMatchObject({
			code: "invalid_body",
			message: "An answer through a link can’t have files of the workspace.",
		});

		const own = respondAnswerOf(link.id);
		expect((await respondent.call("answerRespond", { body: own })).status).toBe(202);
		const summary = async () => (await owner.call("readAssessment", { params: { assessmentId: assessment } })).json();
		expect(await summary()).toMatchObject({ differing: 1 });
		const changed = respondAnswerOf(link.id, {
			after: [own.id],
			answer: { value: { type: "choice", choice: "partly" }, note: "Since May", evidence: [] },
		});
		expect((await respondent.call("answerRespond", { body: changed })).status).toBe(202);
		expect(await summary()).toMatchObject({
			differing: 1,
			words: [{ id: member.id }, { id: own.id }, { id: changed.id }],
		});
		// A member picks.
		const picked = { ...member, id: randomUUID(), answer: changed.answer, after: [member.id, changed.id] };
		expect((await owner.call("answerQuestion", { body: picked })).status).toBe(202);
		expect(await summary()).toMatchObject({ differing: 0, answered: 1 });
		// Respondents see only their own entries, not who picked what.
		const seen = await (await respondent.call("readRespond", { params: { respondentId: link.id } })).json();
		expect(seen.words.map(({ id }: { id: string }) => id)).toEqual([own.id, changed.id]);
	});

	test("is about a question of its sections, and fits it", async () => {
		await forgetLimits();
		const link = await ask({ sections: ["company"] });
		const respondent = await confirmed(link);
		const refused = async (more: object) =>
			refusalOf(await respondent.call("answerRespond", { body: respondAnswerOf(link.id, more as never) }));
		expect(await refused({ questionId: "single-sign-on" })).toMatchObject({
			status: 400,
			message: expect.stringContaining("does not ask"),
		});
		expect(await refused({ questionId: "no-such-question" })).toMatchObject({ status: 400 });
		expect(
			await refused({ answer: { value: { type: "choice", choice: "maybe" }, note: "", evidence: [] } }),
		).toMatchObject({ status: 400 });
		expect(await refused({ answer: { value: { type: "text", text: "x" }, note: "", evidence: [] } })).toMatchObject({
			status: 400,
		});
		const part = await respondent.call("sendRespondPart", {
			body: { respondentId: link.id, section: "product", saidAt: new Date().toISOString() },
		});
		expect(await refusalOf(part)).toMatchObject({ status: 404 });
	});

	test("arrives as long as it may be, in any script", async () => {
		await forgetLimits();
		const assessment = await beginVendorAssessment(owner);
		const link = await askRespondent(mailbox, owner, { assessmentId: assessment });
		const respondent = await confirmed(link);
		const answer = { value: { type: "text", text: "世".repeat(4_000) }, note: "界".repeat(4_000), evidence: [] };
		const body = respondAnswerOf(link.id, { questionId: "reports-address", answer });
		expect((await respondent.call("answerRespond", { body })).status).toBe(202);
		const read = await (await owner.call("readAssessment", { params: { assessmentId: assessment } })).json();
		expect(read.words[0].answer).toEqual(answer);
	});

	test("to a closed assessment waits, and arrives once it is open again", async () => {
		await forgetLimits();
		const assessment = await beginVendorAssessment(owner);
		const link = await askRespondent(mailbox, owner, { assessmentId: assessment });
		const respondent = await confirmed(link);
		await pool.query("UPDATE assessments SET state = 'closed' WHERE id = $1", [assessment]);
		const body = respondAnswerOf(link.id);
		expect(await refusalOf(await respondent.call("answerRespond", { body }))).toMatchObject({
			status: 409,
			code: "changed_meanwhile",
		});
		expect((await (await respondent.call("readRespond", { params: { respondentId: link.id } })).json()).open).toBe(
			false,
		);
		await pool.query("UPDATE assessments SET state = 'under-way' WHERE id = $1", [assessment]);
		expect((await respondent.call("answerRespond", { body })).status).toBe(202);
	});

	test("is refused once its link is revoked, even if the request was on its way", async () => {
		await forgetLimits();
		const assessment = await beginVendorAssessment(owner);
		const link = await askRespondent(mailbox, owner, { assessmentId: assessment });
		const respondent = await confirmed(link);
		const answers = Array.from({ length: 6 }, () => respondAnswerOf(link.id));
		const revoking = owner.call("revokeRespondent", { params: { assessmentId: assessment, respondentId: link.id } });
		const sent = await Promise.all(answers.map((body) => respondent.call("answerRespond", { body })));
		expect((await revoking).status).toBe(204);
		expect(sent.every(({ status }) => status === 202 || status === 401)).toBe(true);
		const { rows } = await pool.query("SELECT count(*)::int AS n FROM assessment_words WHERE assessment_id = $1", [
			assessment,
		]);
		expect(rows[0].n).toBe(sent.filter(({ status }) => status === 202).length);
		expect((await respondent.call("answerRespond", { body: respondAnswerOf(link.id) })).status).toBe(401);
	});
});

describe("a section that is sent", () => {
	const part = (respondentId: string, section = "company") => ({
		respondentId,
		section,
		saidAt: new Date().toISOString(),
	});

	test("is in the list, in the audit log with the respondent’s name, and the member who made the link is told, once an hour", async () => {
		await forgetLimits();
		const bank = await addClient(server, owner.workspaceId, "Bank of Sokoto");
		const assessment = await beginVendorAssessment(owner, bank);
		const link = await askRespondent(mailbox, owner, { assessmentId: assessment });
		const respondent = await confirmed(link);
		await respondent.call("answerRespond", { body: respondAnswerOf(link.id) });
		const key = { "Idempotency-Key": randomUUID() };
		const body = part(link.id);
		const sent = [
			await respondent.call("sendRespondPart", { body, headers: key }),
			await respondent.call("sendRespondPart", { body, headers: key }),
			await respondent.call("sendRespondPart", { body: part(link.id) }),
		];
		expect(sent.map(({ status }) => status)).toEqual([202, 202, 202]);
		const mail = await mailAbout(mailbox, owner.email, "Answers have arrived");
		expect(mail).toContain("Grace Hopper sent a section of the questions about Bank of Sokoto");
		expect(mail).toContain(`/assessments/${assessment}`);
		expect(mail).not.toContain("Acme Hosting");
		const mails = mailbox.received.filter(
			({ to, raw }) => to.includes(owner.email) && raw.includes("Answers have arrived"),
		);
		expect(mails).toHaveLength(1);

		const { respondents } = await (
			await owner.call("listRespondents", { params: { assessmentId: assessment } })
		).json();
		expect(respondents).toMatchObject([{ state: "part-sent", parts: [{ section: "company" }] }]);
		const { entries } = await (await owner.call("listAudit", { query: { limit: "100" } })).json();
		const acts = (
			entries as { what: string; who: unknown; detail: Record<string, unknown>; subject: { id: string } }[]
		).filter(({ detail, subject }) => subject.id === link.id || detail.respondentId === link.id);
		expect(acts.map(({ what }) => what).toReversed()).toEqual([
			"respondent-asked",
			"respondent-confirmed",
			"answered",
			"part-sent",
			"part-sent",
		]);
		for (const { what, who, detail } of acts) {
			if (what === "respondent-asked") expect(who).toMatchObject({ name: "Ada Lovelace" });
			else expect({ who, respondent: detail.respondent }).toEqual({ who: null, respondent: "Grace Hopper" });
		}
		expect(JSON.stringify(acts)).not.toContain(link.token);
	});
});

describe("what is kept", () => {
	test("links are forgotten 30 days after they ended, their sessions at once, and what was answered stays", async () => {
		await forgetLimits();
		const assessment = await beginVendorAssessment(owner);
		const links = await Promise.all([0, 1].map(() => askRespondent(mailbox, owner, { assessmentId: assessment })));
		const [old, recent] = links as [AskedRespondent, AskedRespondent];
		const respondent = await confirmed(old);
		await confirmed(recent);
		await respondent.call("answerRespond", { body: respondAnswerOf(old.id), headers: { "Idempotency-Key": "kept" } });
		await pool.query("UPDATE respondents SET ends_on = current_date - 31 WHERE id = $1", [old.id]);
		await pool.query("UPDATE respondents SET ends_on = current_date - 29 WHERE id = $1", [recent.id]);
		await deleteOldData(pool, 30);
		const count = async (sql: string) => (await pool.query(sql, [[old.id, recent.id]])).rows[0].n;
		expect(await count("SELECT count(*)::int AS n FROM respondents WHERE id = ANY ($1)")).toBe(1);
		expect(await count("SELECT count(*)::int AS n FROM respondent_sessions WHERE respondent_id = ANY ($1)")).toBe(0);
		expect(await count("SELECT count(*)::int AS n FROM account_requests WHERE owner = ANY ($1::text[])")).toBe(0);
		const read = await (await owner.call("readAssessment", { params: { assessmentId: assessment } })).json();
		expect(read.words).toMatchObject([{ by: { name: "Grace Hopper" } }]);
	});

	test("the keys of what was sent through a link that works are kept", async () => {
		await forgetLimits();
		const link = await ask();
		const respondent = await confirmed(link);
		await respondent.call("answerRespond", { body: respondAnswerOf(link.id), headers: { "Idempotency-Key": "kept" } });
		await deleteOldData(pool, 30);
		const { rowCount } = await pool.query("SELECT 1 FROM account_requests WHERE owner = $1", [link.id]);
		expect(rowCount).toBe(1);
	});

	test("all of it goes with the client", async () => {
		await forgetLimits();
		const client = await addClient(server, owner.workspaceId, "Gone Limited");
		const assessment = await beginVendorAssessment(owner, client);
		const link = await askRespondent(mailbox, owner, { assessmentId: assessment });
		const respondent = await confirmed(link);
		await respondent.call("answerRespond", { body: respondAnswerOf(link.id) });
		const gone = await owner.call("deleteClient", { params: { clientId: client }, body: { name: "Gone Limited" } });
		expect(gone.status, await gone.text()).toBe(204);
		expect((await respondent.call("readRespond", { params: { respondentId: link.id } })).status).toBe(401);
		expect((await read(link.token)).status).toBe(404);
		const { rowCount } = await pool.query("SELECT 1 FROM respondents WHERE id = $1", [link.id]);
		expect(rowCount).toBe(0);
	});
});
