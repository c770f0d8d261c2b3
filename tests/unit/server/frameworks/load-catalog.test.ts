import { expect, test } from "vitest";
import { workspaceId } from "#contract/ids.ts";
import { createLoadCatalog } from "#server/frameworks/catalog/load-catalog.ts";
import type { Scope } from "#server/workspaces/scope.ts";

const scopeOf = (n: number): Scope =>
	({ workspaceId: workspaceId.parse(`00000000-0000-4000-8000-00000000000${n}`) }) as Scope;

test("a workspace loads one file at a time, and no second one is read meanwhile", async () => {
	// No file is taken, so that nothing is parsed or stored.
	const load = createLoadCatalog({} as never, {} as never);
	let reads = 0;
	const { promise, resolve } = Promise.withResolvers<"too_large">();
	const begin = (n: number) =>
		load(scopeOf(n), "mvsp", {
			read() {
				reads += 1;
				return promise;
			},
			type: "text/csv",
		});
	const first = begin(1);
	expect(await begin(1)).toEqual({ ok: false, because: "busy" });
	expect(reads).toBe(1);
	const other = begin(2);
	expect(reads).toBe(2);
	resolve("too_large");
	const refused = { ok: false, because: "too_large" };
	expect(await Promise.all([first, other])).toEqual([refused, refused]);
	expect(await begin(1)).toEqual(refused);
});

test("a file that breaks off gives the place back", async () => {
	const load = createLoadCatalog({} as never, {} as never);
	const broken = () => Promise.reject(new Error("aborted"));
	for (const _ of [1, 2]) {
		await expect(load(scopeOf(1), "mvsp", { read: broken, type: "text/csv" })).rejects.toThrow("aborted");
	}
});
