import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readCapture, readHead } from "#server/scanning/look/capture.ts";

test("the example in the documentation is a file that is read", () => {
	const [, example = ""] = /```json\n(.*?)```/s.exec(readFileSync("docs/SCANNERS.md", "utf8")) ?? [];
	expect(readCapture(example)).toMatchObject({ ok: true, capture: { target: { host: "shop.example.com" } } });
});

test("a head is read as browsers read it", () => {
	const head = "HTTP/1.1 200 OK\r\nA: one\n two\r\nno header\nb:three\r\nB : four\r\n:five\r\n\r\n";
	expect([...readHead(head)]).toEqual([
		["a", ["one two"]],
		["b", ["three", "four"]],
	]);
});
