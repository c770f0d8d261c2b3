import { expect, test } from "vitest";
import { addressKey } from "#server/identity/accounts/email/address.ts";

test.each([
	["Ada@Example.ORG", "ada@example.org"],
	["  ada@example.org ", "ada@example.org"],
	["jose\u0301@example.org", "jos\u00e9@example.org"],
	["ada@b\u00fccher.example", "ada@xn--bcher-kva.example"],
	["ada@XN--BCHER-KVA.example", "ada@xn--bcher-kva.example"],
	["ada@example\u3002org", "ada@example.org"],
])("%s and %s are one address", (typed, key) => {
	expect(addressKey(typed)).toBe(key);
});

test("tags and dots make another address: only mail limits look through them", () => {
	expect(addressKey("a.da+scans@gmail.com")).toBe("a.da+scans@gmail.com");
});

test("the key of a key is itself", () => {
	for (const typed of ["Ada@B\u00fccher.example", "x@y@Z.example", "no-at-sign", "@", "a@\u0000.b"]) {
		expect(addressKey(addressKey(typed))).toBe(addressKey(typed));
	}
});
