import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

/** Statements that write, and rows that are inserted by name (server/platform/db/insert-all.ts, insert-row.ts). */
const WRITES =
	/\b(?:INSERT INTO|DELETE FROM|UPDATE(?! SET\b))\s+([a-z][a-z_]{3,})|\binsert(?:All|Row)\(\s*\w+,\s*"([a-z_]+)"/g;

/** What deletes through each domain's own statements, and the sample, which creates a client's rows with clocks in the past. */
const ASIDE = /\/tenant-tables\.ts$|^app\/upkeep\/retention\.ts$|^app\/clients\/sample\//;

/** Tables that a second room also writes, and why. */
const SECOND_WRITERS = {
	invitations: ["identity/accounts", "identity/workspaces"], // An account that is deleted leaves its workspaces,
	memberships: ["identity/accounts", "identity/workspaces"], // revokes what it asked,
	workspaces: ["identity/accounts", "identity/workspaces"], // and takes those along that nobody else owns.
	pgboss: ["app/operator", "platform/jobs"], // The queue's own schema: an operator reruns a failed job.
};

test("a table has one room that writes it", async () => {
	const names = await readdir("server", { recursive: true });
	const writers = new Map<string, Set<string>>();
	for (const name of names) {
		if (!name.endsWith(".ts") || ASIDE.test(name)) continue;
		const room = name.split("/").slice(0, 2).join("/");
		for (const [, stated, inserted] of (await readFile(`server/${name}`, "utf8")).matchAll(WRITES)) {
			const table = stated ?? inserted ?? "";
			if (table === "nowait" || table === "skip") continue;
			writers.set(table, (writers.get(table) ?? new Set()).add(room));
		}
	}
	expect(writers.size).toBeGreaterThan(90);
	const shared = [...writers]
		.filter(([, rooms]) => rooms.size > 1)
		.map(([table, rooms]) => [table, [...rooms].toSorted()]);
	expect(Object.fromEntries(shared)).toEqual(SECOND_WRITERS);
});
