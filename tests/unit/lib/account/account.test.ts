import { expect, test, vi } from "vitest";
import { readAccount } from "#src/lib/account/account.ts";

test("with storage disabled or missing, no account is known", () => {
	expect(readAccount()).toEqual({ status: "unknown" });
	vi.stubGlobal("localStorage", {
		getItem() {
			throw new Error("SecurityError");
		},
	});
	expect(readAccount()).toEqual({ status: "unknown" });
});
