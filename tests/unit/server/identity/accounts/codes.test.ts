import { expect, test } from "vitest";
import { newCode, plainCode } from "#server/identity/accounts/codes.ts";

test("a code is two groups of four characters that are not mistaken for others", () => {
	const codes = Array.from({ length: 500 }, newCode);
	for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/);
	expect(new Set(codes).size).toBe(codes.length);
	expect(new Set(codes.join("").replaceAll("-", "")).size).toBe(31);
});

test("spaces, hyphens and case do not matter", () => {
	for (const typed of ["K7QM-2XHB", "k7qm2xhb", " k7qm – 2xhb ", "K7QM\u00a02XHB"]) {
		expect(plainCode(typed)).toBe("K7QM2XHB");
	}
});
