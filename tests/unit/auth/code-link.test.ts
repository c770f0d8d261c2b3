import { expect, test } from "vitest";
import { readCodeLink } from "#src/features/auth/code-link.ts";

test("a link from an email carries the address in the query and the code after the #", () => {
	expect(readCodeLink({ search: "?email=ada%2Bx%40example.org", hash: "#code=K7QM-2XHB" })).toEqual({
		email: "ada+x@example.org",
		isChange: false,
		code: "K7QM-2XHB",
	});
	expect(readCodeLink({ search: "?email=new%40example.org&change=", hash: "#code=K7QM-2XHB" })).toEqual({
		email: "new@example.org",
		isChange: true,
		code: "K7QM-2XHB",
	});
});

test("what is missing is left empty", () => {
	expect(readCodeLink({ search: "", hash: "" })).toEqual({ email: "", isChange: false, code: "" });
	expect(readCodeLink({ search: "?email=", hash: "#main" })).toEqual({ email: "", isChange: false, code: "" });
});
