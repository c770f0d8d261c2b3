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

test("a file that would take far more memory than its length is refused before it is parsed", () => {
	expect(readCapture("[".repeat(1_000_000))).toEqual({ ok: false, message: "It is nested too deeply." });
	expect(readCapture(`[${"{},".repeat(5_000_000)}0]`)).toEqual({ ok: false, message: "It holds too many values." });
});

test("header values are cut where those of a scan are", () => {
	expect(readHead(`server: ${"x".repeat(1_000_000)}`).get("server")?.[0]?.length).toBeLessThan(10_000);
	// As many lines and folds as fit, each read once.
	expect(readHead("a:\n b\n".repeat(1_000_000)).size).toBe(1);
});
