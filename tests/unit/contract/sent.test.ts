import { expect, test } from "vitest";
import { readSent, sentText, unlistedItem } from "#contract/findings/sent.ts";

const AT = "2026-11-27T10:00:00.000Z";
const items = (count: number) =>
	Array.from({ length: count }, (_, n) => ({
		at: AT,
		what: `GET http://a.example/${n}`,
		address: "192.0.2.1",
		outcome: "200",
	}));
const cut = [...items(500), unlistedItem(13_680, AT, "192.0.2.1")];

test("what is not listed counts, and is no request", () => {
	expect(readSent(cut)).toEqual({ listed: items(500), total: 14_180 });
	expect(readSent([...cut, unlistedItem(20, AT, "192.0.2.1")]).total).toBe(14_200);
	const answer = { at: AT, what: "7 more requests", address: "", outcome: "200" };
	expect(readSent([answer])).toEqual({ listed: [answer], total: 1 });
});

test.each([
	[sentText(cut, "completed"), "14,180 requests and connections, of which the first 500 are listed."],
	[sentText(items(2), "failed"), "2 requests and connections, in order."],
	[sentText(items(1), "running"), "1 request or connection."],
	[sentText([], "pending"), "Nothing so far."],
	[sentText([], "running"), "It is listed here when the scan has ended."],
	[sentText([], "failed"), "Nothing."],
])("%s", (text, expected) => expect(text).toBe(expected));
