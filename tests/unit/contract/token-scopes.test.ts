import { expect, test } from "vitest";
import type { Operation } from "#contract/operation.ts";
import { OPERATIONS } from "#contract/operations.ts";

// The server takes a call's scope from this table, and so do the tests of API tokens, so they would not notice a wrong one.
test("what changes something needs a scope to write, and what only reads one to read", () => {
	const scoped = Object.entries<Operation>(OPERATIONS).filter(
		([, { scope }]) => scope !== undefined && scope !== "any",
	);
	expect(scoped.length).toBeGreaterThan(0);
	for (const [name, { method, scope }] of scoped) {
		expect(scope, name).toMatch(method === "GET" ? /:read$/ : /:write$/);
	}
});
