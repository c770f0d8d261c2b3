import { describe, expect, test } from "vitest";
import type { EntryId } from "#contract/ids.ts";
import {
	BACKOFF_BASE_MS,
	BACKOFF_CAP_MS,
	backoff,
	judge,
	judgeNotTaken,
	RETRY_AFTER_CAP_MS,
	readRetryAfter,
} from "#src/outbox/delivery/policy.ts";
import type { HttpAnswer } from "#src/outbox/delivery/post.ts";
import { judgeFile } from "#src/outbox/files/judge-file.ts";
import { REQUESTS } from "#src/requests/definition.ts";

const NOW = Date.UTC(2026, 0, 1);
const ID = "019b7650-0000-7000-8000-000000000001" as EntryId;
const OTHER = "019b7650-0000-7000-8000-000000000002";

const answer = (
	status: number,
	body: unknown = "",
	more: Partial<HttpAnswer & { type: "answer" }> = {},
): HttpAnswer => ({
	type: "answer",
	status,
	contentType: "application/json; charset=utf-8",
	retryAfter: null,
	text: body === "" ? "" : JSON.stringify(body),
	...more,
});
const html = { contentType: "text/html; charset=utf-8", text: "" };
const verdictOf = (given: HttpAnswer, attempts = 1) =>
	judge(given, { id: ID, attempts }, { now: () => NOW, random: () => 0.5, definition: REQUESTS });
const receipt = (key: string | null) => ({ receipt: { key, scanId: OTHER, acceptedAt: "2026-01-01T00:00:00Z" } });
const limit = (scope: string, retryAfter = 30) => ({
	code: "rate_limited",
	message: "Slow down.",
	details: { scope, retryAfter },
});

const HALF_STEP = BACKOFF_BASE_MS / 2;

describe("what counts as delivered", () => {
	test.each<[string, HttpAnswer, string]>([
		["202 with a receipt for this entry", answer(202, receipt(ID)), "delivered"],
		["200 with JSON and no receipt, from a self-hosted server", answer(200, { ok: true }), "delivered"],
		["201 without a body", answer(201), "delivered"],
		["204", answer(204, "", { contentType: "" }), "delivered"],
		["202 with a receipt for another entry", answer(202, receipt(OTHER)), "retry"],
		["202 with a receipt that names no entry", answer(202, receipt(null)), "retry"],
		["200 with HTML: a captive portal", answer(200, "", html), "retry"],
		["200 with plain text", answer(200, "", { contentType: "text/plain", text: "hello" }), "retry"],
		["200 with JSON cut short", answer(200, "", { text: '{"receipt":{"key"' }), "retry"],
		["a redirect", { type: "redirect" }, "retry"],
		["no answer", { type: "none", message: "Failed to fetch" }, "retry"],
	])("%s", (_, given, outcome) => {
		expect(verdictOf(given).outcome).toBe(outcome);
	});
});

describe("codes are read before statuses", () => {
	test.each<[string, number, string]>([
		["engine_unavailable", 501, "engine"],
		["ownership_required", 403, "ownership"],
		["sign_in_required", 401, "sign-in"],
		["other_account", 401, "sign-in"],
		["other_workspace", 401, "workspace"],
		["role_required", 403, "role"],
		["client_archived", 409, "client"],
		["client_unknown", 404, "client"],
		["storage_full", 409, "storage"],
		["ownership_required", 500, "ownership"],
	])("%s with %i holds for %s", (code, status, reason) => {
		expect(verdictOf(answer(status, { code, message: "Why." }))).toMatchObject({
			outcome: "hold",
			reason,
			error: { at: NOW, status, code, message: "Why." },
		});
	});

	test("401 without a code holds for sign-in", () => {
		expect(verdictOf(answer(401))).toMatchObject({ outcome: "hold", reason: "sign-in" });
	});
});

test.each(["already_exists", "changed_meanwhile", "limit_reached", "host_of_other_client"])(
	"409 %s is rejected for good: it can never succeed",
	(code) => {
		expect(verdictOf(answer(409, { code, message: "Look at it, and decide again." }))).toEqual({
			outcome: "reject",
			error: { at: NOW, status: 409, code, message: "Look at it, and decide again." },
		});
	},
);

test("for a file it is tried again: another one is writing it", () => {
	const given = answer(409, { code: "changed_meanwhile", message: "The upload goes on elsewhere." });
	const deps = { now: () => NOW, random: () => 0.5, definition: REQUESTS };
	expect(judgeFile(given, { id: ID, attempts: 1 }, deps).outcome).toBe("retry");
});

describe("what is tried again", () => {
	test.each([408, 409, 425, 429, 500, 502, 503, 504, 507, 511])("%i, after its own back-off", (status) => {
		const verdict = verdictOf(answer(status, { code: "other", message: "Later." }));
		expect(verdict).toMatchObject({
			outcome: "retry",
			notBefore: NOW + HALF_STEP,
			error: { status, message: "Later." },
		});
		expect(verdict).not.toHaveProperty("pauseUntil");
	});

	test("an unknown 501", () => {
		expect(verdictOf(answer(501, { code: "not_implemented", message: "" })).outcome).toBe("retry");
	});

	test("HTML of a proxy or portal below 500, whatever it says: it is not our server's answer", () => {
		for (const status of [200, 302, 403, 404, 413])
			expect(verdictOf(answer(status, "", html))).toMatchObject({ outcome: "retry", error: { status: null } });
	});

	test("no answer keeps the transport's words", () => {
		expect(verdictOf({ type: "none", message: "Failed to fetch" })).toMatchObject({
			error: { status: null, code: null, message: "Failed to fetch" },
		});
	});
});

describe("what pauses the whole outbox", () => {
	test.each<[string, HttpAnswer, number | undefined]>([
		["429 of this client", answer(429, limit("client")), 30_000],
		["429 of this entry", answer(429, limit("entry")), undefined],
		["503 with Retry-After", answer(503, { code: "unavailable", message: "" }, { retryAfter: "120" }), 120_000],
		[
			"503 of this entry: its tool is being installed",
			answer(503, { code: "unavailable", message: "", details: { scope: "entry" } }, { retryAfter: "120" }),
			undefined,
		],
		["503 with HTML and Retry-After, from a proxy", answer(503, "", { ...html, retryAfter: "120" }), 120_000],
		["503 without", answer(503, { code: "unavailable", message: "" }), undefined],
		["500 with Retry-After", answer(500, "", { retryAfter: "120" }), undefined],
	])("%s", (_, given, wait) => {
		const verdict = verdictOf(given);
		expect(verdict.outcome).toBe("retry");
		expect("pauseUntil" in verdict ? verdict.pauseUntil : undefined).toBe(wait && NOW + wait);
	});
});

test.each([400, 403, 404, 405, 410, 413, 415, 421, 422, 451])("%i is rejected for good", (status) => {
	expect(verdictOf(answer(status, { code: "invalid_target", message: "No.", details: { field: "target" } }))).toEqual({
		outcome: "reject",
		error: { at: NOW, status, code: "invalid_target", message: "No.", details: { field: "target" } },
	});
});

test("an error body without a code still gives its message", { meta: { acceptance: "S8.03" } }, () => {
	expect(verdictOf(answer(400, { message: "X" }))).toMatchObject({
		outcome: "reject",
		error: { code: null, message: "X" },
	});
});

test("an error without a message gives an empty one", { meta: { acceptance: "S8.06" } }, () => {
	expect(verdictOf(answer(500, "", { contentType: "text/plain", text: "oops" }))).toMatchObject({
		error: { message: "" },
	});
});

describe("a batch that was not taken says nothing about its entries", () => {
	const notTaken = (given: HttpAnswer) =>
		judgeNotTaken(given, { id: ID, attempts: 1 }, { now: () => NOW, random: () => 0.5, definition: REQUESTS });

	test.each<[string, HttpAnswer, number]>([
		["keys that the server does not know", answer(400, { code: "invalid_body", message: "No others." }), 400],
		["no such call", answer(404, { code: "not_found", message: "No." }), 404],
		["a code that would hold an entry", answer(403, { code: "role_required", message: "No." }), 403],
		["401", answer(401), 401],
		["413 for one entry", answer(413), 413],
		["an empty 200", answer(200), 200],
		["other JSON", answer(200, { ok: true }), 200],
	])("%s: retried, with a message that a person understands", (_, given, status) => {
		expect(notTaken(given)).toEqual({
			outcome: "retry",
			notBefore: NOW + HALF_STEP,
			error: { at: NOW, status, code: null, message: expect.stringContaining("being updated") },
		});
	});

	test.each<[string, HttpAnswer]>([
		["a redirect", { type: "redirect" }],
		["a page", answer(200, "", html)],
		["501", answer(501, { message: "Not here." })],
	])("%s: retried, as for an entry sent alone", (_, given) => {
		expect(notTaken(given)).toEqual(verdictOf(given));
	});
});

describe("Retry-After", () => {
	test.each<[string, number | null]>([
		["120", 120_000],
		[" 7 ", 7000],
		["0", null],
		["", null],
		["soon", null],
		["-5", null],
		["Thu, 01 Jan 2026 00:02:00 GMT", 120_000],
		["Wed, 31 Dec 2025 00:00:00 GMT", null],
		["99999999", RETRY_AFTER_CAP_MS],
	])("%j is %j ms", (header, wait) => {
		expect(readRetryAfter(header, NOW)).toBe(wait);
	});

	test("is followed instead of the back-off", () => {
		expect(verdictOf(answer(500, "", { retryAfter: "120" }), 8)).toMatchObject({ notBefore: NOW + 120_000 });
	});

	test("is taken from the body where the header may not be read (another origin)", () => {
		expect(verdictOf(answer(429, limit("entry", 45)))).toMatchObject({ notBefore: NOW + 45_000 });
	});
});

describe("back-off", () => {
	test("doubles, with full jitter", () => {
		expect([1, 2, 3, 4].map((attempts) => backoff(attempts, () => 0.5))).toEqual([2500, 5000, 10_000, 20_000]);
		expect(backoff(4, () => 0)).toBe(0);
	});

	test("is capped, also after very many attempts", () => {
		for (const attempts of [12, 40, 5000])
			expect(backoff(attempts, () => 0.999_999)).toBeLessThanOrEqual(BACKOFF_CAP_MS);
	});
});
