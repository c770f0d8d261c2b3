import { expect, test, vi } from "vitest";
import { readAccount } from "#src/lib/account/account.ts";

test("where storage is switched off, and where there is none, nobody is known", () => {
	expect(readAccount()).toEqual({ status: "unknown" });
	vi.stubGlobal("localStorage", {
		getItem() {
			throw new Error("SecurityError");
		},
	});
	expect(readAccount()).toEqual({ status: "unknown" });
});
