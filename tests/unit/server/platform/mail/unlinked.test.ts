import { describe, expect, it } from "vitest";
import { mailTarget, unlinked } from "#server/platform/mail/unlinked.ts";

describe("unlinked text", () => {
	it.each([
		["see https://evil.example/x now", "see https[:]//evil[.]example/x now"],
		["write to me@evil.example", "write to me[@]evil[.]example"],
		["evil。example and evil．example and evil｡example", "evil[.]example and evil[.]example and evil[.]example"],
		["at 203.0.113.9:8443", "at 203[.]0[.]113[.]9:8443"],
		["nginx 1.14.0 offers TLS 1.0. It ends.", "nginx 1.14.0 offers TLS 1.0. It ends."],
		["a\r\nBcc: x", "a␍␊Bcc: x"],
	])("turns %j into %j", (text, expected) => {
		expect(unlinked(text, 200)).toBe(expected);
	});

	it("is bounded, and keeps more of the end, which says whose a name is", () => {
		const short = unlinked(`${"a".repeat(500)}.bank.example`, 40);
		expect(Array.from(short.replaceAll("[.]", "."))).toHaveLength(40);
		expect(short).toMatch(/^a{13}…a+\[\.\]bank\[\.\]example$/);
	});
});

describe("a target in an email", () => {
	it.each([
		["https://shop.example.com/Call-us-now?x=1#y", "shop[.]example[.]com"],
		["shop.example.com:8443/path", "shop[.]example[.]com:8443"],
		["http://someone:secret@shop.example.com", "shop[.]example[.]com"],
		["[2001:db8::1]:443/x", "[2001:db8::1]:443"],
		["203.0.113.9", "203[.]0[.]113[.]9"],
		["localhost:8099", "localhost:8099"],
		["shop.example.com your account is locked", "shop[.]example[.]com"],
		["shop.example.com\r\nBcc: x@evil.example", "shop[.]example[.]com"],
	])("of %j is %j: host and port, nothing a visitor could write a message in", (target, expected) => {
		expect(mailTarget(target)).toBe(expected);
	});
});
