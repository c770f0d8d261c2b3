import { expect, test } from "vitest";
import type { HttpAnswer } from "#src/outbox/delivery/post.ts";
import { readBatch } from "#src/outbox/delivery/send-batch.ts";

const answer = (status: number, text = "", contentType = "application/json"): HttpAnswer => ({
	type: "answer",
	status,
	contentType,
	retryAfter: null,
	text,
});

test("answers are read as if each entry had been sent alone", () => {
	const answers = [
		{ key: "a", status: 202, body: { receipt: { key: "a" } } },
		{ key: "b", status: 204, body: null },
		{ key: "c" },
		null,
	];
	expect(readBatch(answer(200, JSON.stringify({ answers })))).toEqual({
		type: "answers",
		answers: new Map([
			["a", answer(202, '{"receipt":{"key":"a"}}')],
			["b", answer(204)],
		]),
	});
});

test.each([408, 409, 425, 429, 500, 502, 503, 504])("%i is a failure of all", (status) => {
	expect(readBatch(answer(status))).toEqual({ type: "failed", answer: answer(status) });
});

test("so is no answer", () => {
	expect(readBatch({ type: "none", message: "" })).toMatchObject({ type: "failed" });
});

test.each<[string, HttpAnswer]>([
	["400", answer(400, '{"code":"invalid_body"}')],
	["401", answer(401)],
	["403", answer(403)],
	["404", answer(404)],
	["405", answer(405)],
	["501", answer(501)],
	["a redirect", { type: "redirect" }],
	["a page", answer(200, "", "text/html")],
	["an empty 200", answer(200)],
	["other JSON", answer(200, '{"ok":true}')],
	["answers that are no list", answer(200, '{"answers":{}}')],
])("%s refuses no entry", (_, given) => {
	expect(readBatch(given)).toEqual({ type: "not-taken", because: "not-offered", answer: given });
});

test("413 asks for less", () => {
	expect(readBatch(answer(413))).toEqual({ type: "not-taken", because: "too-large", answer: answer(413) });
});
